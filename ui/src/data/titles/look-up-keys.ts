import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { escapePattern } from '@/data/query/operators/operator-forms.utils';
import type { Row } from '@/data/rows/row';
import { listRows } from '@/data/rows/rows-api';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Column, Table } from '@/lib/api.gen';
import { getRowTitle, listTitleColumns } from './row-titles';
import { buildTitleEquals, buildTitleFilter } from './title-filters';

/** The rows that are looked up, and by what: the values of a column, or the rows' titles. */
export interface KeyLookup {
  table: Table;
  by: Column | 'title';
  /** The column with the keys. */
  key: string;
  /** Maximum number of rows in a response of the backend. */
  maxRows: number;
}

/** Maximum length of the texts in a request, in characters. It limits the length of the URL. */
const maxTextsLength = 3_000;

/** Maximum number of texts without an exact match that are searched in any case, because no index is used for these. */
const maxSearchedTexts = 2_000;

/** Maximum number of rows that a request reads. */
const maxLookupRows = 1_000;

/** Whether the titles of a table's rows can be looked up as texts of several columns, such as first and last names. */
export function hasCombinedTitle(table: Table): boolean {
  const columns = listTitleColumns(table);
  return columns.length > 1 && columns.every(({ kind, array }) => kind === 'text' && !array);
}

/**
 * Returns the keys of the rows that texts name; null for a text that several rows have. A text equals a value if they are
 * equal without surrounding spaces; if no row has the text so, in any case.
 */
export async function lookUpKeys(
  lookup: KeyLookup,
  texts: readonly string[],
): Promise<Map<string, string | null>> {
  const { table, by } = lookup;
  const found = await findKeys(
    lookup,
    texts.filter((text) => by === 'title' || isComparable(by, text.trim())),
    trim,
    (batch) => (by === 'title' ? buildTitleEquals(table, batch) : condition(by.name, 'in', batch)),
  );
  if (by !== 'title' && by.kind !== 'text') return found;
  const others = texts.filter((text) => !found.has(text)).slice(0, maxSearchedTexts);
  const similar = await findKeys(lookup, others, foldCase, (batch) => {
    const filters = batch.flatMap((text) =>
      by === 'title'
        ? (buildTitleFilter(table, text) ?? [])
        : condition(by.name, 'imatch', `^\\s*${escapePattern(text)}\\s*$`),
    );
    return filters.length > 0 ? group('or', filters) : undefined;
  });
  return new Map([...found, ...similar]);
}

/** Whether a text can be compared with the values of a column; the database would reject the request. */
function isComparable(column: Column, text: string): boolean {
  return column.kind === 'text' || 'value' in checkEnteredValue(column, text, 'plain');
}

const trim = (text: string) => text.trim();

const foldCase = (text: string) => text.trim().normalize('NFC').toLowerCase();

/** Reads the rows that a filter finds, and returns the keys of those that are equal to a text in the form of `toForm`. */
async function findKeys(
  lookup: KeyLookup,
  texts: readonly string[],
  toForm: (text: string) => string,
  buildFilter: (texts: readonly string[]) => Filter | undefined,
): Promise<Map<string, string | null>> {
  const keys = new Map<string, Set<string>>();
  const readBatch = async (batch: readonly string[]): Promise<void> => {
    const filter = buildFilter(batch);
    if (!filter) return;
    const rows = await readRows(lookup, filter);
    // The response can lack rows, except of a text by which all of its rows are found.
    if (rows.length >= Math.min(maxLookupRows, lookup.maxRows) && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await readBatch(batch.slice(0, half));
      return readBatch(batch.slice(half));
    }
    for (const row of rows) {
      const form = toForm(formatRow(lookup, row));
      keys.set(form, (keys.get(form) ?? new Set()).add(String(row[lookup.key])));
    }
  };
  for (const batch of splitTexts([...new Set(texts.map(trim))])) await readBatch(batch);
  return new Map(
    texts.flatMap((text) => {
      const matches = keys.get(toForm(text));
      if (!matches) return [];
      const [key = null] = matches;
      return [[text, matches.size === 1 ? key : null] as const];
    }),
  );
}

async function readRows({ table, by, key }: KeyLookup, filter: Filter): Promise<readonly Row[]> {
  const names = by === 'title' ? listTitleColumns(table).map(({ name }) => name) : [by.name];
  const columns = [...new Set([...names, key])];
  const { rows } = await listRows(table, { filters: [filter], columns, limit: maxLookupRows });
  return rows;
}

function formatRow({ table, by }: KeyLookup, row: Row): string {
  return by === 'title' ? getRowTitle(table, row) : String(row[by.name] ?? '');
}

/** Splits texts into batches that fit into a request. */
function* splitTexts(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let length = 0;
  for (const text of texts) {
    const added = encodeURIComponent(text).length + 24;
    if (batch.length > 0 && length + added > maxTextsLength) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(text);
    length += added;
  }
  if (batch.length > 0) yield batch;
}
