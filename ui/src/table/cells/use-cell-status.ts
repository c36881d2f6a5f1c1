import { useCallback, useSyncExternalStore } from 'react';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import type { CellStatus } from '@/data/writes/edits/cell-statuses';
import type { RowSaveStatus } from '@/data/writes/edits/table-edits';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { useTable } from '@/table/table-context';

/** How the last edit of a cell fares; undefined most of the time. */
export function useCellStatus(rowKey: string, column: string): CellStatus | undefined {
  const { edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => edits.cellStatus(rowKey, column));
}

/** The delete of a row that waits, or was not taken. */
export function useDeletion(rowKey: string): OutboxEntry | undefined {
  const { edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => edits.queuedDeleteOf(rowKey));
}

/** A row with what waits to be saved in it. */
export function useShownRow<R extends Row | undefined>(row: R): R | Row {
  const { edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => row && edits.applyQueuedEdits(row));
}

/** Whether an edit of any of a row's columns, or its delete, waits or was not taken. */
export function useRowStatus(row: Row | undefined): RowSaveStatus | undefined {
  const { table, edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => row && edits.rowStatus(rowKeyText(table, row)));
}

/** Whether a row is ticked. */
export function useIsRowSelected(rowKey: string): boolean {
  const { selection } = useTable();
  return useSyncExternalStore(
    selection.subscribe,
    useCallback(() => selection.has(rowKey), [selection, rowKey]),
  );
}
