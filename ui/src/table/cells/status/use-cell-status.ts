import { useCallback, useSyncExternalStore } from 'react';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import type { CellStatus, RowSaveStatus } from '@/data/writes/edits/cell-statuses';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { useTable } from '@/table/table-context';

/** Returns the save status of a cell's last edit; undefined if there is none. */
export function useCellStatus(rowKey: string, column: string): CellStatus | undefined {
  const { edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => edits.cellStatus(rowKey, column));
}

/** Returns the queued or failed delete of a row. */
export function useDeletion(rowKey: string): OutboxEntry | undefined {
  const { edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => edits.queuedDeleteOf(rowKey));
}

/** Returns a row with its queued edits applied. */
export function useRowWithQueuedEdits<R extends Row | undefined>(row: R): R | Row {
  const { edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => row && edits.applyQueuedEdits(row));
}

/** Returns whether a row has queued or failed edits, or a queued or failed delete. */
export function useRowStatus(row: Row | undefined): RowSaveStatus | undefined {
  const { table, edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => row && edits.rowStatus(getCachedRowKey(table, row)));
}

/** Whether a row is ticked. */
export function useIsRowSelected(rowKey: string): boolean {
  const { selection } = useTable();
  return useSyncExternalStore(
    selection.subscribe,
    useCallback(() => selection.has(rowKey), [selection, rowKey]),
  );
}
