import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { formatRowKey } from '../../batches/row-write';
import type { OutboxEntry } from '../outbox-store';

type RowRef = Pick<OutboxEntry, 'schema' | 'table' | 'rowKey'>;
type QueuedEdit = RowRef & Pick<OutboxEntry, 'kind' | 'changes'>;

/** Whether two entries affect the same row. Each insert affects a different row. */
function isSameRow(a: RowRef, b: RowRef): boolean {
  return a.rowKey !== '' && a.rowKey === b.rowKey && a.table === b.table && a.schema === b.schema;
}

/** Whether an entry must wait for an earlier one: both change the same column of a row, or one deletes the row. */
export function isBlockedBy(later: QueuedEdit, earlier: QueuedEdit): boolean {
  if (!isSameRow(later, earlier)) return false;
  if (later.kind === 'delete' || earlier.kind === 'delete') return true;
  return Object.keys(later.changes).some((column) => column in earlier.changes);
}

/**
 * Whether a new entry makes a queued one unnecessary: it is of the same kind and row, and sets every column that the
 * queued one sets. An entry that is being sent can't be replaced.
 */
export function canReplace(next: QueuedEdit, queued: OutboxEntry): boolean {
  return (
    queued.state !== 'sending' &&
    next.kind === queued.kind &&
    isSameRow(next, queued) &&
    Object.keys(queued.changes).every((column) => column in next.changes)
  );
}

/**
 * Returns the base row of a new entry that replaces others: `baseRow`, with the values of the replaced entries' columns
 * from before the first of these entries. So the guard compares the database with the values that the user saw last.
 */
export function restoreSeenValues(baseRow: Row, replaced: readonly OutboxEntry[]): Row {
  const values = replaced.flatMap((entry) =>
    Object.keys(entry.changes).map((column) => [column, entry.baseRow[column] ?? null] as const),
  );
  // The values of the first entry win.
  return { ...baseRow, ...Object.fromEntries(values.toReversed()) };
}

/**
 * Returns the entries to send next: the first that is free, and those after it
 * that can share its request. An entry is not free while an earlier entry of its
 * row is failed or in flight. `isAlive`: whether another open page is sending the
 * entry.
 */
export function selectNextBatch(
  entries: readonly OutboxEntry[],
  isAlive: (entry: OutboxEntry) => boolean,
): OutboxEntry[] {
  const batch: OutboxEntry[] = [];
  const skipped: OutboxEntry[] = [];
  for (const entry of entries) {
    const isPending = entry.state === 'queued' || (entry.state === 'sending' && !isAlive(entry));
    const [first] = batch;
    if (!isPending || skipped.some((earlier) => isBlockedBy(entry, earlier))) skipped.push(entry);
    else if (!first || (canShareRequest(first, entry) && !batch.some((other) => isSameRow(other, entry))))
      batch.push(entry);
    else break;
  }
  return batch;
}

function canShareRequest(a: OutboxEntry, b: OutboxEntry): boolean {
  return a.kind === b.kind && a.batch === b.batch && a.schema === b.schema && a.table === b.table;
}

/** Returns the later entries of a row that was saved, based on the row as it is now. */
export function rebaseEntries(
  table: Table,
  entries: readonly OutboxEntry[],
  saved: OutboxEntry,
  row: Row,
): OutboxEntry[] {
  if (saved.kind === 'delete') return [];
  const rowKey = formatRowKey(table, row);
  return entries.flatMap((entry) => {
    if (entry.id <= saved.id || !isSameRow(entry, saved)) return [];
    const columns = [
      ...Object.keys(saved.changes),
      ...(entry.kind === 'delete' ? databaseManagedColumns(table, row) : []),
    ];
    const current = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
    return { ...entry, rowKey, baseRow: { ...entry.baseRow, ...current } };
  });
}

/**
 * Returns the columns that a save can change besides the user's: generated ones
 * and timestamps. A delete after the save must not conflict with them.
 */
function databaseManagedColumns(table: Table, row: Row): string[] {
  return table.columns
    .filter(
      ({ name, generated, kind }) => Object.hasOwn(row, name) && (generated || kind.startsWith('timestamp')),
    )
    .map(({ name }) => name);
}

/** Returns the columns for which an entry has a value and that the table no longer has. */
export function unknownColumns(table: Table, { changes }: Pick<OutboxEntry, 'changes'>): string[] {
  const known = new Set(table.columns.map(({ name }) => name));
  return Object.keys(changes).filter((name) => !known.has(name));
}

/** Returns the row with the values of its queued entries, except its key, which identifies it until it is saved. */
export function applyQueuedEdits(table: Table, row: Row, entries: readonly OutboxEntry[]): Row {
  const identity = new Set(findIdentity(table));
  const changes = entries.flatMap((entry) => Object.entries(entry.changes));
  const values = changes.filter(([column]) => Object.hasOwn(row, column) && !identity.has(column));
  return values.length > 0 ? { ...row, ...Object.fromEntries(values) } : row;
}
