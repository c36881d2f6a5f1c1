import type { Row } from '@/data/rows/row';
import { buildProfileHeaders, parseRows } from '@/data/rows/rows-api';
import { api, path } from '@/lib/api';
import type { Action, Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';

/** A row that the function found. */
export interface FoundRow {
  table: Table;
  row: Row;
}

/** Returns the function `tableside_search(query)`; undefined if the owner has not installed it. */
export function findSearchFunction(schema: Schema): Action | undefined {
  return schema.actions.find(({ name, kind }) => name === 'tableside_search' && kind !== 'edge');
}

/** Calls the function. Returns the rows of the tables in the schema, in the order of the function. Throws ApiError. */
export async function searchByFunction(
  schema: Schema,
  action: Action,
  query: string,
  signal: AbortSignal,
): Promise<readonly FoundRow[]> {
  const { data } = await api.post<unknown>(path`/api/rpc/${action.name}`, {
    headers: buildProfileHeaders(action),
    body: { query },
    signal,
  });
  if (!Array.isArray(data)) return [];
  return data.flatMap((item: unknown) => {
    const { table_schema, table_name, record } = toMembers(item);
    const table = findTable(schema, String(table_schema), String(table_name));
    if (!table?.privileges.select) return [];
    return parseRows(table, [toMembers(record)]).map((row) => ({ table, row }));
  });
}

function toMembers(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
