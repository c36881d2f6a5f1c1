import { useCallback, useSyncExternalStore } from 'react';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import { cx } from '@/lib/text/cx';
import { type GridRow, groupHead, isRecord } from '@/table/cells/grid-rows.utils';
import { useTable } from '@/table/table-context';
import styles from './rows-grid.module.css';

/** Returns a function that returns a row's CSS class: for a group's head, the open record, and a pending delete. */
export function useRowClass(openKey: string | undefined): (row: GridRow) => string | undefined {
  const { table, edits } = useTable();
  const queuedEntries = useSyncExternalStore(edits.subscribe, () => edits.queuedEntries());
  // A new function renders all rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results of rowStatus change with the queued entries
  return useCallback(
    (row) => {
      if (row[groupHead]) return styles.groupHeadRow;
      const rowKey = isRecord(row) ? getCachedRowKey(table, row) : '';
      return cx(
        openKey !== undefined && rowKey === openKey && styles.openRow,
        edits.rowStatus(rowKey) === 'pendingDelete' && styles.pendingDeleteRow,
      );
    },
    [table, edits, openKey, queuedEntries],
  );
}
