import { createContext, use } from 'react';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import type { TableEdits } from '@/data/writes/edits/table-edits';
import type { Column, Table } from '@/lib/api.gen';
import type { BlockSelection } from './selection/block-selection';
import type { RowSelection } from './selection/row-selection';

/** The state that the parts of a table's page share. Its members stay the same as long as the page shows one table. */
export interface TableContextValue {
  table: Table;
  edits: TableEdits;
  openRecord: (key: readonly KeyValue[]) => void;
  /** Shows in the status bar why a column can't be edited: 'Status: This view is read-only.' */
  showLockReason: (column: Column) => void;
  /** The ticked rows. */
  selection: RowSelection;
  /** The selected cells of the grid. */
  block: BlockSelection;
}

export const TableContext = createContext<TableContextValue | null>(null);

/** Returns the state of the table around this component. Throws outside of TableContext. */
export function useTable(): TableContextValue {
  const value = use(TableContext);
  if (!value) throw new Error('useTable outside of TableContext');
  return value;
}
