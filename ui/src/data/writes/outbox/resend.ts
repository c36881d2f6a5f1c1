import { condition, type Filter } from '@/data/query/filters.utils';
import type { Row } from '@/data/rows/row';
import { insertRows, listRows, readableColumnNames } from '@/data/rows/rows-api';
import { isSameValue } from '@/data/values/value.utils';
import { ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { canGuard, guardFilters, keyFilters, keyOf } from '../batches/guards.utils';
import { maxRowsPerInsert, type writeRows } from '../batches/write-rows';
import { rowKeyOf } from '../edits/row-changes';
import type { WriteOutcome } from '../edits/write-outcome';
import type { OutboxEntry } from './outbox-store';

/** Requests at the same time that look for rows. */
const maxParallelLookups = 8;

/** What came of an edit that may have reached the database before: if the row is as it was wanted, it did. */
export async function classifyResend(
  table: Table,
  entry: OutboxEntry,
  outcome: WriteOutcome,
): Promise<WriteOutcome> {
  if (entry.kind === 'delete') {
    return outcome.kind === 'missing' ? { kind: 'saved', row: entry.baseRow } : outcome;
  }
  if (outcome.kind !== 'missing') return checkAlreadySaved(table, entry.changes, outcome);
  // A row whose key was changed is gone by its old one.
  const moved = { ...entry.baseRow, ...entry.changes };
  const key = keyOf(table, moved);
  if (!key || rowKeyOf(table, moved) === entry.rowKey) return outcome;
  const asked = listRows(table, { filters: keyFilters(key), columns: readableColumnNames(table), limit: 1 });
  const row = await asked.then(({ rows }) => rows[0]).catch(() => undefined);
  const found: WriteOutcome = row ? { kind: 'conflict', theirs: row, columns: [] } : outcome;
  const settled = await checkAlreadySaved(table, entry.changes, found);
  return settled.kind === 'saved' ? settled : outcome;
}

/**
 * Whether a row that was met already is as an edit wants it. Of a value that isn't
 * written the same the database is asked: it has a moment or a number in words of its own.
 */
async function checkAlreadySaved(table: Table, changes: Row, outcome: WriteOutcome): Promise<WriteOutcome> {
  if (outcome.kind !== 'conflict') return outcome;
  const { theirs } = outcome;
  const wanted = { ...theirs, ...changes };
  const differing = table.columns.filter(
    ({ name }) => name in changes && !isSameValue(changes[name], theirs[name]),
  );
  if (differing.length === 0) return { kind: 'saved', row: theirs };
  const comparable = differing.every((column) => canGuard(column, changes[column.name] ?? null));
  if (!comparable || rowKeyOf(table, wanted) !== rowKeyOf(table, theirs)) return outcome;
  const filters = guardFilters(table, wanted, changes);
  const asked = listRows(table, { filters, columns: readableColumnNames(table), limit: 1 });
  const row = await asked.then(({ rows }) => rows[0]).catch(() => undefined);
  return row ? { kind: 'saved', row } : outcome;
}

/** Adds rows, those of one request together or not at all; after one that failed the rest isn't tried. */
export async function addRows(table: Table, rows: readonly Row[]): Promise<readonly WriteOutcome[]> {
  const outcomes: WriteOutcome[] = [];
  try {
    for (let i = 0; i < rows.length; i += maxRowsPerInsert) {
      const part = rows.slice(i, i + maxRowsPerInsert);
      const added = await insertRows(table, part);
      outcomes.push(...part.map((_, place): WriteOutcome => ({ kind: 'saved', row: added[place] ?? {} })));
    }
    return outcomes;
  } catch (caught) {
    const refused: WriteOutcome = { kind: 'rejected', error: toApiError(caught) };
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
  entries: readonly OutboxEntry[],
  write: typeof writeRows,
): Promise<readonly WriteOutcome[]> {
  const there: OutboxEntry[] = [];
  try {
    for (let i = 0; i < entries.length; i += maxParallelLookups) {
      const part = entries.slice(i, i + maxParallelLookups);
      const found = await Promise.all(
        part.map(({ sentBefore, isForced, changes }) => sentBefore && !isForced && hasRow(table, changes)),
      );
      there.push(...part.filter((_, place) => found[place]));
    }
  } catch (caught) {
    const refused: WriteOutcome = { kind: 'rejected', error: toApiError(caught) };
    return entries.map(() => refused);
  }
  const free = entries.filter((entry) => !there.includes(entry));
  const answers = await write(
    table,
    free.map(({ changes }) => ({ kind: 'insert', row: changes })),
  );
  const byEntry = new Map(free.map((entry, i) => [entry, answers[i]]));
  return entries.map((entry) => byEntry.get(entry) ?? { kind: 'rejected', error: possibleDuplicateError });
}

async function hasRow(table: Table, row: Row): Promise<boolean> {
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
    columns: readableColumnNames(table).slice(0, 1),
    limit: 1,
  });
  return rows.length > 0;
}

const possibleDuplicateError = new ApiError({
  code: 'maybe_added',
  message: 'A row with these values is there already.',
  details: '',
  hint: 'It may be this one, added before the connection was lost. Look, then add it all the same, or discard it.',
  status: 0,
  requestId: '',
});
