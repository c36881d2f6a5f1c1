import { useCallback, useMemo, useState } from 'react';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { TableEdits } from '@/data/writes/edits/table-edits';
import type { Column, Table } from '@/lib/api.gen';
import { BlockSelection } from './selection/block-selection';
import type { RowSelection } from './selection/row-selection';
import type { TableContextValue } from './table-context';
import { tableMessages } from './table-messages';
import type { ChangePageState } from './use-page-state';

export interface TableContextOptions {
  table: Table;
  edits: TableEdits;
  selection: RowSelection;
  change: ChangePageState;
  notify: (text: string) => void;
}

/** Creates the shared state of a table's page. */
export function useTableContext(options: TableContextOptions): TableContextValue {
  const { table, edits, selection, change, notify } = options;
  const [block] = useState(() => new BlockSelection());
  const openRecord = useCallback((key: readonly KeyValue[]) => change({ record: key }), [change]);
  const showLockReason = useCallback(
    (column: Column) =>
      notify(tableMessages.view.lockedColumn(column.title, lockReason(table, column) ?? '')),
    [table, notify],
  );
  return useMemo(
    () => ({ table, edits, selection, block, openRecord, showLockReason }),
    [table, edits, selection, block, openRecord, showLockReason],
  );
}
