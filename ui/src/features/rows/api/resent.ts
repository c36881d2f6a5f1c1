import { ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { textOf } from './changes.utils';
import { condition, type Filter } from './filters.utils';
import { canGuard, keyFilters, keyOf } from './guards.utils';
import { settledBefore } from './outbox.utils';
import type { Entry } from './outbox-store';
import type { Row } from './row';
import { insertMany, listRows, readableColumns } from './rows';
import type { Outcome } from './updates';

/** What came of an update that may have reached the database before: if the row is as it was wanted, it did. */
export async function outcomeOfResent(table: Table, entry: Entry, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind !== 'gone') return settledBefore(entry.changes, outcome);
  // A row whose key was changed is gone by its old one.
  const moved = { ...entry.seen, ...entry.changes };
  const key = keyOf(table, moved);
  if (!key || textOf(table, moved) === entry.rowKey) return outcome;
  const asked = listRows(table, { filters: keyFilters(key), columns: readableColumns(table), limit: 1 });
  const row = await asked.then(({ rows }) => rows[0]).catch(() => undefined);
  const found: Outcome = row ? { kind: 'conflict', theirs: row, columns: [] } : outcome;
  const settled = settledBefore(entry.changes, found);
  return settled.kind === 'saved' ? settled : outcome;
}

/** Adds one row. */
export async function addRow(table: Table, row: Row): Promise<Outcome> {
  try {
    const [added] = await insertMany(table, [row]);
    return { kind: 'saved', row: added ?? {} };
  } catch (caught) {
    return { kind: 'refused', error: toApiError(caught) };
  }
}

/** Adds a row whose first sending may have added it already: if one with its values is there, the person decides. */
export async function addRowOnce(table: Table, { changes, sentBefore, sure }: Entry): Promise<Outcome> {
  try {
    if (sentBefore && !sure && (await isThere(table, changes))) return { kind: 'refused', error: maybeAdded };
  } catch (caught) {
    return { kind: 'refused', error: toApiError(caught) };
  }
  return addRow(table, changes);
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
