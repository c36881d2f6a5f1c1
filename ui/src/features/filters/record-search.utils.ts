import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { searchFilter, searchVectorColumn, valueFilters } from '@/data/query/search.utils';
import { describeRow, listIdentifyingColumns, loadTitleReferences } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { listRows } from '@/data/rows/rows-api';
import { findRowNoun, findTitleColumn, getRowHeading, isTitleColumn } from '@/data/titles/row-titles';
import { findTitleRule } from '@/data/titles/title-columns';
import { addTitleMatch } from '@/data/titles/title-filters';
import { formatValue, isLongText } from '@/data/values/value.utils';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Action, Column, Schema, Table } from '@/lib/api.gen';
import { searchByFunction } from './search-function';

/** Maximum number of rows that one request returns. */
const maxRows = 20;

/** A table with more rows is searched by its keys and its full-text column only: an index finds those, other searches read every row. */
const maxTextSearchRows = 100_000;

/** Number of columns that describe a record, in addition to its title. */
const maxDetails = 2;

/** A record that a search found. */
export interface FoundRecord {
  table: Table;
  /** The record's key, as hrefs.record takes it. */
  record: string;
  /** Its title, "Bakery Lund", or its number with the kind of record, "Order 10608". */
  heading: string;
  /** Values that distinguish it from records with the same title. */
  detail: string;
  /** The texts of the searched columns. */
  texts: readonly string[];
}

/** Finds records of one table by title, key or number, with one request. A table without such columns causes no request.
 * With a schema, also loads the records that their titles refer to. */
export async function findRecords(
  table: Table,
  text: string,
  signal: AbortSignal,
  schema?: Schema,
): Promise<readonly FoundRecord[]> {
  const filter = recordFilter(table, text);
  if (!filter) return [];
  const searched = searchedColumns(table);
  const details = detailColumns(table);
  const title = findTitleColumn(table);
  const { rows } = await listRows(table, {
    filters: [filter],
    order: title && !isLarge(table) ? [{ column: title.name, descending: false }] : [],
    columns: listIdentifyingColumns(
      table,
      [...searched, ...details].map(({ name }) => name),
    ),
    limit: maxRows,
    signal,
  });
  if (schema) await loadTitleReferences(schema, table, rows);
  return rows.flatMap((row) => toFoundRecord(table, row));
}

/** Finds records of all tables with one call of `tableside_search`. */
export async function findRecordsByFunction(
  schema: Schema,
  action: Action,
  text: string,
  signal: AbortSignal,
): Promise<readonly FoundRecord[]> {
  const rows = await searchByFunction(schema, action, text, signal);
  for (const table of new Set(rows.map((each) => each.table))) {
    const own = rows.filter((each) => each.table === table).map(({ row }) => row);
    await loadTitleReferences(schema, table, own);
  }
  return rows.flatMap(({ table, row }) => toFoundRecord(table, row));
}

/** Returns a row as a record that a search found; none if the row lacks a part of its key. */
function toFoundRecord(table: Table, row: Row): FoundRecord | [] {
  const key = getRowKey(table, row);
  if (!key) return [];
  return {
    ...{ table, record: formatRecord(key), heading: getRowHeading(table, row) },
    detail: describeRow(table, pick(row, detailColumns(table))),
    texts: searchedColumns(table).map((column) => formatValue(column, row[column.name] ?? null)),
  };
}

/** Returns the filter for the records of a table that match a text; undefined if none can match. */
export function recordFilter(table: Table, text: string): Filter | undefined {
  if (!findIdentity(table)) return undefined;
  const searched = removeNoun(table, text.trim());
  const columns = searchedColumns(table);
  const vector = searchVectorColumn(table.columns);
  const words = vector && searched !== '' ? [condition(vector.name, 'wfts', searched)] : [];
  if (!isLarge(table)) {
    const contains = addTitleMatch(table, searchFilter(columns, searched), searched);
    const matches = [...(contains ? [contains] : []), ...words];
    return matches.length > 1 ? group('or', matches) : matches[0];
  }
  const texts = columns
    .filter(({ kind }) => kind === 'text')
    .map(({ name }) => condition(name, 'eq', searched));
  const filters = [...texts, ...words, ...valueFilters(columns, searched)];
  return filters.length > 0 ? group('or', filters) : undefined;
}

/**
 * Returns the columns by which users know a record: its title, and each key of a
 * single column. Excludes hidden numbers, which users have never seen, and
 * references, which identify another record.
 */
function searchedColumns(table: Table): Column[] {
  const keys = [table.primaryKey, ...table.uniqueKeys].filter((key) => key.length === 1).flat();
  const references = new Set(table.foreignKeys.flatMap((key) => key.columns));
  return table.columns.filter((column) => {
    if (!column.privileges.select || column.array || references.has(column.name)) return false;
    if (isTitleColumn(table, column)) return !isLarge(table) || keys.includes(column.name);
    return keys.includes(column.name) && (column.kind === 'uuid' || !('hidden' in column.tags));
  });
}

/** Names of texts that are the same for many records. */
const commonTextName = /^(currency|language|locale|time_?zone)(_code)?$/i;

/**
 * Returns the columns with a short text or an enum that describe a record in one line: first the one that distinguishes records with
 * the same title, then the first others.
 */
function detailColumns(table: Table): Column[] {
  const { second } = findTitleRule(table);
  const references = new Set(table.foreignKeys.flatMap((key) => key.columns));
  return table.columns
    .filter((column) => column.privileges.select && !column.array && !isTitleColumn(table, column))
    .filter(({ name }) => !references.has(name)) // the keys of other rows, such as that of the tenant
    .filter((column) => column.kind === 'enum' || (column.kind === 'text' && !isLongText(column)))
    .filter(({ tags, name }) => !('hidden' in tags) && !('file' in tags) && !commonTextName.test(name))
    .toSorted((a, b) => Number(b === second) - Number(a === second))
    .slice(0, maxDetails);
}

function isLarge({ estimatedRows }: Table): boolean {
  return (estimatedRows ?? 0) > maxTextSearchRows;
}

/** "10608" for "order 10608" in the table of orders: headings begin with the kind of record. */
function removeNoun(table: Table, text: string): string {
  const lower = text.toLowerCase();
  const noun = [findRowNoun(table), table.title.toLowerCase()].find(
    (each) => each && lower.startsWith(`${each} `),
  );
  return noun === undefined ? text : text.slice(noun.length).trim();
}

function pick(row: Row, columns: readonly Column[]): Row {
  return Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]));
}
