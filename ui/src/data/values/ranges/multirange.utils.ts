import type { TextCheck } from '../dates/datetime.utils';
import type { DateForm } from '../dates/edit-dates';
import type { NumberForm } from '../numbers/local-numbers';
import { valuesMessages } from '../values-messages';
import { checkRange, formatRangeForEdit } from './range.utils';

/** Returns the type of a multirange's ranges: 'numrange' for 'nummultirange'. */
export function getRangeBase(base: string): string {
  return base.replace(/multirange$/, 'range');
}

const rangePattern = /empty|[[(](?:"(?:[^"\\]|\\.|"")*"|[^"[\]()])*[\])]/g;

/** Returns the texts of the ranges of a multirange such as PostgreSQL's `{[1,3),[5,)}`. Undefined for other texts. */
export function splitMultirange(text: string): string[] | undefined {
  const inner = /^\s*\{(.*)\}\s*$/s.exec(text)?.[1];
  if (inner === undefined || !/^[\s,;]*$/.test(inner.replace(rangePattern, ''))) return undefined;
  return inner.match(rangePattern) ?? [];
}

/** Formats a multirange for editing: each range as a range column shows it in an input. */
export function formatMultirangeForEdit(
  base: string,
  text: string,
  dates: DateForm = 'local',
  numbers: NumberForm = 'asciiIntegers',
): string {
  const ranges = splitMultirange(text);
  if (!ranges) return text;
  return `{${ranges.map((range) => formatRangeForEdit(getRangeBase(base), range, dates, numbers)).join(',')}}`;
}

/** Checks a typed multirange, and each of its ranges. */
export function checkMultirange(
  base: string,
  text: string,
  numbers: NumberForm = 'asciiIntegers',
): TextCheck {
  const ranges = splitMultirange(text);
  if (!ranges) return { problem: valuesMessages.problems.multirange };
  const values: string[] = [];
  for (const [i, range] of ranges.entries()) {
    const checked = checkRange(getRangeBase(base), range, numbers);
    if ('problem' in checked) return { problem: valuesMessages.problems.item(i + 1, checked.problem) };
    values.push(checked.value);
  }
  return { value: `{${values.join(',')}}` };
}
