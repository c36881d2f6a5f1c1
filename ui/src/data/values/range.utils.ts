import { addDays } from './dates/calendar-days';
import { checkDate, checkTimestamp, checkTimestampTZ, type TextCheck } from './dates/datetime.utils';
import {
  type DateForm,
  formatDateForEdit,
  formatTimestampForEdit,
  formatTimestampTZForEdit,
} from './dates/edit-dates';
import { numberProblem } from './numbers/number.utils';
import { valuesMessages } from './values-messages';

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

/**
 * Formats a range for editing. Times are in the user's time zone. A range of days
 * ends with its last day (inclusive), while PostgreSQL's ends before the next one.
 */
export function formatRangeForEdit(base: string, text: string, form: DateForm = 'local'): string {
  const range = parseRange(text);
  if (!range) return text;
  const isDays = base === 'daterange';
  if (!isDays && base !== 'tsrange' && base !== 'tstzrange') return text;
  const endsBeforeDay = isDays && !range.isUpperInclusive && /^\d{4}-\d\d-\d\d$/.test(range.upper);
  const format = (bound: string) =>
    isDays
      ? formatDateForEdit(bound, form)
      : base === 'tsrange'
        ? formatTimestampForEdit(bound, form)
        : formatTimestampTZForEdit(bound, undefined, form);
  return formatRange({
    lower: format(range.lower),
    upper: format(endsBeforeDay ? addDays(range.upper, -1) : range.upper),
    isLowerInclusive: range.isLowerInclusive,
    isUpperInclusive: endsBeforeDay || range.isUpperInclusive,
  });
}

const makeNumberCheck =
  (kind: 'integer' | 'numeric', base: string) =>
  (text: string): TextCheck => {
    const problem = numberProblem(text, { kind, base, precision: null, scale: null });
    return problem ? { problem } : { value: text };
  };

const boundChecks: Readonly<Record<string, (text: string) => TextCheck>> = {
  int4range: makeNumberCheck('integer', 'int4'),
  int8range: makeNumberCheck('integer', 'int8'),
  numrange: makeNumberCheck('numeric', 'numeric'),
  daterange: checkDate,
  tsrange: checkTimestamp,
  tstzrange: (text) => checkTimestampTZ(text),
};

/** Checks a typed bound; '' is no bound. The database checks bounds of types that the app does not know. */
export function checkBound(base: string, text: string): TextCheck {
  const check = boundChecks[base];
  if (!check) return { value: text };
  const typed = text.trim();
  return typed === '' ? { value: '' } : check(typed);
}

/** Checks a typed range, and each bound as a value of its type. */
export function checkRange(base: string, text: string): TextCheck {
  if (text === 'empty') return { value: text };
  const range = parseRange(text);
  if (!range) return { problem: valuesMessages.problems.range };
  // Returned as typed, because a bound of an unknown type can be an empty text.
  if (!boundChecks[base]) return { value: text };
  const lower = checkBound(base, range.lower);
  if ('problem' in lower) return { problem: valuesMessages.problems.rangeStart(lower.problem) };
  const upper = checkBound(base, range.upper);
  if ('problem' in upper) return { problem: valuesMessages.problems.rangeEnd(upper.problem) };
  return { value: formatRange({ ...range, lower: lower.value, upper: upper.value }) };
}
