import { refersToAccounts } from '@/data/relations/account-table';
import type { Row } from '@/data/rows/row';
import { formatValue, isLongText } from '@/data/values/value.utils';
import { valuesMessages } from '@/data/values/values-messages';
import type { Column, Table } from '@/lib/api.gen';
import { findKnownTitle } from './known-titles';
import { findSingular } from './name-words';
import { findTitleRule } from './title-columns';

/** Returns the columns whose values form a row's title. Empty if the role can read no column. */
export function listTitleColumns(table: Table): readonly Column[] {
  return findTitleRule(table).columns;
}

/** Returns the first column of a row's title, by which rows are sorted; undefined if the role can read no column. */
export function findTitleColumn(table: Table): Column | undefined {
  return findTitleRule(table).columns[0];
}

/** Whether a row's title contains the value of a column, so that a card does not repeat it. */
export function isTitleColumn(table: Table, column: Column): boolean {
  return findTitleRule(table).columns.includes(column);
}

/** Returns the text of a row's column in its title, e.g. the title of the row that the column references. */
export type FormatTitleColumn = (column: Column, row: Row) => string;

/** Maximum number of characters of the first line of a long text in a title. */
const maxTitleLength = 100;

/** Formats the own value of a row's column for its title: times to the minute, and the first line of a long text. */
export const formatOwnValue: FormatTitleColumn = (column, row) => {
  const text = formatValue(column, row[column.name] ?? null, { precision: 'minute' });
  if (!isLongText(column)) return text;
  const [line = ''] = text.trim().split('\n', 1);
  return line.length > maxTitleLength ? `${line.slice(0, maxTitleLength)}…` : line;
};

/**
 * Returns the format of titles that shows the titles of referenced rows that are loaded, and other values as they are. The id of
 * an account whose name is not known is omitted.
 */
export function createTitleFormat(table: Table): FormatTitleColumn {
  const { references } = findTitleRule(table);
  return (column, row) => {
    if (!references.includes(column)) return formatOwnValue(column, row);
    const known = findKnownTitle(table, column, row);
    return known ?? (refersToAccounts(table, column.name) ? '' : formatOwnValue(column, row));
  };
}

/** Returns a row's title; its second title, its date or the values of its primary key if the title is empty or not loaded. */
export function getRowTitle(table: Table, row: Row, format = createTitleFormat(table)): string {
  const { parts, columns, fallback } = findTitleRule(table);
  if (columns.some((column) => format(column, row).trim() !== '')) {
    return parts
      .map((part) => (typeof part === 'string' ? part : format(part, row)))
      .join('')
      .replace(/^[\s,·]+|[\s,·]+$/g, '');
  }
  const other = getSecondTitle(table, row) || (fallback ? formatOwnValue(fallback, row) : '');
  return other || table.primaryKey.map((name) => String(row[name] ?? valuesMessages.nullText)).join(', ');
}

/** Returns a row's title without the value of a column that is shown elsewhere, for example by the position in a calendar. */
export function getRowTitleWithout(
  table: Table,
  row: Row,
  omitted: Column,
  format = createTitleFormat(table),
): string {
  return getRowTitle(table, row, (column, titled) =>
    column.name === omitted.name ? '' : format(column, titled),
  );
}

/** Returns the value that distinguishes a row from rows with the same title; '' if there is none. */
export function getSecondTitle(table: Table, row: Row): string {
  const { second } = findTitleRule(table);
  if (!second) return '';
  return findKnownTitle(table, second, row) ?? formatOwnValue(second, row);
}

/** Returns the titles of rows in a list. Rows with the same title also get their second title: 'Ada Moe · ada@example.com'. */
export function listRowTitles(table: Table, rows: readonly Row[]): string[] {
  const titles = rows.map((row) => getRowTitle(table, row));
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  return titles.map((title, i) => {
    const row = rows[i];
    return row && (counts.get(title) ?? 0) > 1 ? joinTitles(title, getSecondTitle(table, row)) : title;
  });
}

/** Joins a title and the value that distinguishes it. */
export function joinTitles(title: string, second: string): string {
  return second === '' || second === title ? title : `${title} · ${second}`;
}

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns the words of a table's name: 'order items' for order_items and OrderItems. */
export function getLowerCaseTitle(table: Table): string {
  return (table.title === table.name ? table.name.replaceAll('_', ' ') : table.title).toLowerCase();
}

/**
 * Returns the singular noun of a table's rows: 'order item' for order_items and OrderItems.
 * Undefined if the owner gave the table another title, or the singular of its name is not certain.
 */
export function findRowNoun(table: Table): string | undefined {
  const words = getLowerCaseTitle(table);
  if (!/^[a-z0-9 ]+$/.test(words) || letters(words) !== letters(table.name)) return undefined;
  // The noun of "users on team" is before the preposition.
  const [, subject = words, addition = ''] = nounWithAddition.exec(words) ?? [];
  const [last = '', ...before] = subject.split(' ').toReversed();
  const singular = findSingular(last);
  return singular === undefined ? undefined : [...before.toReversed(), singular].join(' ').trim() + addition;
}

/** A name of a table that consists of a noun, and an addition with a preposition. */
const nounWithAddition = /^(\S.*?)( (?:on|of|in|for|per|by|at|to|from|with) .+)$/;

/** Returns the heading of a row's page: its title, with the noun if that is a number: 'Order 10608'. */
export function getRowHeading(table: Table, row: Row, format = createTitleFormat(table)): string {
  const title = getRowTitle(table, row, format);
  const { parts, columns } = findTitleRule(table);
  const isNamed = (column: Column) =>
    column.kind === 'text' || format(column, row) !== formatOwnValue(column, row);
  const hasName = columns.some((column) => isNamed(column) && (row[column.name] ?? '') !== '');
  if (hasName || (parts.length > 1 && table.tags['record-title'])) return title;
  const noun = findRowNoun(table) ?? table.title;
  return `${noun.charAt(0).toLocaleUpperCase()}${noun.slice(1)} ${title}`;
}
