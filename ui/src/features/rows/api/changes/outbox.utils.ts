import type { Table } from '@/lib/api.gen';
import { sameValue } from '../../values/value.utils';
import { identityOf } from '../paging/keyset.utils';
import type { Row } from '../row';
import type { Entry } from './outbox-store';
import type { Outcome } from './updates';

type Place = Pick<Entry, 'schema' | 'table' | 'rowKey'>;

/** Whether two entries are about the same row. New rows are each their own. */
export function sameRow(a: Place, b: Place): boolean {
  return a.rowKey !== '' && a.rowKey === b.rowKey && a.table === b.table && a.schema === b.schema;
}

/** Whether an edit has to wait until an earlier one of its row is dealt with: both are about a column. */
export function waitsFor(later: Place & { changes: Row }, earlier: Place & { changes: Row }): boolean {
  return sameRow(later, earlier) && Object.keys(later.changes).some((column) => column in earlier.changes);
}

/** Whether an edit says again all that a waiting one said, and so takes its place. */
export function replaces(next: Place & { changes: Row }, waiting: Entry): boolean {
  return (
    waiting.state !== 'sending' &&
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
 * undecided, or on its way, stays. `isAlive` says whether a page still lives.
 */
export function nextToSend(entries: readonly Entry[], isAlive: (owner: string) => boolean): Entry[] {
  const group: Entry[] = [];
  const ahead: Entry[] = [];
  for (const entry of entries) {
    const free = entry.state === 'waiting' || (entry.state === 'sending' && !isAlive(entry.owner));
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

/** Later entries of a row that was saved, over the row as it is now. Only those that differ. */
export function rebased(entries: readonly Entry[], saved: Entry, row: Row, rowKey: string): Entry[] {
  return entries.flatMap((entry) => {
    if (entry.id <= saved.id || !sameRow(entry, saved)) return [];
    const now = Object.fromEntries(Object.keys(saved.changes).map((column) => [column, row[column] ?? null]));
    return { ...entry, rowKey, seen: { ...entry.seen, ...now } };
  });
}

/**
 * What came of an edit that may have been sent before: if the row already is as
 * it was wanted, that first sending did it.
 */
export function settledBefore(changes: Row, outcome: Outcome): Outcome {
  if (outcome.kind !== 'conflict') return outcome;
  const { theirs } = outcome;
  const done = Object.entries(changes).every(([column, value]) => sameValue(value, theirs[column]));
  return done ? { kind: 'saved', row: theirs } : outcome;
}

/** The row with what waits to be saved in it, without its key: that names it until it is saved. */
export function withWaiting(table: Table, row: Row, entries: readonly Entry[]): Row {
  const identity = new Set(identityOf(table));
  const changes = entries.flatMap((entry) => Object.entries(entry.changes));
  const shown = changes.filter(([column]) => column in row && !identity.has(column));
  return shown.length > 0 ? { ...row, ...Object.fromEntries(shown) } : row;
}
