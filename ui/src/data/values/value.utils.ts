import { readableColumns } from '@/data/rows/readable-columns';
import type { Row, Value } from '@/data/rows/row';
import type { Column, Table } from '@/lib/api.gen';
import { formatBytes } from '@/lib/format';
import { isJSONNumber, stringify } from '@/lib/json';
import { addDays } from './dates/calendar-days';
import { formatTimeOfDay, formatTimestamp, formatTimestampTZ } from './dates/datetime.utils';
import { groupThousands } from './numbers/number.utils';
import { parseRange } from './range.utils';

/** JSON columns are asked for as text: only so do `null` in JSON and NULL stay apart, and digits and layout exact. */
export function isReadAsText(column: Column): boolean {
  return column.kind === 'json' && !column.array;
}

/** A value as the API sent it, in the form that this feature keeps. */
export function parseWireValue(column: Column, wire: unknown): Value {
  if (wire === null || wire === undefined) return null;
  if (column.array && Array.isArray(wire)) return wire.map((item) => parseWireValue(column, item));
  if (typeof wire === 'string') {
    return column.kind === 'json' && !isReadAsText(column) ? stringify(wire) : wire;
  }
  if (column.kind === 'json' || column.kind === 'composite') return stringify(wire);
  if (typeof wire === 'boolean') return wire;
  return isJSONNumber(wire) ? String(wire) : stringify(wire);
}

/**
 * The same value as a body's JSON holds it. Numbers go as strings: the database
 * reads every digit of them. JSON goes to the letter: type json keeps its layout.
 */
export function formatWireValue(column: Column, value: Value): string {
  if (Array.isArray(value)) return `[${value.map((item) => formatWireValue(column, item)).join(',')}]`;
  const isJSON = column.kind === 'json' || column.kind === 'composite';
  return isJSON && typeof value === 'string' ? value : stringify(value);
}

/** Whether two values are the same to the database's eye, as far as their texts tell. */
export function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSameValue(item, b[i]));
  }
  return a === b;
}

/** Integers get thousands apart unless they are names for rows: keys and references are read digit by digit. */
export function hasGroupedDigits(table: Table, column: Column): boolean {
  if (column.kind === 'numeric' || column.kind === 'float') return true;
  if (column.kind !== 'integer') return false;
  const keys = [table.primaryKey, ...table.uniqueKeys, ...table.foreignKeys.map((key) => key.columns)];
  return !keys.some((key) => key.includes(column.name));
}

/** From five digits on, so that years stay years. */
function groupInteger(text: string): string {
  return /^-?\d{1,4}$/.test(text) ? text : groupThousands(text);
}

/** How many bytes PostgreSQL's `\x...` text stands for. */
function byteaSize(text: string): number {
  return text.startsWith('\\x') ? (text.length - 2) / 2 : text.length;
}

export interface DisplayOptions {
  grouped?: boolean;
  /** The zone in which moments are shown; this browser's if not given. */
  zone?: string;
  /** Timestamps to the minute, as grids and cards show them; default 'full'. */
  precision?: 'minute' | 'full';
}

/** A value on one line, as a person reads it. NULL is ''. */
export function formatValue(column: Column, value: Value, options: DisplayOptions = {}): string {
  if (value === null) return '';
  if (Array.isArray(value))
    return value.map((item) => (item === null ? 'NULL' : formatValue(column, item, options))).join(', ');
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return formatScalar(column, String(value), options);
}

function formatScalar(column: Column, text: string, options: DisplayOptions): string {
  const { grouped = false, zone, precision } = options;
  switch (column.kind) {
    case 'integer':
      return grouped ? groupInteger(text) : text;
    case 'numeric':
    case 'float':
      return grouped ? groupThousands(text) : text;
    case 'timestamp':
      return formatTimestamp(text, precision);
    case 'timestamptz':
      return formatTimestampTZ(text, zone, precision).text;
    case 'time':
    case 'timetz':
      return formatTimeOfDay(text);
    case 'range':
      return formatRangeValue(column, text, options);
    case 'bytea':
      return formatBytes(byteaSize(text));
    default:
      return text;
  }
}

/** '["2026-11-24 08:00:00+00","2026-11-24 10:00:00+00")' is '2026-11-24 09:00 – 11:00' in Berlin. */
function formatRangeValue(column: Column, text: string, { zone, precision }: DisplayOptions): string {
  const range = parseRange(text);
  if (!range) return text;
  const show = (bound: string) => {
    if (column.base === 'tstzrange') return formatTimestampTZ(bound, zone, precision).text;
    return column.base === 'tsrange' ? formatTimestamp(bound, precision) : bound;
  };
  if (column.base === 'daterange' && (text.startsWith('[') || range.lower === '') && text.endsWith(')')) {
    return formatDayRange(range.lower, range.upper) ?? text;
  }
  const lower = range.lower === '' ? '…' : show(range.lower);
  const upper = range.upper === '' ? '…' : show(range.upper);
  if (!column.base.startsWith('ts')) return `${text[0]}${lower}, ${upper}${text.at(-1)}`;
  const [day, time] = upper.split(' ');
  return `${lower} – ${time && lower.startsWith(`${day} `) ? time : upper}`;
}

/** The days from one to the day before another, as the database writes all ranges of days: `[2026-11-16,2026-11-19)` is '2026-11-16 – 2026-11-18'. */
function formatDayRange(first: string, end: string): string | undefined {
  if (![first, end].every((day) => day === '' || /^\d{4}-\d\d-\d\d$/.test(day))) return undefined;
  const last = end === '' ? '…' : addDays(end, -1);
  return last === first ? first : `${first || '…'} – ${last}`;
}

/** Whether a column's values are moments, which are shown in a time zone. */
export function isZoned(column: Column): boolean {
  return column.kind === 'timestamptz' || column.base === 'tstzrange';
}

/** The label of NULL among inputs and choices. Only a text has another empty value, so only there the label is 'NULL'. */
export function nullLabel(column: Column): string {
  return column.kind === 'text' && !column.array ? 'NULL' : 'None';
}

/**
 * The column whose value names a row to people: tag @title on the table, else
 * the first text column named like a name, else any short text, else the key.
 */
export function titleColumn(table: Table): Column | undefined {
  const columns = readableColumns(table).filter((column) => !('hidden' in column.tags));
  const texts = columns.filter(
    (column) => column.kind === 'text' && !column.array && !('file' in column.tags),
  );
  return (
    columns.find((column) => 'title' in column.tags && column.tags.title === '') ??
    texts.find((column) => /^(full_?|display_?)?(name|title|label|subject)$/i.test(column.name)) ??
    texts.find((column) => /(name|title|label)$/i.test(column.name)) ??
    columns.find((column) => /^(number|no|code|sku|slug|reference)$/i.test(column.name)) ??
    texts.find((column) => !isLongText(column)) ??
    columns.find((column) => column.name === table.primaryKey[0]) ??
    columns[0]
  );
}

const longTextNames = /(notes?|comments?|description|body|content|text|message|summary|about|bio)$/i;

/** Text that wants several lines: no length limit or a large one, and a name that says so. */
export function isLongText(column: Column): boolean {
  if (column.kind !== 'text' || column.array || 'file' in column.tags) return false;
  return (column.maxLength ?? 1000) > 200 && longTextNames.test(column.name);
}

/** Whether a text has to be edited on several lines: a field of one line would drop its line breaks. */
export function isMultiline(column: Column, text: unknown): boolean {
  return column.kind === 'text' && typeof text === 'string' && /[\r\n]/.test(text);
}

/** More characters than one reads in a field of one line. */
const maxLineLength = 120;

/** Whether a text is too long to be read, and edited, in a field of one line. */
export function isTooLongForLine(column: Column, text: unknown): boolean {
  return column.kind === 'text' && typeof text === 'string' && text.length > maxLineLength;
}

/** A text from a browser's text area, which has no carriage returns, with those that the text before had. */
export function restoreLineEnds(before: string, text: string): string {
  const returned = /\r\n/.test(before) && !/(^|[^\r])\n/.test(before);
  return returned ? text.replace(/\r?\n/g, '\r\n') : text;
}

/** A row's title; falls back to its key's values. */
export function titleOf(table: Table, row: Row): string {
  const column = titleColumn(table);
  const value = column && row[column.name];
  if (column && value !== null && value !== undefined && value !== '') return formatValue(column, value);
  return table.primaryKey.map((name) => String(row[name] ?? 'NULL')).join(', ');
}

const unchangedPlurals = new Set(['series', 'news', 'species']);

/**
 * One row of a table in words, 'order item' for order_items. Undefined where the
 * owner chose a title of another wording: that can't be told apart by rule.
 */
export function rowNoun(table: Table): string | undefined {
  const words = table.name.replaceAll('_', ' ');
  if (!/^[a-z0-9 ]+$/.test(words)) return undefined;
  if (table.title !== table.name && table.title.toLowerCase() !== words) return undefined;
  const [last = '', ...before] = words.split(' ').toReversed();
  return [...before.toReversed(), toSingular(last)].join(' ').trim();
}

function toSingular(word: string): string {
  if (unchangedPlurals.has(word) || /(ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ches|shes|xes|sses)$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, '');
}

/** What a row is called on its own page: a name as it is, a number with what it counts: 'Order 10608'. */
export function headingOf(table: Table, row: Row): string {
  const title = titleOf(table, row);
  const column = titleColumn(table);
  if (column?.kind === 'text' && (row[column.name] ?? '') !== '') return title;
  const noun = rowNoun(table) ?? table.title;
  return `${noun.charAt(0).toLocaleUpperCase()}${noun.slice(1)} ${title}`;
}
