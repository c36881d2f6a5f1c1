import type { ComponentType, ReactNode } from 'react';
import type { RowCount } from '@/data/paging/segments/page-plan';
import type { Filter } from '@/data/query/filters/filters.utils';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import type { Relation } from '@/data/relations/references';
import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import type { Column } from '@/lib/api.gen';
import type { ChangePageState } from '@/table/use-page-state';
import type { RowSequence } from '@/table/view/use-adjacent-records';

/** The props of each view of a table. */
export interface ViewProps {
  /** The frame that the view renders its rows in. The app composes it from several features. */
  Layout: ComponentType<TableLayoutProps>;
  /** The rows, their order and their columns. */
  rowsView: RowsView;
  /** The visible columns of a row: the columns of a grid, the fields of a card. */
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  state: TablePageState;
  change: ChangePageState;
  /** The notice in the status bar, and the function that shows a notice. */
  notice: string | undefined;
  notify: (text: string) => void;
  /** Whether the open record covers the view. */
  full: boolean;
  narrow: boolean;
  onCreate: (() => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
}

/** All rows that match a view's filters, loaded or not. */
export interface MatchingRows {
  filters: readonly Filter[];
  /** Undefined while the rows are being counted. */
  count: RowCount | undefined;
}

/** The props of the frame around a view: its status bar and the record panel beside the rows. */
export interface TableLayoutProps extends ViewProps {
  /** The rows in the view's order, through which the record panel navigates. */
  sequence: RowSequence;
  /** The number of rows, for the status bar. */
  total: ReactNode;
  /** The rows that "Select all" selects. Undefined if the rows are not read as one list. */
  matchingRows?: MatchingRows;
  /** The initial values of a new record. */
  start?: EnteredFields | undefined;
  children: ReactNode;
}
