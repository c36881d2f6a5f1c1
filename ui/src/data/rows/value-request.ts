import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { formatFilters, type Parameter } from '@/data/query/filters/filters.utils';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { buildKeyFilters } from '@/data/writes/batches/guards.utils';
import { api, buildURL, path } from '@/lib/api';
import type { Column, Table } from '@/lib/api.gen';
import type { Row, Value } from './row';
import { rowKeys } from './row-keys';
import { formatColumns, listRows } from './rows-api';

/** Returns the URL of GET /api/values/:schema/:table, which downloads a value as a file. */
export function formatValueURL(table: Table, key: readonly KeyValue[], column: string): string {
  const query: Parameter[] = [
    ['select', formatColumns(table, [column])],
    ...formatFilters(buildKeyFilters(key)),
  ];
  return buildURL(path`/api/values/${table.schema}/${table.name}`, query);
}

/** Query for a whole value of a row that is not open as a record. */
export function valueQuery(table: Table, key: readonly KeyValue[], column: Column) {
  return queryOptions({
    queryKey: rowKeys.value(table, key, column.name),
    queryFn: () => fetchValue(table, key, column),
  });
}

/** Reads a large value of an open record, and adds it to the record. Throws ApiError. */
export async function loadValue(
  client: QueryClient,
  table: Table,
  key: readonly KeyValue[],
  column: Column,
): Promise<void> {
  addLoadedValue(client, table, key, column, await fetchValue(table, key, column));
}

/** Adds a value to an open record. */
export function addLoadedValue(
  client: QueryClient,
  table: Table,
  key: readonly KeyValue[],
  column: Column,
  value: Value,
): void {
  client.setQueryData<Row | null>(rowKeys.record(table, key), (row) =>
    row ? { ...row, [column.name]: value } : row,
  );
}

async function fetchValue(table: Table, key: readonly KeyValue[], column: Column): Promise<Value> {
  // The browser reads a text faster than it parses JSON.
  if (!column.array && (column.kind === 'text' || column.kind === 'json'))
    return api.getText(formatValueURL(table, key, column.name));
  const { rows } = await listRows(table, { filters: buildKeyFilters(key), columns: [column.name], limit: 1 });
  return rows[0]?.[column.name] ?? null;
}
