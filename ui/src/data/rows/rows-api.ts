import { type Filter, formatFilters, type Parameter, quoteName } from '@/data/query/filters/filters.utils';
import { formatRowsQuery, formatSelectedLookups } from '@/data/query/lookups/format-rows-query';
import { isLookupName, parseLookupName } from '@/data/query/lookups/lookup-name';
import { formatWireValue, isReadAsText, parseWireValue } from '@/data/values/value.utils';
import { api, buildURL, encodeProfile, path, type RequestOptions } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { JSONText, stringifyJSON } from '@/lib/text/json';
import { findOmittedColumns, omitLargeColumns, valueLimit } from './large-columns';
import { listReadableNames } from './readable-columns';
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

/** Returns the path of a table's rows in the API, without its schema: buildProfileHeaders names that. */
export function formatRowsPath(table: Table): string {
  return path`/api/rows/${table.name}`;
}

/** Returns the headers that name the table's schema: PostgREST reads Accept-Profile for a GET, Content-Profile for a write. */
export function buildProfileHeaders(table: Pick<Table, 'schema'>): Record<string, string> {
  const schema = encodeProfile(table.schema);
  return { 'Accept-Profile': schema, 'Content-Profile': schema };
}

/** Returns the `select` of a request. */
export function formatColumns(table: Table, names: readonly string[]): string {
  const columns = new Map(table.columns.map((column, i) => [column.name, { column, alias: lookupAlias(i) }]));
  const cast = (name: string) => {
    const column = columns.get(name)?.column;
    return column && isReadAsText(column) ? '::text' : '';
  };
  const own = names.filter((name) => !isLookupName(name)).map((name) => `${quoteName(name)}${cast(name)}`);
  const lookups = names
    .filter(isLookupName)
    .map((name) => ({ name, alias: columns.get(name)?.alias ?? '', cast: cast(name) }));
  return [...own, ...formatSelectedLookups(lookups)].join(',');
}

/** Returns the name of a lookup in a response, by its index in the table's columns. */
function lookupAlias(index: number): string {
  return `tableside_lookup_${index}`;
}

/** Converts rows of a response. Ignores members that are no columns of the table. */
export function parseRows(table: Table, wire: readonly Record<string, unknown>[]): Row[] {
  const columns = table.columns.map((column, i) => ({
    column,
    member: isLookupName(column.name) ? lookupAlias(i) : column.name,
  }));
  return wire.map((item) =>
    Object.fromEntries(
      columns
        .filter(({ member }) => member in item)
        .map(({ column, member }) => [column.name, parseWireValue(column, item[member])]),
    ),
  );
}

/** Converts a row to the JSON of a request body. Contains only columns of the table that the row has, and numbers as strings, so that the database gets every digit. */
export function serializeRow(table: Table, row: Row): JSONText {
  const members = table.columns
    .filter((column) => Object.hasOwn(row, column.name))
    .map((column) => `${stringifyJSON(column.name)}:${formatWireValue(column, row[column.name] ?? null)}`);
  return new JSONText(`{${members.join(',')}}`);
}

/** Returns the number after the slash of `Content-Range: 0-99/612`. */
export function parseTotal(headers: Headers): number | undefined {
  const total = /\/(\d+)$/.exec(headers.get('Content-Range') ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}

/** Returns the URL and headers of GET /api/rows/:table. */
export function buildListRequest(table: Table, request: ListRequest) {
  const { filters = [], order = [], columns, limit, offset = 0, count, omitsLargeValues } = request;
  const selected = omitsLargeValues ? omitLargeColumns(table, columns, order) : columns;
  const query = formatRowsQuery({ select: formatColumns(table, selected), filters, order });
  query.push(['limit', String(limit)]);
  if (offset > 0) query.push(['offset', String(offset)]);
  const headers = {
    ...buildProfileHeaders(table),
    ...(count ? { Prefer: `count=${count}` } : {}),
    ...(omitsLargeValues ? { 'X-Tableside-Value-Limit': String(valueLimit) } : {}),
  };
  return { path: formatRowsPath(table), query, headers };
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
  const query: Parameter[] = canRead ? [['select', formatColumns(table, listReadableNames(table))]] : [];
  if (columns.length > 0) query.push(['columns', columns.map(quoteName).join(',')]);
  const { data } = await api.post<Record<string, unknown>[] | undefined>(formatRowsPath(table), {
    query,
    headers: { ...buildProfileHeaders(table), Prefer: `return=${canRead ? 'representation' : 'minimal'}` },
    body: new JSONText(`[${rows.map((row) => serializeRow(table, row).text).join(',')}]`),
  });
  return parseRows(table, data ?? []);
}

export interface InsertOptions {
  /** The columns that the rows set. */
  columns: readonly string[];
  /** The columns of a unique key: an existing row with the same values is updated. If empty, all rows are inserted. */
  keys: readonly string[];
  /** The columns of the rows to return. If it is empty, no rows are returned, so that they need not be readable. */
  returned: readonly string[];
}

/**
 * POST /api/rows/:table with rows as JSON texts. Writes all rows or none. Returns them as they are now; none if a policy
 * hides one of them from the role.
 */
export async function insertSerializedRows(
  table: Table,
  bodies: readonly string[],
  { columns, keys, returned }: InsertOptions,
): Promise<readonly Row[]> {
  const query: Parameter[] = [['columns', columns.map(quoteName).join(',')]];
  if (keys.length > 0) query.push(['on_conflict', keys.map(quoteName).join(',')]);
  if (returned.length > 0) query.push(['select', formatColumns(table, returned)]);
  const prefer = [
    returned.length > 0 ? 'return=representation' : 'return=minimal',
    ...(keys.length > 0 ? ['resolution=merge-duplicates'] : []),
  ];
  const { data } = await api.post<Record<string, unknown>[] | undefined>(formatRowsPath(table), {
    query,
    headers: { ...buildProfileHeaders(table), Prefer: prefer.join(',') },
    body: new JSONText(`[${bodies.join(',')}]`),
  });
  return parseRows(table, data ?? []);
}

export interface PatchOptions extends Pick<RequestOptions, 'keepalive'> {
  filters: readonly Filter[];
  changes: Row;
  /** If more rows match, the backend changes none. */
  maxAffected: number;
  /** The columns to return; default: all that the user can read. */
  columns?: readonly string[];
}

/**
 * PATCH /api/rows/:table. Applies the changes to all rows that match, and returns
 * them as they are after it. If more than `maxAffected` rows match, throws an
 * ApiError (PGRST124).
 */
export async function patchRows(
  table: Table,
  { filters, changes, maxAffected, columns = listReadableNames(table), ...options }: PatchOptions,
): Promise<readonly Row[]> {
  const { data } = await api.patch<Record<string, unknown>[]>(formatRowsPath(table), {
    ...options,
    query: [['select', formatColumns(table, columns)], ...formatFilters(filters)],
    headers: { ...buildProfileHeaders(table), Prefer: maxAffectedPreference(maxAffected) },
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
  columns: readonly string[] = listReadableNames(table),
): Promise<readonly Row[]> {
  const { data } = await api.delete<Record<string, unknown>[]>(formatRowsPath(table), {
    query: [['select', formatColumns(table, columns)], ...formatFilters(filters)],
    headers: { ...buildProfileHeaders(table), Prefer: maxAffectedPreference(maxAffected) },
  });
  return parseRows(table, data ?? []);
}

/** Returns the Prefer header of a write that the backend rejects if it would affect more rows. */
function maxAffectedPreference(maxAffected: number): string {
  return `return=representation,handling=strict,max-affected=${maxAffected}`;
}

/** `csv` has the values unchanged; `spreadsheet` is CSV in which texts that look like formulas are escaped. */
export type ExportFormat = 'csv' | 'spreadsheet' | 'json';

export interface ExportRequest {
  filters: readonly Filter[];
  order: readonly OrderTerm[];
  /** Default: all readable columns. */
  columns?: readonly string[];
  format: ExportFormat;
}

/** Formats a column of a file. A lookup is a spread relation, with the path as the title of its column. */
function formatExportedColumn(name: string): string {
  const { references, column } = parseLookupName(name);
  if (references.length === 0) return quoteName(name);
  const title = quoteName([...references, column].join('.'));
  const opened = references.map((reference) => `...${quoteName(reference)}(`).join('');
  return `${opened}${title}:${quoteName(column)}${')'.repeat(references.length)}`;
}

/** Returns the URL of GET /api/export/:schema/:table, which downloads all rows that match. */
export function exportURL(table: Table, { filters, order, columns, format }: ExportRequest): string {
  const select = (columns ?? listReadableNames(table)).map(formatExportedColumn).join(',');
  const query = [...formatRowsQuery({ select, filters, order })];
  if (format !== 'csv') query.push(['format', format]);
  return buildURL(path`/api/export/${table.schema}/${table.name}`, query);
}
