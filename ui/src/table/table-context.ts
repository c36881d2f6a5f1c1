import { createContext, use } from 'react';
import type { KeyValue } from '@/data/query/table-page-state';
import type { TableEdits } from '@/data/writes/edits/table-edits';
import type { Column, Table } from '@/lib/api.gen';
import type { BlockSelection } from './selection/block-selection';
import type { RowSelection } from './selection/row-selection';

/** What the parts of a table's page share: none of it changes while the person works in one table. */
export interface TableContextValue {
  table: Table;
  edits: TableEdits;
  openRecord: (key: readonly KeyValue[]) => void;
  /** Says, quietly, why something can't be done: 'status: this view is read-only.' */
  showLockReason: (column: Column) => void;
  /** Rows that are ticked. */
  selection: RowSelection;
  /** Cells that are selected in the grid. */
  block: BlockSelection;
}

export const TableContext = createContext<TableContextValue | null>(null);

export function useTable(): TableContextValue {
  const value = use(TableContext);
  if (!value) throw new Error('useTable outside of a table’s page');
  return value;
}
