import { identityOf } from '@/data/paging/cursor/keyset.utils';
import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { textOf } from '../edits/changes.utils';
import type { Entry } from './outbox-store';

type Place = Pick<Entry, 'schema' | 'table' | 'rowKey'>;
type Held = Place & Pick<Entry, 'kind' | 'changes'>;

/** Whether two entries are about the same row. New rows are each their own. */
function sameRow(a: Place, b: Place): boolean {
  return a.rowKey !== '' && a.rowKey === b.rowKey && a.table === b.table && a.schema === b.schema;
}

/** Whether an edit has to wait until an earlier one of its row is dealt with: both are about a column, or one deletes it. */
export function waitsFor(later: Held, earlier: Held): boolean {
  if (!sameRow(later, earlier)) return false;
  if (later.kind === 'delete' || earlier.kind === 'delete') return true;
  return Object.keys(later.changes).some((column) => column in earlier.changes);
}

/** Whether an edit says again all that a waiting one said, and so takes its place. */
export function replaces(next: Held, waiting: Entry): boolean {
  return (
    waiting.state !== 'sending' &&
    next.kind === waiting.kind &&
    sameRow(next, waiting) &&
    Object.keys(waiting.changes).every((column) => column in next.changes)
  );
}

/** The row as it was seen when the edits that this one takes the place of were made. */
export function seenBefore(seen: Row, replaced: readonly Entry[]): Row {
  const first = replaced.flatMap((entry) =>
    Object.keys(entry.changes).map((column) => [column, entry.seen[column] ?? null] as const),
  );
  return { ...seen, ...Object.fromEntries(first.toReversed()) };
}

/**
 * What to send next, in the order in which it was made: an edit that waits, and
 * with it those of the same batch. An edit whose row has an earlier one that is
 * undecided, or on its way, stays. `isAlive` says whether the page that sends one still lives.
 */
export function nextToSend(entries: readonly Entry[], isAlive: (entry: Entry) => boolean): Entry[] {
  const group: Entry[] = [];
  const ahead: Entry[] = [];
  for (const entry of entries) {
    const free = entry.state === 'waiting' || (entry.state === 'sending' && !isAlive(entry));
    const [first] = group;
    if (free && !ahead.some((earlier) => waitsFor(entry, earlier))) {
      if (!first) group.push(entry);
      else if (inOneRequest(first, entry) && !group.some((other) => sameRow(other, entry))) group.push(entry);
      else break;
    } else {
      ahead.push(entry);
    }
  }
  return group;
}

function inOneRequest(a: Entry, b: Entry): boolean {
  return a.kind === b.kind && a.batch === b.batch && a.schema === b.schema && a.table === b.table;
}

/** Later entries of a row that was saved, over the row as it is now. */
export function rebased(table: Table, entries: readonly Entry[], saved: Entry, row: Row): Entry[] {
  if (saved.kind === 'delete') return [];
  const rowKey = textOf(table, row);
  return entries.flatMap((entry) => {
    if (entry.id <= saved.id || !sameRow(entry, saved)) return [];
    const columns = [...Object.keys(saved.changes), ...(entry.kind === 'delete' ? tracesOf(table, row) : [])];
    const now = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
    return { ...entry, rowKey, seen: { ...entry.seen, ...now } };
  });
}

/**
 * Columns in which a save leaves its trace besides what it changed: when it was
 * made, and what is computed. A delete that comes after it is no conflict by those.
 */
function tracesOf(table: Table, row: Row): string[] {
  return table.columns
    .filter(({ name, generated, kind }) => name in row && (generated || kind.startsWith('timestamp')))
    .map(({ name }) => name);
}

/** The columns that an entry has a value for and the table no longer has. */
export function strayColumns(table: Table, { changes }: Pick<Entry, 'changes'>): string[] {
  const known = new Set(table.columns.map(({ name }) => name));
  return Object.keys(changes).filter((name) => !known.has(name));
}

/** The row with what waits to be saved in it, without its key: that names it until it is saved. */
export function withWaiting(table: Table, row: Row, entries: readonly Entry[]): Row {
  const identity = new Set(identityOf(table));
  const changes = entries.flatMap((entry) => Object.entries(entry.changes));
  const shown = changes.filter(([column]) => column in row && !identity.has(column));
  return shown.length > 0 ? { ...row, ...Object.fromEntries(shown) } : row;
}
