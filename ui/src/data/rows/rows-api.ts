import { type Filter, formatFilters, type Parameter, quoteName } from '@/data/query/filters.utils';
import { formatOrder } from '@/data/query/table-page-state';
import { formatWireValue, isReadAsText, parseWireValue } from '@/data/values/value.utils';
import { api, buildURL, path } from '@/lib/api';
import type { Column, Table } from '@/lib/api.gen';
import { JSONText, stringify } from '@/lib/json';
import type { OrderTerm, Row } from './row';

/** Requests to /api/rows: rows in and out in the form that this feature keeps. */

export interface ListRequest {
  filters?: readonly Filter[];
  order?: readonly OrderTerm[];
  columns: readonly string[];
  limit: number;
  offset?: number;
  count?: 'planned' | 'estimated' | 'exact' | undefined;
  signal?: AbortSignal | undefined;
}

export interface RowList {
  rows: readonly Row[];
  /** How many rows match in all; undefined unless a count was asked for. */
  total: number | undefined;
}

export function rowsPath(table: Table): string {
  return path`/api/rows/${table.name}`;
}

/** Both names: a read goes by Accept-Profile, a write by Content-Profile. */
export function profileHeaders(table: Table): Record<string, string> {
  return { 'Accept-Profile': table.schema, 'Content-Profile': table.schema };
}

function formatColumns(table: Table, names: readonly string[]): string {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  return names
    .map((name) => {
      const column = columns.get(name);
      return column && isReadAsText(column) ? `${quoteName(name)}::text` : quoteName(name);
    })
    .join(',');
}

/** Rows as the API sent them, in the form that this feature keeps. */
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

/** A row as a body's JSON. */
export function serializeRow(table: Table, row: Row): JSONText {
  const members = table.columns
    .filter((column) => column.name in row)
    .map((column) => `${stringify(column.name)}:${formatWireValue(column, row[column.name] ?? null)}`);
  return new JSONText(`{${members.join(',')}}`);
}

/** The number after the slash of `Content-Range: 0-99/612`. */
function parseTotal(headers: Headers): number | undefined {
  const total = /\/(\d+)$/.exec(headers.get('Content-Range') ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}

/** The names of the columns that this role can read. */
export function readableColumnNames(table: Table): string[] {
  return table.columns.filter((column) => column.privileges.select).map((column) => column.name);
}

/** GET /api/rows/:table. */
export async function listRows(table: Table, request: ListRequest): Promise<RowList> {
  const { filters = [], order = [], columns, limit, offset = 0, count, signal } = request;
  const query: Parameter[] = [['select', formatColumns(table, columns)], ...formatFilters(filters)];
  if (order.length > 0) query.push(['order', formatOrder(order)]);
  query.push(['limit', String(limit)]);
  if (offset > 0) query.push(['offset', String(offset)]);
  const headers = { ...profileHeaders(table), ...(count ? { Prefer: `count=${count}` } : {}) };
  const answer = await api.get<Record<string, unknown>[]>(rowsPath(table), { query, headers, signal });
  return { rows: parseRows(table, answer.data), total: parseTotal(answer.headers) };
}

/**
 * POST /api/rows/:table with several rows, all or none; answers with them in
 * their order, or with none where this role may not read them. What a row lacks
 * is its default.
 */
export async function insertRows(table: Table, rows: readonly Row[]): Promise<Row[]> {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = table.columns.filter(({ name }) => names.has(name)).map(({ name }) => name);
  // Asking for the rows back is reading them: without the right to, the whole insert would be refused.
  const reads = table.privileges.select;
  const query: Parameter[] = reads ? [['select', formatColumns(table, readableColumnNames(table))]] : [];
  if (columns.length > 0) query.push(['columns', columns.map(quoteName).join(',')]);
  const answer = await api.post<Record<string, unknown>[] | undefined>(rowsPath(table), {
    query,
    headers: { ...profileHeaders(table), Prefer: `return=${reads ? 'representation' : 'minimal'}` },
    body: new JSONText(`[${rows.map((row) => serializeRow(table, row).text).join(',')}]`),
  });
  return parseRows(table, answer.data ?? []);
}

export interface InsertOptions {
  columns: readonly string[];
  /** Rows that have the same values in these columns are updated; with none, all rows are new. */
  keys: readonly string[];
}

/** POST /api/rows/:table with rows that are JSON already: all of them, or none. */
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

/** PATCH /api/rows/:table of at most `most` rows; answers with what of them is asked for. */
export async function patchRows(
  table: Table,
  filters: readonly Filter[],
  changes: Row,
  most: number,
  columns: readonly string[] = readableColumnNames(table),
): Promise<readonly Row[]> {
  const answer = await api.patch<Record<string, unknown>[]>(rowsPath(table), {
    query: [['select', formatColumns(table, columns)], ...formatFilters(filters)],
    headers: { ...profileHeaders(table), Prefer: maxAffectedPreference(most) },
    body: serializeRow(table, changes),
  });
  return parseRows(table, answer.data ?? []);
}

/** DELETE /api/rows/:table of at most `most` rows; answers with those that went, as they were. */
export async function deleteRows(
  table: Table,
  filters: readonly Filter[],
  most: number,
  columns: readonly string[] = readableColumnNames(table),
): Promise<readonly Row[]> {
  const answer = await api.delete<Record<string, unknown>[]>(rowsPath(table), {
    query: [['select', formatColumns(table, columns)], ...formatFilters(filters)],
    headers: { ...profileHeaders(table), Prefer: maxAffectedPreference(most) },
  });
  return parseRows(table, answer.data ?? []);
}

/** The preference of a change that must not touch more rows than it is meant for. */
function maxAffectedPreference(most: number): string {
  return `return=representation,handling=strict,max-affected=${most}`;
}

/** `spreadsheet`: CSV as spreadsheets read it, in which nothing calculates. */
export type ExportFormat = 'spreadsheet' | 'json';

export interface ExportRequest {
  filters: readonly Filter[];
  order: readonly OrderTerm[];
  /** All that this role can read, if not given. */
  columns?: readonly string[];
  format: ExportFormat;
}

/** The address of GET /api/export/:schema/:table: a download of all rows that match. */
export function exportURL(table: Table, { filters, order, columns, format }: ExportRequest): string {
  const query: Parameter[] = [...formatFilters(filters), ['format', format]];
  if (columns) query.push(['select', columns.map(quoteName).join(',')]);
  if (order.length > 0) query.push(['order', formatOrder(order)]);
  return buildURL(path`/api/export/${table.schema}/${table.name}`, query);
}
