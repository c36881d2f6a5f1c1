import { useCallback, useMemo, useState } from 'react';
import type { KeyValue } from '@/data/query/page-state.utils';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { Edits } from '@/data/writes/edits/edits';
import type { Column, Table } from '@/lib/api.gen';
import { BlockSelection } from './selection/block-selection';
import type { RowSelection } from './selection/row-selection';
import type { TableContextValue } from './table-context';
import type { ChangePageState } from './use-page-state';

export interface TableContextOptions {
  table: Table;
  edits: Edits;
  selection: RowSelection;
  change: ChangePageState;
  tell: (text: string) => void;
}

/** What the parts of a table's page share, on the page of its rows. */
export function useTableContext(options: TableContextOptions): TableContextValue {
  const { table, edits, selection, change, tell } = options;
  const [block] = useState(() => new BlockSelection());
  const openRecord = useCallback((key: readonly KeyValue[]) => change({ record: key }), [change]);
  const tellLocked = useCallback(
    (column: Column) => tell(`${column.title}: ${lockReason(table, column) ?? ''}`),
    [table, tell],
  );
  return useMemo(
    () => ({ table, edits, selection, block, openRecord, tellLocked }),
    [table, edits, selection, block, openRecord, tellLocked],
  );
}
