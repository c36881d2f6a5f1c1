import type { QueryClient } from '@tanstack/react-query';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { isSameValue } from '@/data/values/value.utils';
import type { Table } from '@/lib/api.gen';

/** The kinds of queries whose results contain rows that views show. */
const rowQueries = ['pages', 'lane', 'calendar', 'record', 'related'];

/** The shown rows of a table by the text of their key. A query reads only some columns, so a row contains those of all queries. */
export type LoadedRows = ReadonlyMap<string, Row>;

/** Returns the rows of a table in the results of queries that are in use. */
export function collectLoadedRows(client: QueryClient, table: Table): LoadedRows {
  const rows = new Map<string, Row>();
  for (const query of client.getQueryCache().findAll({ queryKey: rowKeys.table(table), type: 'active' })) {
    if (!rowQueries.includes(String(query.queryKey[3]))) continue;
    for (const row of rowsIn(query.state.data)) {
      const key = getCachedRowKey(table, row);
      if (key !== '') rows.set(key, { ...rows.get(key), ...row });
    }
  }
  return rows;
}

/** Yields the rows in the result of a query: a row, a list of rows, a page ({rows}) or pages ({pages}). */
function* rowsIn(data: unknown): Generator<Row> {
  if (Array.isArray(data)) for (const item of data) yield* rowsIn(item);
  else if (isObject(data) && Array.isArray(data.rows)) yield* data.rows as Row[];
  else if (isObject(data) && Array.isArray(data.pages)) yield* rowsIn(data.pages);
  else if (isObject(data)) yield data as Row;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns the cells whose value differs, as [row key, column], and the keys of rows that are only in `after`. */
export function compareRows(before: LoadedRows, after: LoadedRows) {
  const cells: [rowKey: string, column: string][] = [];
  const newRows: string[] = [];
  for (const [key, row] of after) {
    const old = before.get(key);
    if (!old) newRows.push(key);
    else
      for (const column of Object.keys(row))
        if (column in old && !isSameValue(old[column], row[column])) cells.push([key, column]);
  }
  return { cells, newRows };
}
