import { useCallback, useSyncExternalStore } from 'react';
import type { Row } from '@/data/rows/row';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import type { CellState } from '@/data/writes/edits/cell-states';
import type { RowPhase } from '@/data/writes/edits/edits';
import type { Entry } from '@/data/writes/outbox/outbox-store';
import type { Table } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';

const texts = new WeakMap<Row, string>();

/** The text of a row's key; '' where it has none. Kept per row object: each of its cells asks. */
export function rowKeyText(table: Table, row: Row): string {
  let text = texts.get(row);
  if (text === undefined) {
    const key = keyOf(table, row);
    text = key ? keyText(key) : '';
    texts.set(row, text);
  }
  return text;
}

/** How the last edit of a cell fares; undefined most of the time. */
export function useCell(rowKey: string, column: string): CellState | undefined {
  const { edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => edits.cell(rowKey, column));
}

/** The delete of a row that waits, or was not taken. */
export function useDeletion(rowKey: string): Entry | undefined {
  const { edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => edits.deletionOf(rowKey));
}

/** A row with what waits to be saved in it. */
export function useShownRow<R extends Row | undefined>(row: R): R | Row {
  const { edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => row && edits.shown(row));
}

/** Whether an edit of any of a row's columns, or its delete, waits or was not taken. */
export function useRowPhase(row: Row | undefined): RowPhase | undefined {
  const { table, edits } = useTable();
  return useSyncExternalStore(edits.subscribe, () => row && edits.rowPhase(rowKeyText(table, row)));
}

/** Whether a row is ticked. */
export function useTicked(rowKey: string): boolean {
  const { selection } = useTable();
  return useSyncExternalStore(
    selection.subscribe,
    useCallback(() => selection.has(rowKey), [selection, rowKey]),
  );
}
