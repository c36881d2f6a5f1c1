import type { Value } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { parseJSON, stringifyJSON } from '@/lib/text/json';
import {
  checkDate,
  checkInterval,
  checkTime,
  checkTimestamp,
  checkTimestampTZ,
} from '../dates/datetime.utils';
import {
  type DateForm,
  formatDateForEdit,
  formatTimeForEdit,
  formatTimestampForEdit,
  formatTimestampTZForEdit,
} from '../dates/edit-dates';
import { findCurrencyProblem } from '../formats/currency-text';
import { findEnumValue } from '../formats/enum-labels';
import { parseNumberWithUnit } from '../formats/input-unit';
import { largeValueSize } from '../large-values';
import { formatNestedRows, hasLocalForm, isNestedArray } from '../nested-arrays';
import { formatNumberForEdit, type NumberForm } from '../numbers/local-numbers';
import { findNumberProblem } from '../numbers/number.utils';
import { checkMultirange, formatMultirangeForEdit, getRangeBase } from '../ranges/multirange.utils';
import { checkRange, formatRangeForEdit, isNumberRange } from '../ranges/range.utils';
import { valuesMessages } from '../values-messages';

/**
 * The value in an editor before it is checked: null for NULL, undefined for the
 * column's default, a text as the user typed it.
 */
export type EnteredValue = undefined | null | boolean | string | readonly (string | null)[];

/** A valid value to send, or the problem as a sentence. */
export type ValueCheck = { value: Value } | { problem: string };

const { problems } = valuesMessages;
const requiredProblem = { problem: problems.required };

/** Whether an insert must set this column: it is not nullable, and the database does not set it. */
export function isRequired(column: Column): boolean {
  const { nullable, generated, identity, filled } = column;
  return !nullable && column.default === null && !generated && identity === '' && !filled;
}

/** Whether a new row needs an entered value: a required column, but not a list, which is empty without an entry. */
export function needsEntry(column: Column): boolean {
  return isRequired(column) && !column.array;
}

/**
 * Checks an entered value against the column's type and limits, and converts it to the value to send. Values that no user
 * entered, such as keys in a URL, have plain numbers.
 */
export function checkEnteredValue(
  column: Column,
  entered: Exclude<EnteredValue, undefined>,
  numbers: NumberForm = 'asciiIntegers',
): ValueCheck {
  if (entered === null && column.array && !column.nullable) return { value: [] };
  if (entered === null) return column.nullable ? { value: null } : requiredProblem;
  if (typeof entered === 'boolean') return { value: entered };
  if (column.array) return checkArray(column, entered, numbers);
  return typeof entered === 'string'
    ? checkScalar(column, entered, numbers)
    : { problem: problems.multipleValues };
}

function checkArray(
  column: Column,
  entered: string | readonly (string | null)[],
  numbers: NumberForm,
): ValueCheck {
  const element = { ...column, array: false, nullable: true };
  if (typeof entered !== 'string') return checkItems(element, entered, numbers);
  const items = parseJSONItems(element, entered);
  // JSON contains plain numbers.
  return items ? checkItems(element, items, 'plain') : checkItems(element, splitItems(entered), numbers);
}

/** Checks the items of an array, which can contain arrays. The problem names the item. */
function checkItems(element: Column, items: readonly unknown[], numbers: NumberForm): ValueCheck {
  const values: Value[] = [];
  for (const [i, item] of items.entries()) {
    const checked = Array.isArray(item)
      ? checkItems(element, item, numbers)
      : item === null || typeof item === 'boolean'
        ? { value: item }
        : checkScalar(element, typeof item === 'string' ? item : stringifyJSON(item), numbers);
    if ('problem' in checked) return { problem: problems.item(i + 1, checked.problem) };
    values.push(checked.value);
  }
  return { value: values };
}

/**
 * Returns the items of a JSON array (for NULLs, empty items, line breaks and nested arrays); undefined for other texts. A
 * single range such as `["Nov 20, 2026","Nov 22, 2026"]` is no JSON array.
 */
function parseJSONItems(element: Column, text: string): readonly unknown[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  if (element.kind === 'range' && 'value' in checkRange(element.base, text.trim())) return undefined;
  const items = tryParseJSON(text);
  return Array.isArray(items) ? items : undefined;
}

/** Returns the items on separate lines. */
function splitItems(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Returns the parsed text, or undefined if it is not valid JSON. */
function tryParseJSON(text: string): unknown {
  try {
    return parseJSON(text);
  } catch {
    return undefined;
  }
}

/** Whether values are dates, times or ranges of these. */
function isDated({ kind, base }: Column): boolean {
  return /^(date|time)/.test(kind) || (kind.endsWith('range') && !isNumberRange(getRangeBase(base)));
}

function formatArrayText(
  column: Column,
  value: readonly Value[],
  dates: DateForm,
  numbers: NumberForm,
): string {
  const element = { ...column, array: false };
  if (isNestedArray(value)) return formatNestedText(element, value, dates);
  const texts = value.filter((item) => typeof item === 'string');
  if (texts.length < value.length) return stringifyJSON(value);
  const isPlain = isDated(element) && dates === 'iso';
  return (
    joinItems(element, isPlain ? texts : texts.map((item) => formatItem(element, item, numbers))) ??
    stringifyJSON(value)
  );
}

/** Formats an item of an array: dates, times, ranges and numbers in the user's form, others as the database writes them. */
function formatItem(element: Column, item: string, numbers: NumberForm): string {
  const isLocal = hasLocalForm(element) || element.kind === 'integer';
  return isLocal ? String(toEnteredValue(element, item, 'local', numbers)) : item;
}

/** Formats a nested array as JSON, with plain numbers. Dates, times and their ranges are texts in the form `dates`. */
function formatNestedText(element: Column, value: readonly Value[], dates: DateForm): string {
  const isLocal = isDated(element) && dates === 'local';
  return formatNestedRows(element, value, (item) =>
    isLocal && typeof item === 'string' ? toEnteredValue(element, item) : item,
  );
}

/** Returns items on separate lines; undefined if these lines can't be parsed as the same items. */
function joinItems(element: Column, items: readonly string[]): string | undefined {
  const lines = items.join('\n');
  if (parseJSONItems(element, lines)) return undefined;
  const parsed = splitItems(lines);
  return parsed.length === items.length && parsed.every((item, i) => item === items[i]) ? lines : undefined;
}

/** Whether an empty text is a value of the column, and not NULL. */
function canBeEmptyText(column: Column): boolean {
  return column.kind === 'text' || column.kind === 'tsvector' || column.kind === 'other';
}

/** Checks a typed text as a single value of the column. `numbers`: in which form numbers are. */
function checkScalar(column: Column, typed: string, numbers: NumberForm): ValueCheck {
  // An enum's label can be empty, or have spaces around it.
  if (column.kind === 'enum' && column.enum.includes(typed)) return { value: typed };
  if (canBeEmptyText(column)) return checkText(column, typed);
  const text = typed.trim();
  if (text === '') return column.nullable ? { value: null } : requiredProblem;
  switch (column.kind) {
    case 'boolean':
      return checkBoolean(text);
    case 'integer':
    case 'numeric':
    case 'float':
      return checkNumber(column, text, numbers);
    case 'uuid':
      return checkPattern(text, /^[0-9a-f]{8}(-?[0-9a-f]{4}){4}-?[0-9a-f]{8}$/i, problems.uuid);
    case 'date':
      return checkDate(text);
    case 'time':
    case 'timetz':
      return checkTime(text, column.kind === 'timetz');
    case 'timestamp':
      return checkTimestamp(text);
    case 'timestamptz':
      return checkTimestampTZ(text);
    case 'interval':
      return checkInterval(text);
    case 'json':
    case 'composite':
      return checkJSON(column, text);
    case 'enum':
      return checkEnumLabel(column, text);
    case 'range':
      return checkRange(column.base, text, numbers);
    case 'multirange':
      return checkMultirange(column.base, text, numbers);
    case 'network':
      return checkPattern(text, /^[0-9a-f:.]+(\/\d{1,3})?$/i, problems.network);
    case 'bytea':
      return checkPattern(text, /^\\x([0-9a-f]{2})*$/i, problems.bytea);
    default:
      return { value: text };
  }
}

function checkPattern(text: string, pattern: RegExp, problem: string): ValueCheck {
  return pattern.test(text) ? { value: text } : { problem };
}

function checkText(column: Column, text: string): ValueCheck {
  const { maxLength } = column;
  if (maxLength === null || text.length <= maxLength) return { value: text };
  const length = [...text].length;
  if (length <= maxLength) return { value: text };
  return { problem: problems.tooLong(maxLength, length) };
}

function checkBoolean(text: string): ValueCheck {
  if (/^(t|true|yes|on|1)$/i.test(text)) return { value: true };
  return /^(f|false|no|off|0)$/i.test(text) ? { value: false } : { problem: problems.boolean };
}

/** Accepts the label of a value, which cells show. */
function checkEnumLabel(column: Column, label: string): ValueCheck {
  const value = findEnumValue(column, label);
  return value === undefined ? { problem: problems.choice(column.enum) } : { value };
}

function checkNumber(column: Column, entered: string, numbers: NumberForm): ValueCheck {
  // The database formats money in its own locale, with a currency.
  if (column.base === 'money') return checkPattern(entered, /^-?[^\d-]*\d[\d.,]*$/, problems.money);
  const text = numbers === 'plain' ? entered : (parseNumberWithUnit(column, entered) ?? entered);
  const { base, precision, scale } = column;
  const kind = column.kind as 'integer' | 'numeric' | 'float';
  const problem = findNumberProblem(text, { kind, base, precision, scale });
  return problem ? { problem: findCurrencyProblem(column, entered) ?? problem } : { value: text };
}

/** Checks JSON. The problem states the line and the column of an error. Large texts are not checked. */
function checkJSON(column: Column, text: string): ValueCheck {
  // PostgREST converts a null in a request body to NULL, also in JSON columns.
  if (text === 'null') return { problem: problems.jsonNull(column.nullable) };
  // Parsing megabytes would block the page. The database checks the text.
  if (text.length > largeValueSize) return { value: text };
  try {
    parseJSON(text);
    return { value: text };
  } catch (error) {
    const where = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (where === undefined) return { problem: problems.json };
    const before = text.slice(0, Number(where)).split('\n');
    return { problem: problems.jsonAt(before.length, (before.at(-1)?.length ?? 0) + 1) };
  }
}

/**
 * Converts a value to an editor's initial value: the text that a user would type. Dates and times are in the form `dates`,
 * numbers in the form `numbers`, by default the user's.
 */
export function toEnteredValue(
  column: Column,
  value: Value,
  dates: DateForm = 'local',
  numbers: NumberForm = 'asciiIntegers',
): Exclude<EnteredValue, undefined> {
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return formatArrayText(column, value, dates, numbers);
  const text = String(value);
  switch (column.kind) {
    case 'date':
      return formatDateForEdit(text, dates);
    case 'timestamptz':
      return formatTimestampTZForEdit(text, undefined, dates);
    case 'timestamp':
      return formatTimestampForEdit(text, dates);
    case 'time':
    case 'timetz':
      return formatTimeForEdit(text, dates);
    case 'range':
      return formatRangeForEdit(column.base, text, dates, numbers);
    case 'multirange':
      return formatMultirangeForEdit(column.base, text, dates, numbers);
    case 'integer':
    case 'numeric':
    case 'float':
      return column.base === 'money' || numbers === 'plain'
        ? text
        : formatNumberForEdit(text, numbers === 'localDigits');
    case 'json':
    case 'composite':
      // Parsing megabytes would block the page.
      return column.base === 'json' || text.length > largeValueSize ? text : formatPrettyJSON(text);
    default:
      return text;
  }
}

function formatPrettyJSON(text: string): string {
  const value = tryParseJSON(text);
  return value === undefined ? text : stringifyJSON(value, 2);
}
