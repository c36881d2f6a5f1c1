import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { splitForURL } from '@/data/query/filters/split-for-url';
import { escapePattern } from '@/data/query/operators/operator-forms.utils';
import type { Row } from '@/data/rows/row';
import { listRows } from '@/data/rows/rows-api';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import { ApiError } from '@/lib/api';
import type { Column, Table } from '@/lib/api.gen';
import { getRowTitle, listTitleColumns } from './row-titles';
import { buildTitleEquals, buildTitleFilter } from './title-filters';

/** A table, and the column or title by which its rows are looked up. */
export interface KeyLookup {
  table: Table;
  by: Column | 'title';
  /** The column with the keys. */
  key: string;
  /** Maximum number of rows in a response of the backend. */
  maxRows: number;
}

/** Maximum number of texts without an exact match that are searched case-insensitively, because no index is used for these. */
const maxSearchedTexts = 2_000;

/** Maximum number of rows that a request reads. */
const maxLookupRows = 1_000;

/** Whether the titles of a table's rows can be looked up as texts of several columns, such as first and last names. */
export function hasCombinedTitle(table: Table): boolean {
  const columns = listTitleColumns(table);
  return columns.length > 1 && columns.every(({ kind, array }) => kind === 'text' && !array);
}

/**
 * Returns the key of the row for each text: null if several rows match, no entry if none does. Surrounding spaces are
 * ignored. For titles and text columns, up to 2,000 unmatched texts are searched again case-insensitively.
 */
export async function lookUpKeys(
  lookup: KeyLookup,
  texts: readonly string[],
): Promise<Map<string, string | null>> {
  const { table, by } = lookup;
  const found = await findKeys(
    lookup,
    texts.filter((text) => by === 'title' || isValidText(by, text.trim())),
    trim,
    (part) => (by === 'title' ? buildTitleEquals(table, part) : condition(by.name, 'in', part)),
  );
  if (by !== 'title' && by.kind !== 'text') return found;
  const others = texts.filter((text) => !found.has(text)).slice(0, maxSearchedTexts);
  const similar = findKeys(lookup, others, normalizeText, (part) => {
    const filters = part.flatMap((text) =>
      by === 'title'
        ? (buildTitleFilter(table, text) ?? [])
        : condition(by.name, 'imatch', `^\\s*${escapePattern(text)}\\s*$`),
    );
    return filters.length > 0 ? group('or', filters) : undefined;
  });
  return new Map([...found, ...(await similar.catch(ignoreTimeout))]);
}

/** Returns no keys after a search without an index that took too long: then only exact matches are found. */
function ignoreTimeout(error: unknown): Map<string, null> {
  if (error instanceof ApiError && ['57014', 'backend_timeout'].includes(error.code)) return new Map();
  throw error;
}

/** Whether a text is valid for the column's type. The database rejects a request with an invalid text. */
function isValidText(column: Column, text: string): boolean {
  return column.kind === 'text' || 'value' in checkEnteredValue(column, text, 'plain');
}

const trim = (text: string) => text.trim();

const normalizeText = (text: string) => text.trim().normalize('NFC').toLowerCase();

/**
 * Reads the rows of `buildFilter` in parts. Returns the key for each text that equals a title or value after `normalize`: null if
 * several rows match, or can match in the rows beyond the limit.
 */
async function findKeys(
  lookup: KeyLookup,
  texts: readonly string[],
  normalize: (text: string) => string,
  buildFilter: (texts: readonly string[]) => Filter | undefined,
): Promise<Map<string, string | null>> {
  const keys = new Map<string, Set<string>>();
  const incomplete = new Set<string>();
  const readPart = async (part: readonly string[]): Promise<void> => {
    const filter = buildFilter(part);
    if (!filter) return;
    const rows = await readRows(lookup, filter);
    const isLimited = rows === undefined || rows.length >= Math.min(maxLookupRows, lookup.maxRows);
    if (isLimited && part.length > 1) {
      const half = Math.ceil(part.length / 2);
      await readPart(part.slice(0, half));
      return readPart(part.slice(half));
    }
    if (isLimited) incomplete.add(normalize(part[0] ?? ''));
    for (const row of rows ?? []) {
      const text = normalize(getComparedText(lookup, row));
      keys.set(text, (keys.get(text) ?? new Set()).add(String(row[lookup.key])));
    }
  };
  for (const part of splitForURL([...new Set(texts.map(trim))], (text) => [text])) await readPart(part);
  return new Map(
    texts.flatMap((text) => {
      const matches = keys.get(normalize(text));
      if (!matches) return [];
      const [key = null] = matches;
      return [[text, matches.size === 1 && !incomplete.has(normalize(text)) ? key : null] as const];
    }),
  );
}

/** Returns the rows of a filter; undefined if the filter is too long for the URL of a request. */
async function readRows({ table, by, key }: KeyLookup, filter: Filter): Promise<readonly Row[] | undefined> {
  const names = by === 'title' ? listTitleColumns(table).map(({ name }) => name) : [by.name];
  const columns = [...new Set([...names, key])];
  try {
    return (await listRows(table, { filters: [filter], columns, limit: maxLookupRows })).rows;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'address_too_long') return undefined;
    throw error;
  }
}

function getComparedText({ table, by }: KeyLookup, row: Row): string {
  return by === 'title' ? getRowTitle(table, row) : String(row[by.name] ?? '');
}
