import { identityOf } from '@/data/paging/cursor/keyset.utils';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { rowKeyOf } from '../batches/row-write';
import type { OutboxEntry } from './outbox-store';

type RowRef = Pick<OutboxEntry, 'schema' | 'table' | 'rowKey'>;
type QueuedEdit = RowRef & Pick<OutboxEntry, 'kind' | 'changes'>;

/** Whether two entries are about the same row. New rows are each their own. */
function isSameRow(a: RowRef, b: RowRef): boolean {
  return a.rowKey !== '' && a.rowKey === b.rowKey && a.table === b.table && a.schema === b.schema;
}

/** Whether an edit has to wait until an earlier one of its row is dealt with: both are about a column, or one deletes it. */
export function isBlockedBy(later: QueuedEdit, earlier: QueuedEdit): boolean {
  if (!isSameRow(later, earlier)) return false;
  if (later.kind === 'delete' || earlier.kind === 'delete') return true;
  return Object.keys(later.changes).some((column) => column in earlier.changes);
}

/** Whether an edit says again all that a waiting one said, and so takes its place. */
export function canReplace(next: QueuedEdit, waiting: OutboxEntry): boolean {
  return (
    waiting.state !== 'sending' &&
    next.kind === waiting.kind &&
    isSameRow(next, waiting) &&
    Object.keys(waiting.changes).every((column) => column in next.changes)
  );
}

/** The row as it was seen when the edits that this one takes the place of were made. */
export function restoreSeenValues(seen: Row, replaced: readonly OutboxEntry[]): Row {
  const first = replaced.flatMap((entry) =>
    Object.keys(entry.changes).map((column) => [column, entry.baseRow[column] ?? null] as const),
  );
  return { ...seen, ...Object.fromEntries(first.toReversed()) };
}

/**
 * What to send next, in the order in which it was made: an edit that waits, and
 * with it those of the same batch. An edit whose row has an earlier one that is
 * undecided, or on its way, stays. `isAlive` says whether the page that sends one still lives.
 */
export function selectNextBatch(
  entries: readonly OutboxEntry[],
  isAlive: (entry: OutboxEntry) => boolean,
): OutboxEntry[] {
  const group: OutboxEntry[] = [];
  const ahead: OutboxEntry[] = [];
  for (const entry of entries) {
    const free = entry.state === 'queued' || (entry.state === 'sending' && !isAlive(entry));
    const [first] = group;
    if (free && !ahead.some((earlier) => isBlockedBy(entry, earlier))) {
      if (!first) group.push(entry);
      else if (canShareRequest(first, entry) && !group.some((other) => isSameRow(other, entry)))
        group.push(entry);
      else break;
    } else {
      ahead.push(entry);
    }
  }
  return group;
}

function canShareRequest(a: OutboxEntry, b: OutboxEntry): boolean {
  return a.kind === b.kind && a.batch === b.batch && a.schema === b.schema && a.table === b.table;
}

/** Later entries of a row that was saved, over the row as it is now. */
export function rebaseEntries(
  table: Table,
  entries: readonly OutboxEntry[],
  saved: OutboxEntry,
  row: Row,
): OutboxEntry[] {
  if (saved.kind === 'delete') return [];
  const rowKey = rowKeyOf(table, row);
  return entries.flatMap((entry) => {
    if (entry.id <= saved.id || !isSameRow(entry, saved)) return [];
    const columns = [
      ...Object.keys(saved.changes),
      ...(entry.kind === 'delete' ? databaseManagedColumns(table, row) : []),
    ];
    const now = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
    return { ...entry, rowKey, baseRow: { ...entry.baseRow, ...now } };
  });
}

/**
 * Columns in which a save leaves its trace besides what it changed: when it was
 * made, and what is computed. A delete that comes after it is no conflict by those.
 */
function databaseManagedColumns(table: Table, row: Row): string[] {
  return table.columns
    .filter(({ name, generated, kind }) => name in row && (generated || kind.startsWith('timestamp')))
    .map(({ name }) => name);
}

/** The columns that an entry has a value for and the table no longer has. */
export function unknownColumns(table: Table, { changes }: Pick<OutboxEntry, 'changes'>): string[] {
  const known = new Set(table.columns.map(({ name }) => name));
  return Object.keys(changes).filter((name) => !known.has(name));
}

/** The row with what waits to be saved in it, without its key: that names it until it is saved. */
export function applyQueuedEdits(table: Table, row: Row, entries: readonly OutboxEntry[]): Row {
  const identity = new Set(identityOf(table));
  const changes = entries.flatMap((entry) => Object.entries(entry.changes));
  const shown = changes.filter(([column]) => column in row && !identity.has(column));
  return shown.length > 0 ? { ...row, ...Object.fromEntries(shown) } : row;
}
