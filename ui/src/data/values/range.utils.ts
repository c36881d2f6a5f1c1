import { addDays } from './dates/calendar-days';
import {
  checkDate,
  checkTimestamp,
  checkTimestampTZ,
  formatTimestamp,
  formatTimestampTZForEdit,
  type TextCheck,
} from './dates/datetime.utils';
import { numberProblem } from './numbers/number.utils';

/** A range as PostgreSQL writes it: `[1,5)`. A bound that is '' is none. */
export interface Range {
  lower: string;
  upper: string;
  /** Whether a bound is in the range itself. */
  isLowerInclusive: boolean;
  isUpperInclusive: boolean;
}

/** A range's bounds, unquoted. Undefined for `empty` and for what is no range. */
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

/** The text of a range; quotes stand only where a bound needs them. */
export function formatRange({ lower, upper, isLowerInclusive, isUpperInclusive }: Range): string {
  const quote = (bound: string) =>
    /["\\,()[\]]/.test(bound) ? `"${bound.replace(/["\\]/g, '\\$&')}"` : bound;
  return `${isLowerInclusive ? '[' : '('}${quote(lower)},${quote(upper)}${isUpperInclusive ? ']' : ')'}`;
}

/**
 * What an editor starts from: moments in the person's zone, days through the
 * last one, which the database writes as before the next.
 */
export function formatRangeForEdit(base: string, text: string): string {
  const range = parseRange(text);
  if (!range) return text;
  const { lower, upper } = range;
  switch (base) {
    case 'tstzrange':
      return formatRange({
        ...range,
        lower: formatTimestampTZForEdit(lower),
        upper: formatTimestampTZForEdit(upper),
      });
    case 'tsrange':
      return formatRange({ ...range, lower: formatTimestamp(lower), upper: formatTimestamp(upper) });
    case 'daterange':
      return !range.isUpperInclusive && /^\d{4}-\d\d-\d\d$/.test(upper)
        ? formatRange({ ...range, upper: addDays(upper, -1), isUpperInclusive: true })
        : text;
    default:
      return text;
  }
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

/** One bound as typed; '' is none. Those of other types are the database's to check. */
export function checkBound(base: string, text: string): TextCheck {
  const check = boundChecks[base];
  if (!check) return { value: text };
  const typed = text.trim();
  return typed === '' ? { value: '' } : check(typed);
}

/** A range as typed, each bound checked as a value of its type. */
export function checkRange(base: string, text: string): TextCheck {
  if (text === 'empty') return { value: text };
  const range = parseRange(text);
  if (!range) return { problem: 'Needs a range like [1,10): [ ] includes a bound, ( ) leaves it out.' };
  // As it was typed: a bound of such a type may be an empty text.
  if (!boundChecks[base]) return { value: text };
  const lower = checkBound(base, range.lower);
  if ('problem' in lower) return { problem: `Start: ${lower.problem}` };
  const upper = checkBound(base, range.upper);
  if ('problem' in upper) return { problem: `End: ${upper.problem}` };
  return { value: formatRange({ ...range, lower: lower.value, upper: upper.value }) };
}
