import { type Filter, formatFilters, type Parameter, quoteName } from '@/data/query/filters/filters.utils';
import { formatOrder } from '@/data/query/page-state/table-page-state';
import { formatWireValue, isReadAsText, parseWireValue } from '@/data/values/value.utils';
import { api, buildURL, encodeProfile, path } from '@/lib/api';
import type { Column, Table } from '@/lib/api.gen';
import { JSONText, stringifyJSON } from '@/lib/text/json';
import { findOmittedColumns, omitLargeColumns, valueLimit } from './large-columns';
import { readableColumnNames } from './readable-columns';
import type { OrderTerm, Row } from './row';

/** Requests to /api/rows, with rows as Row objects. All functions throw ApiError. */

/** The rows that listRows reads. Filters are resolved (resolveFilters). */
export interface ListRequest {
  filters?: readonly Filter[];
  order?: readonly OrderTerm[];
  columns: readonly string[];
  limit: number;
  offset?: number;
  count?: 'planned' | 'estimated' | 'exact' | undefined;
  /** Whether the rows lack large values, for views that load these separately. Default: the rows are complete. */
  omitsLargeValues?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

export interface RowList {
  rows: readonly Row[];
  /** Number of all rows that match; undefined if the request had no `count`. */
  total: number | undefined;
}

/** Returns the path of a table's rows in the API, without its schema: profileHeaders names that. */
export function rowsPath(table: Table): string {
  return path`/api/rows/${table.name}`;
}

/** Returns the headers that name the table's schema: PostgREST reads Accept-Profile for a GET, Content-Profile for a write. */
export function profileHeaders(table: Table): Record<string, string> {
  const schema = encodeProfile(table.schema);
  return { 'Accept-Profile': schema, 'Content-Profile': schema };
}

/** Returns the `select` of a request. */
export function formatColumns(table: Table, names: readonly string[]): string {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  return names
    .map((name) => {
      const column = columns.get(name);
      return column && isReadAsText(column) ? `${quoteName(name)}::text` : quoteName(name);
    })
    .join(',');
}

/** Converts rows of a response. Ignores members that are no columns of the table. */
export function parseRows(table: Table, wire: readonly Record<string, unknown>[]): Row[] {
  const columns: Column[] = table.columns;
  return wire.map((item) =>
    Object.fromEntries(
      columns
        .filter((column) => column.name in item)
        .map((column) => [column.name, parseWireValue(column, item[column.name])]),
    ),
  );
}

/** Converts a row to the JSON of a request body, with exact numbers. */
export function serializeRow(table: Table, row: Row): JSONText {
  const members = table.columns
    .filter((column) => column.name in row)
    .map((column) => `${stringifyJSON(column.name)}:${formatWireValue(column, row[column.name] ?? null)}`);
  return new JSONText(`{${members.join(',')}}`);
}

/** Returns the number after the slash of `Content-Range: 0-99/612`. */
function parseTotal(headers: Headers): number | undefined {
  const total = /\/(\d+)$/.exec(headers.get('Content-Range') ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}

/** Returns the URL and headers of GET /api/rows/:table. */
export function buildListRequest(table: Table, request: ListRequest) {
  const { filters = [], order = [], columns, limit, offset = 0, count, omitsLargeValues } = request;
  const selected = omitsLargeValues ? omitLargeColumns(table, columns, order) : columns;
  const query: Parameter[] = [['select', formatColumns(table, selected)], ...formatFilters(filters)];
  if (order.length > 0) query.push(['order', formatOrder(order)]);
  query.push(['limit', String(limit)]);
  if (offset > 0) query.push(['offset', String(offset)]);
  const headers = {
    ...profileHeaders(table),
    ...(count ? { Prefer: `count=${count}` } : {}),
    ...(omitsLargeValues ? { 'X-Tableside-Value-Limit': String(valueLimit) } : {}),
  };
  return { path: rowsPath(table), query, headers };
}

/** GET /api/rows/:table. Returns up to `limit` rows, and the number of all rows if `count` is set. */
export async function listRows(table: Table, request: ListRequest): Promise<RowList> {
  const { path: listPath, query, headers } = buildListRequest(table, request);
  const { signal } = request;
  const response = await api.get<Record<string, unknown>[]>(listPath, { query, headers, signal });
  const rows = parseRows(table, response.data);
  if (request.omitsLargeValues) findOmittedColumns(table, request.columns, rows);
  return { rows, total: parseTotal(response.headers) };
}

/**
 * POST /api/rows/:table. Inserts all rows or none. A missing column gets its
 * default. Returns the inserted rows in the same order; none if the role cannot
 * read the table.
 */
export async function insertRows(table: Table, rows: readonly Row[]): Promise<Row[]> {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = table.columns.filter(({ name }) => names.has(name)).map(({ name }) => name);
  // To return the rows, the database must read them: without that privilege it rejects the whole insert.
  const canRead = table.privileges.select;
  const query: Parameter[] = canRead ? [['select', formatColumns(table, readableColumnNames(table))]] : [];
  if (columns.length > 0) query.push(['columns', columns.map(quoteName).join(',')]);
  const { data } = await api.post<Record<string, unknown>[] | undefined>(rowsPath(table), {
    query,
    headers: { ...profileHeaders(table), Prefer: `return=${canRead ? 'representation' : 'minimal'}` },
    body: new JSONText(`[${rows.map((row) => serializeRow(table, row).text).join(',')}]`),
  });
  return parseRows(table, data ?? []);
}

export interface InsertOptions {
  /** The columns that the rows set. */
  columns: readonly string[];
  /** The columns of a unique key: an existing row with the same values is updated. If empty, all rows are inserted. */
  keys: readonly string[];
}

/** POST /api/rows/:table with rows as JSON texts. Writes all rows or none, and returns none. */
export async function insertSerializedRows(
  table: Table,
  bodies: readonly string[],
  { columns, keys }: InsertOptions,
): Promise<void> {
  const query: Parameter[] = [['columns', columns.map(quoteName).join(',')]];
  if (keys.length > 0) query.push(['on_conflict', keys.map(quoteName).join(',')]);
  const prefer = keys.length > 0 ? 'return=minimal,resolution=merge-duplicates' : 'return=minimal';
  await api.post(rowsPath(table), {
    query,
    headers: { ...profileHeaders(table), Prefer: prefer },
    body: new JSONText(`[${bodies.join(',')}]`),
  });
}

/**
 * PATCH /api/rows/:table. Applies the changes to all rows that match, and returns
 * them as they are after it, with `columns`. If more than `maxAffected`
 * rows match, changes none and throws an ApiError (PGRST124).
 */
export async function patchRows(
  table: Table,
  filters: readonly Filter[],
  changes: Row,
  maxAffected: number,
  columns: readonly string[] = readableColumnNames(table),
): Promise<readonly Row[]> {
  const { data } = await api.patch<Record<string, unknown>[]>(rowsPath(table), {
    query: [['select', formatColumns(table, columns)], ...formatFilters(filters)],
    headers: { ...profileHeaders(table), Prefer: maxAffectedPreference(maxAffected) },
    body: serializeRow(table, changes),
  });
  return parseRows(table, data ?? []);
}

/**
 * DELETE /api/rows/:table. Deletes all rows that match, and returns them as they
 * were, with `columns`. If more than `maxAffected` rows match, deletes
 * none and throws an ApiError (PGRST124).
 */
export async function deleteRows(
  table: Table,
  filters: readonly Filter[],
  maxAffected: number,
  columns: readonly string[] = readableColumnNames(table),
): Promise<readonly Row[]> {
  const { data } = await api.delete<Record<string, unknown>[]>(rowsPath(table), {
    query: [['select', formatColumns(table, columns)], ...formatFilters(filters)],
    headers: { ...profileHeaders(table), Prefer: maxAffectedPreference(maxAffected) },
  });
  return parseRows(table, data ?? []);
}

/** Returns the Prefer header of a write that the backend rejects if it would affect more rows. */
function maxAffectedPreference(maxAffected: number): string {
  return `return=representation,handling=strict,max-affected=${maxAffected}`;
}

/** `spreadsheet` is CSV for spreadsheet programs; texts that look like formulas are escaped. */
export type ExportFormat = 'spreadsheet' | 'json';

export interface ExportRequest {
  filters: readonly Filter[];
  order: readonly OrderTerm[];
  /** Default: all readable columns. */
  columns?: readonly string[];
  format: ExportFormat;
}

/** Returns the URL of GET /api/export/:schema/:table, which downloads all rows that match. */
export function exportURL(table: Table, { filters, order, columns, format }: ExportRequest): string {
  const query: Parameter[] = [...formatFilters(filters), ['format', format]];
  if (columns) query.push(['select', columns.map(quoteName).join(',')]);
  if (order.length > 0) query.push(['order', formatOrder(order)]);
  return buildURL(path`/api/export/${table.schema}/${table.name}`, query);
}
