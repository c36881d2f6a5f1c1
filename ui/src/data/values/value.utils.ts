import type { Value } from '@/data/rows/row';
import type { Column, Table } from '@/lib/api.gen';
import { formatBytes } from '@/lib/text/format';
import { isJSONNumber, stringifyJSON } from '@/lib/text/json';
import { addDays } from './dates/calendar-days';
import { formatTimeOfDay, formatTimestamp, formatTimestampTZ } from './dates/datetime.utils';
import type { DateForm } from './dates/edit-dates';
import {
  formatLocalDate,
  formatLocalDays,
  formatLocalTime,
  formatLocalTimestamp,
  formatLocalTimestamps,
} from './dates/local-dates';
import { getColumnFormat } from './formats/column-format';
import { getEnumLabel, isChipText } from './formats/enum-labels';
import { formatNumberAs } from './formats/format-number';
import { findCountryName } from './formats/format-text';
import { formatNestedArray, isNestedArray, joinDisplayedItems } from './nested-arrays';
import { formatLocalNumber, type NumberForm } from './numbers/local-numbers';
import { roundFloat } from './numbers/round-float';
import { formatMultirangeForEdit, getRangeBase, splitMultirange } from './ranges/multirange.utils';
import { formatRangeForEdit, isNumberRange, parseRange } from './ranges/range.utils';
import { valuesMessages } from './values-messages';

/** Whether a column is requested as text: JSON, so that JSON's null differs from NULL, and digits and layout are exact. */
export function isReadAsText(column: Column): boolean {
  return column.kind === 'json' && !column.array;
}

/** Converts a value of a response to a Value. */
export function parseWireValue(column: Column, wire: unknown): Value {
  if (wire === null || wire === undefined) return null;
  if (column.array && Array.isArray(wire)) return wire.map((item) => parseWireValue(column, item));
  if (typeof wire === 'string') {
    return column.kind === 'json' && !isReadAsText(column) ? stringifyJSON(wire) : wire;
  }
  if (column.kind === 'json' || column.kind === 'composite') return stringifyJSON(wire);
  if (typeof wire === 'boolean') return wire;
  return isJSONNumber(wire) ? String(wire) : stringifyJSON(wire);
}

/**
 * Converts a Value to the JSON of a request body. Numbers are sent as strings, so
 * that the database gets every digit; JSON is sent unchanged, because the type json
 * stores its layout.
 */
export function formatWireValue(column: Column, value: Value): string {
  if (Array.isArray(value)) return `[${value.map((item) => formatWireValue(column, item)).join(',')}]`;
  const isJSON = column.kind === 'json' || column.kind === 'composite';
  return isJSON && typeof value === 'string' ? value : stringifyJSON(value);
}

/** Whether two values have the same text. Different texts can be equal in the database (1.0 and 1.00). */
export function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSameValue(item, b[i]));
  }
  return a === b;
}

/** Names of numbers that identify something, and of years. */
const identifyingNames =
  /(^|[^\p{L}])(id|ids|key|year|yr|jahr|code|number|no|nr|num|zip|zipcode|postcode|plz|postal|phone|fax|mobile|pin|isbn|ean|gtin|upc|sku|barcode|serial|iban|pid|oid|port|version)([^\p{L}]*)$/iu;

/** Separates the words of a name with capitals: 'yearBuilt' is 'year_Built'. */
function splitCase(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2');
}

/**
 * Whether a column's numbers have thousands separators: all numbers and bounds of ranges except whole numbers of keys and
 * references, and those whose names show that they are ids, years or codes.
 */
export function hasGroupedDigits(table: Table, column: Column): boolean {
  const isRange = hasNumberRanges(column);
  const isWhole =
    isRange || column.kind === 'integer' || (column.kind === 'numeric' && (column.scale ?? 0) <= 0);
  if (!isWhole) return column.kind === 'numeric' || column.kind === 'float';
  if (identifyingNames.test(splitCase(column.name))) return false;
  const keys = [table.primaryKey, ...table.uniqueKeys, ...table.foreignKeys.map((key) => key.columns)];
  return !keys.some((key) => key.includes(column.name));
}

/** Whether a column contains ranges or multiranges of numbers. */
function hasNumberRanges({ base }: Column): boolean {
  return isNumberRange(getRangeBase(base));
}

/** Returns the form in which a column's numbers are edited: keys, references, ids, years and ranges have ASCII digits. */
export function getNumberForm(table: Table, column: Column): NumberForm {
  return !hasNumberRanges(column) && hasGroupedDigits(table, column) ? 'localDigits' : 'asciiIntegers';
}

/** Words in the names of numbers that can be years. */
const yearNames =
  /(^|[^\p{L}])(years?|yr|jahr|baujahr|ann[eé]e|anno|a[nñ]o|år|rok|год|founded|established|built|born|vintage|edition|season|since|from|until|released|published|class|fiscal)([^\p{L}]|$)/iu;

/** Formats a quantity. Four digits are grouped, as more digits are, unless the column's name shows that they can be a year. */
function formatQuantity(column: Column, text: string): string {
  return formatLocalNumber(text, !/^-?\d{1,4}$/.test(text) || !yearNames.test(splitCase(column.name)));
}

/** Returns the number of bytes of PostgreSQL's text `\x...`. */
function byteaSize(text: string): number {
  return text.startsWith('\\x') ? (text.length - 2) / 2 : text.length;
}

export interface DisplayOptions {
  /** Whether numbers have thousands separators; default false. */
  grouped?: boolean;
  /** Whether floats are rounded to 6 decimals, as in grids and cards; default false: all digits. */
  rounded?: boolean;
  /** The time zone of timestamps; default: the user's. */
  zone?: string;
  /** `minute` omits seconds of timestamps, as in grids and cards; default 'full'. */
  precision?: 'minute' | 'full';
  /** The form of dates, times and ranges: in the user's locale (default), or ISO, with the bounds of PostgreSQL. */
  dates?: DateForm;
}

/** Formats a value for display on one line. NULL is ''. */
export function formatValue(column: Column, value: Value, options: DisplayOptions = {}): string {
  if (value === null) return '';
  if (Array.isArray(value)) {
    const formatItem = (item: Value) =>
      item === null ? valuesMessages.nullText : formatValue(column, item, options);
    if (isNestedArray(value)) return formatNestedArray(column, value, formatItem);
    return joinDisplayedItems(column, value.map(formatItem));
  }
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return formatScalar(column, String(value), options);
}

/** Formats the text of a single value as cells show it. */
function formatScalar(column: Column, text: string, options: DisplayOptions): string {
  const { grouped = false, rounded = false, zone, precision, dates = 'local' } = options;
  if (dates === 'iso') {
    if (column.kind === 'timestamp') return formatTimestamp(text, precision);
    if (column.kind === 'timestamptz') return formatTimestampTZ(text, zone, precision).text;
    if (column.kind === 'time' || column.kind === 'timetz') return formatTimeOfDay(text);
    if (column.kind === 'date') return text;
    if (column.kind === 'range') return formatRangeForEdit(column.base, text, 'iso', 'plain');
    if (column.kind === 'multirange') return formatMultirangeForEdit(column.base, text, 'iso', 'plain');
  }
  switch (column.kind) {
    case 'integer':
    case 'numeric':
      return formatNumber(column, text, grouped);
    case 'float':
      return formatNumber(column, rounded ? roundFloat(text) : text, grouped);
    case 'enum':
      return getEnumLabel(column, text);
    case 'text':
      return formatText(column, text);
    case 'date':
      return formatLocalDate(text);
    case 'timestamp':
    case 'timestamptz':
      return formatLocalTimestamp(text, { zone, precision });
    case 'time':
    case 'timetz':
      return formatLocalTime(text);
    case 'range':
      return formatRangeValue(column, column.base, text, options);
    case 'multirange':
      return formatMultirangeValue(column, text, options);
    case 'bytea':
      return formatBytes(byteaSize(text));
    default:
      return text;
  }
}

/** Minimum number of decimals of the result of a division in PostgreSQL, for numbers of up to 8 digits before the point. */
const computedDigits = 8;

/** Maximum scale of a column whose trailing zeros are shown. Prisma creates numeric(65,30) for a decimal. */
const maxExactScale = 15;

function formatNumber(column: Column, text: string, grouped: boolean): string {
  const formatted = formatNumberAs(getColumnFormat(column), text);
  if (formatted !== undefined) return formatted;
  if (column.base === 'money') return text;
  if (column.kind === 'numeric' && (column.scale ?? Number.POSITIVE_INFINITY) > maxExactScale)
    return formatLocalNumber(trimTrailingZeros(text), grouped);
  if (column.kind !== 'integer') return formatLocalNumber(text, grouped);
  return grouped ? formatQuantity(column, text) : text;
}

/** Removes the zeros that a division in PostgreSQL or a large scale adds, except the first two: 18302.80 for 18302.8000000000000000. */
function trimTrailingZeros(text: string): string {
  return text.replace(/^(-?\d+\.\d\d\d*?)0+$/, (all, short: string) => {
    const [, fraction = ''] = all.split('.');
    return fraction.length < computedDigits ? all : short;
  });
}

function formatText(column: Column, text: string): string {
  if (isChipText(column, text)) return getEnumLabel(column, text);
  return getColumnFormat(column).kind === 'country' ? (findCountryName(text) ?? text) : text;
}

/** Formats a range with its bounds in the user's locale; days with the last day inclusive, as people count them. */
function formatRangeValue(column: Column, base: string, text: string, options: DisplayOptions): string {
  const { grouped = false, zone, precision } = options;
  const range = parseRange(text);
  const formatBound = (bound: string) =>
    grouped ? formatQuantity(column, bound) : formatLocalNumber(bound, false);
  // An operand of a filter can be a single number.
  if (!range) return isNumberRange(base) ? formatBound(text) : text;
  const { lower, upper } = range;
  // PostgreSQL writes all ranges of days in this form.
  const isCanonical = (text.startsWith('[') || lower === '') && text.endsWith(')');
  if (base === 'daterange' && isCanonical) {
    const last = /^\d{4}-\d\d-\d\d$/.test(upper) ? addDays(upper, -1) : upper;
    return formatLocalDays(lower, last) ?? text;
  }
  if (base.startsWith('ts')) return formatLocalTimestamps(lower, upper, { zone, precision }) ?? text;
  const bounds = isNumberRange(base) ? [lower, upper].map(formatBound) : [lower, upper];
  const separator = isNumberRange(base) && bounds.join('').includes(',') ? '; ' : ', ';
  return `${text[0]}${bounds.map((bound) => bound || '…').join(separator)}${text.at(-1)}`;
}

/** Formats the ranges of a multirange like ranges: numbers with brackets, others separated by semicolons. */
function formatMultirangeValue(column: Column, text: string, options: DisplayOptions): string {
  const ranges = splitMultirange(text);
  if (!ranges || ranges.length === 0) return text;
  const rangeBase = getRangeBase(column.base);
  const separator = /^(date|ts)/.test(rangeBase) ? '; ' : ', ';
  return ranges.map((range) => formatRangeValue(column, rangeBase, range, options)).join(separator);
}

/** Whether a column's values are displayed in the user's time zone: `timestamptz`, and ranges and multiranges of it. */
export function isZoned(column: Column): boolean {
  return column.kind === 'timestamptz' || /^tstz(multi)?range$/.test(column.base);
}

/** Returns the label of NULL in inputs: 'NULL' for texts, which can also be empty; otherwise 'None'. */
export function getNullLabel(column: Column): string {
  return column.kind === 'text' && !column.array ? valuesMessages.nullText : valuesMessages.noValue;
}

const longTextNames =
  /(notes?|comments?|description|body|content|text|message|summary|about|bio|instructions?|prompt)$/i;

/** Whether a column contains long texts: its format is multiline, markdown or code; or it has no format, a name such as `notes`, and no length limit of 200 or less. */
export function isLongText(column: Column): boolean {
  if (column.kind !== 'text' || column.array || 'file' in column.tags) return false;
  const { kind } = getColumnFormat(column);
  if (kind === 'multiline' || kind === 'markdown' || kind === 'code') return true;
  if ('format' in column.tags) return false;
  return (column.maxLength ?? 1000) > 200 && longTextNames.test(column.name);
}

/** Whether a text contains line breaks, which an input of one line would remove. */
export function isMultiline(column: Column, text: unknown): boolean {
  return column.kind === 'text' && typeof text === 'string' && /[\r\n]/.test(text);
}

/** Maximum length of a text that is edited in an input of one line. */
const maxLineLength = 120;

/** Whether a text is too long for an input of one line. */
export function isTooLongForLine(column: Column, text: unknown): boolean {
  return column.kind === 'text' && typeof text === 'string' && text.length > maxLineLength;
}

/** Converts the line ends of a text from a browser's text area, which removes carriage returns, to CRLF if `before` has only these. */
export function restoreLineEnds(before: string, text: string): string {
  const usesCRLF = /\r\n/.test(before) && !/(^|[^\r])\n/.test(before);
  return usesCRLF ? text.replace(/\r?\n/g, '\r\n') : text;
}
