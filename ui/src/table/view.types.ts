import type { PageState } from '@/data/query/page-state.utils';
import type { Relation } from '@/data/relations/references';
import type { RowsView } from '@/data/rows/keys';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import type { ChangePageState } from './use-page-state';

/** What each view of a table is given. */
export interface ViewProps {
  /** Which rows, in which order, with which columns. */
  rowsView: RowsView;
  /** What is shown of a row: a grid's columns, a card's fields. */
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  state: PageState;
  change: ChangePageState;
  /** A short word in the bar under the rows, and how to say one. */
  notice: string | undefined;
  tell: (text: string) => void;
  /** The open record has the page for itself. */
  full: boolean;
  narrow: boolean;
  onCreate: (() => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
}
