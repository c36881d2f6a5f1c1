import { addDays } from '../dates/calendar-days';
import { checkDate, checkTimestamp, checkTimestampTZ, type TextCheck } from '../dates/datetime.utils';
import {
  type DateForm,
  formatDateForEdit,
  formatTimestampForEdit,
  formatTimestampTZForEdit,
} from '../dates/edit-dates';
import { formatNumberForEdit, type NumberForm, parseLocalNumber } from '../numbers/local-numbers';
import { findNumberProblem } from '../numbers/number.utils';
import { valuesMessages } from '../values-messages';

/** A range such as PostgreSQL's `[1,5)`. A missing bound is ''. */
export interface Range {
  lower: string;
  upper: string;
  /** Whether the bound belongs to the range. */
  isLowerInclusive: boolean;
  isUpperInclusive: boolean;
}

/** Parses a range, and unquotes its bounds. Undefined for `empty` and for other texts. */
export function parseRange(text: string): Range | undefined {
  const match = /^([[(])("(?:[^"\\]|\\.|"")*"|[^",]*),("(?:[^"\\]|\\.|"")*"|[^",]*)([\])])$/.exec(text);
  if (!match) return undefined;
  const unquote = (bound = '') =>
    bound.startsWith('"') ? bound.slice(1, -1).replace(/\\(.)|"(")/g, '$1$2') : bound;
  return {
    lower: unquote(match[2]),
    upper: unquote(match[3]),
    isLowerInclusive: match[1] === '[',
    isUpperInclusive: match[4] === ']',
  };
}

/** Formats a range for PostgreSQL, with quotes only if a bound needs them. */
export function formatRange({ lower, upper, isLowerInclusive, isUpperInclusive }: Range): string {
  const quote = (bound: string) =>
    /["\\,()[\]]/.test(bound) ? `"${bound.replace(/["\\]/g, '\\$&')}"` : bound;
  return `${isLowerInclusive ? '[' : '('}${quote(lower)},${quote(upper)}${isUpperInclusive ? ']' : ')'}`;
}

const numberBases: ReadonlySet<string> = new Set(['int4range', 'int8range', 'numrange']);

/** Whether the bounds of a type of ranges are numbers. */
export function isNumberRange(base: string): boolean {
  return numberBases.has(base);
}

/** Parses a range that a user entered: one of numbers can have a semicolon between its bounds. */
export function parseEnteredRange(base: string, text: string): Range | undefined {
  const quoted = text.replace(/^([[(])\s*([^";]*?)\s*;\s*([^";]*?)\s*([\])])$/, '$1"$2","$3"$4');
  return parseRange(isNumberRange(base) ? quoted : text);
}

/**
 * Formats a range for editing. Times are in the user's time zone. A range of days
 * ends with its last day (inclusive), while PostgreSQL's ends before the next one.
 */
export function formatRangeForEdit(
  base: string,
  text: string,
  dates: DateForm = 'local',
  numbers: NumberForm = 'asciiIntegers',
): string {
  const range = parseRange(text);
  if (!range) return text;
  if (isNumberRange(base)) return numbers === 'plain' ? text : formatNumberRangeForEdit(range);
  const isDays = base === 'daterange';
  if (!isDays && base !== 'tsrange' && base !== 'tstzrange') return text;
  const endsBeforeDay = isDays && !range.isUpperInclusive && /^\d{4}-\d\d-\d\d$/.test(range.upper);
  const format = (bound: string) =>
    isDays
      ? formatDateForEdit(bound, dates)
      : base === 'tsrange'
        ? formatTimestampForEdit(bound, dates)
        : formatTimestampTZForEdit(bound, undefined, dates);
  return formatRange({
    lower: format(range.lower),
    upper: format(endsBeforeDay ? addDays(range.upper, -1) : range.upper),
    isLowerInclusive: range.isLowerInclusive,
    isUpperInclusive: endsBeforeDay || range.isUpperInclusive,
  });
}

/** Formats a range of numbers for editing: with a semicolon where commas are decimal separators, as in `[1,5; 2,5)`. */
function formatNumberRangeForEdit(range: Range): string {
  const lower = formatNumberForEdit(range.lower);
  const upper = formatNumberForEdit(range.upper);
  const text = formatRange({ ...range, lower, upper });
  return text.includes('"') ? `${text[0]}${lower}; ${upper}${text.at(-1)}` : text;
}

type BoundCheck = (text: string, numbers: NumberForm) => TextCheck;

const makeNumberCheck =
  (kind: 'integer' | 'numeric', base: string): BoundCheck =>
  (entered, numbers) => {
    const withoutSign = entered.replace(/^([+-]?)\s*\p{Sc}|\p{Sc}$/gu, '$1');
    const text = numbers === 'plain' ? entered : (parseLocalNumber(withoutSign) ?? entered);
    const problem = findNumberProblem(text, { kind, base, precision: null, scale: null });
    return problem ? { problem } : { value: text };
  };

const boundChecks: Readonly<Record<string, BoundCheck>> = {
  int4range: makeNumberCheck('integer', 'int4'),
  int8range: makeNumberCheck('integer', 'int8'),
  numrange: makeNumberCheck('numeric', 'numeric'),
  daterange: checkDate,
  tsrange: checkTimestamp,
  tstzrange: (text) => checkTimestampTZ(text),
};

/**
 * Checks a typed bound; '' and the '…' that cells show are no bound. The database checks bounds of types that the app does
 * not know.
 */
export function checkBound(base: string, text: string, numbers: NumberForm = 'asciiIntegers'): TextCheck {
  const check = boundChecks[base];
  if (!check) return { value: text };
  const typed = text.trim();
  return typed === '' || typed === '…' ? { value: '' } : check(typed, numbers);
}

/** Checks a typed range, and each bound as a value of its type. */
export function checkRange(base: string, text: string, numbers: NumberForm = 'asciiIntegers'): TextCheck {
  if (text === 'empty') return { value: text };
  const range = parseEnteredRange(base, text);
  if (!range) return { problem: valuesMessages.problems.range };
  // Returned as typed, because a bound of an unknown type can be an empty text.
  if (!boundChecks[base]) return { value: text };
  const lower = checkBound(base, range.lower, numbers);
  if ('problem' in lower) return { problem: valuesMessages.problems.rangeStart(lower.problem) };
  const upper = checkBound(base, range.upper, numbers);
  if ('problem' in upper) return { problem: valuesMessages.problems.rangeEnd(upper.problem) };
  return { value: formatRange({ ...range, lower: lower.value, upper: upper.value }) };
}
