import { condition, type Filter } from '@/data/query/filters.utils';
import type { Row } from '@/data/rows/row';
import { insertMany, listRows, readableColumns } from '@/data/rows/rows';
import { sameValue } from '@/data/values/value.utils';
import { ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { canGuard, guardFilters, keyFilters, keyOf } from '../batches/guards.utils';
import { insertedTogether, type writeRows } from '../batches/write-rows';
import { textOf } from '../edits/changes.utils';
import type { Outcome } from '../edits/updates';
import type { Entry } from './outbox-store';

/** Requests at the same time that look for rows. */
const lookedForTogether = 8;

/** What came of an edit that may have reached the database before: if the row is as it was wanted, it did. */
export async function outcomeOfResent(table: Table, entry: Entry, outcome: Outcome): Promise<Outcome> {
  if (entry.kind === 'delete') {
    return outcome.kind === 'gone' ? { kind: 'saved', row: entry.seen } : outcome;
  }
  if (outcome.kind !== 'gone') return settledBefore(table, entry.changes, outcome);
  // A row whose key was changed is gone by its old one.
  const moved = { ...entry.seen, ...entry.changes };
  const key = keyOf(table, moved);
  if (!key || textOf(table, moved) === entry.rowKey) return outcome;
  const asked = listRows(table, { filters: keyFilters(key), columns: readableColumns(table), limit: 1 });
  const row = await asked.then(({ rows }) => rows[0]).catch(() => undefined);
  const found: Outcome = row ? { kind: 'conflict', theirs: row, columns: [] } : outcome;
  const settled = await settledBefore(table, entry.changes, found);
  return settled.kind === 'saved' ? settled : outcome;
}

/**
 * Whether a row that was met already is as an edit wants it. Of a value that isn't
 * written the same the database is asked: it has a moment or a number in words of its own.
 */
async function settledBefore(table: Table, changes: Row, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind !== 'conflict') return outcome;
  const { theirs } = outcome;
  const wanted = { ...theirs, ...changes };
  const differing = table.columns.filter(
    ({ name }) => name in changes && !sameValue(changes[name], theirs[name]),
  );
  if (differing.length === 0) return { kind: 'saved', row: theirs };
  const comparable = differing.every((column) => canGuard(column, changes[column.name] ?? null));
  if (!comparable || textOf(table, wanted) !== textOf(table, theirs)) return outcome;
  const filters = guardFilters(table, wanted, changes);
  const asked = listRows(table, { filters, columns: readableColumns(table), limit: 1 });
  const row = await asked.then(({ rows }) => rows[0]).catch(() => undefined);
  return row ? { kind: 'saved', row } : outcome;
}

/** Adds rows, those of one request together or not at all; after one that failed the rest isn't tried. */
export async function addRows(table: Table, rows: readonly Row[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  try {
    for (let i = 0; i < rows.length; i += insertedTogether) {
      const part = rows.slice(i, i + insertedTogether);
      const added = await insertMany(table, part);
      outcomes.push(...part.map((_, place): Outcome => ({ kind: 'saved', row: added[place] ?? {} })));
    }
    return outcomes;
  } catch (caught) {
    const refused: Outcome = { kind: 'refused', error: toApiError(caught) };
    return rows.map((_, i) => outcomes[i] ?? refused);
  }
}

/**
 * Adds rows whose first sending may have added them already: where one with the
 * values is there, the person decides. Looked for before any of them is added,
 * as they may be like each other.
 */
export async function addRowsOnce(
  table: Table,
  entries: readonly Entry[],
  write: typeof writeRows,
): Promise<readonly Outcome[]> {
  const there: Entry[] = [];
  try {
    for (let i = 0; i < entries.length; i += lookedForTogether) {
      const part = entries.slice(i, i + lookedForTogether);
      const found = await Promise.all(
        part.map(({ sentBefore, sure, changes }) => sentBefore && !sure && isThere(table, changes)),
      );
      there.push(...part.filter((_, place) => found[place]));
    }
  } catch (caught) {
    const refused: Outcome = { kind: 'refused', error: toApiError(caught) };
    return entries.map(() => refused);
  }
  const free = entries.filter((entry) => !there.includes(entry));
  const answers = await write(
    table,
    free.map(({ changes }) => ({ kind: 'insert', row: changes })),
  );
  const byEntry = new Map(free.map((entry, i) => [entry, answers[i]]));
  return entries.map((entry) => byEntry.get(entry) ?? { kind: 'refused', error: maybeAdded });
}

async function isThere(table: Table, row: Row): Promise<boolean> {
  const filters = table.columns.flatMap((column): Filter[] => {
    const value = row[column.name];
    if (value === undefined || !canGuard(column, value)) return [];
    return [
      value === null ? condition(column.name, 'is', 'null') : condition(column.name, 'eq', String(value)),
    ];
  });
  if (filters.length === 0) return false;
  const { rows } = await listRows(table, {
    filters,
    columns: readableColumns(table).slice(0, 1),
    limit: 1,
  });
  return rows.length > 0;
}

const maybeAdded = new ApiError({
  code: 'maybe_added',
  message: 'A row with these values is there already.',
  details: '',
  hint: 'It may be this one, added before the connection was lost. Look, then add it all the same, or discard it.',
  status: 0,
  requestId: '',
});
