import type { Column } from '@/lib/api.gen';
import type { PageState } from '../../api/address/page-state.utils';
import type { RowsView } from '../../api/keys';
import type { Relation } from '../../api/relations/references';
import type { Row } from '../../api/row';
import type { ChangePageState } from '../use-page-state';

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
