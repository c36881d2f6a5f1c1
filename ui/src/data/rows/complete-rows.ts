import { buildKeyFilters, formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import { matchAnyRow, splitIntoBatches } from '@/data/writes/batches/match-rows';
import type { Table } from '@/lib/api.gen';
import type { Row } from './row';
import { listRows } from './rows-api';
import { rowsMessages as messages } from './rows-messages';

/**
 * Returns rows with all of these columns: reads the rows again that lack some, because their values are large or a view
 * does not show them. Throws ApiError, or an Error if a row has no key or no longer exists.
 */
export async function completeRows(
  table: Table,
  rows: readonly Row[],
  columns: readonly string[],
): Promise<readonly Row[]> {
  const incomplete = new Set(rows.filter((row) => columns.some((name) => !Object.hasOwn(row, name))));
  const keys = [...incomplete].map((row) => buildKeyFilters(getRowKey(table, row) ?? []));
  if (keys.some(({ length }) => length === 0)) throw new Error(messages.incompleteRow);
  const read = new Map<string, Row>();
  const keyOf = (row: Row) => formatKeyText(getRowKey(table, row) ?? []);
  for (const batch of splitIntoBatches(keys, (key) => key)) {
    const names = [...new Set([...columns, ...batch.flat().map(({ column }) => column)])];
    const found = await listRows(table, { filters: matchAnyRow(batch), columns: names, limit: batch.length });
    for (const row of found.rows) read.set(keyOf(row), row);
  }
  return rows.map((row) => {
    if (!incomplete.has(row)) return row;
    const complete = read.get(keyOf(row));
    if (!complete) throw new Error(messages.incompleteRow);
    return complete;
  });
}
