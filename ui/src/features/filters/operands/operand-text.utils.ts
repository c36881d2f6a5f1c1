import { isRangeLiteral } from '@/data/query/operators/operator-forms.utils';
import { toEnteredValue } from '@/data/values/checks/check-value';
import { parseNumberWithUnit } from '@/data/values/formats/input-unit';
import { formatNumberForEdit, type NumberForm } from '@/data/values/numbers/local-numbers';
import { checkMultirange, getRangeBase } from '@/data/values/ranges/multirange.utils';
import { checkRange, isNumberRange } from '@/data/values/ranges/range.utils';
import type { Column } from '@/lib/api.gen';

/**
 * Formats a value of a filter as an input shows it, in the user's locale. The text of a range is that of PostgreSQL, with
 * dates in the ISO form. The operand of a range column can be a range, a multirange or a single value.
 */
export function formatOperand(column: Column, value: string, numbers: NumberForm = 'asciiIntegers'): string {
  const element = { ...column, array: false };
  if (column.kind !== 'range' && column.kind !== 'multirange')
    return String(toEnteredValue(element, value, 'local', numbers));
  const base = getRangeBase(column.base);
  if (!isRangeLiteral(value)) return isNumberRange(base) ? formatNumberForEdit(value) : value;
  const isMultirange = value.trimStart().startsWith('{');
  return String(toEnteredValue(isMultirange ? element : { ...element, kind: 'range', base }, value, 'iso'));
}

/** Returns the value for the filter, which contains plain numbers. */
export function parseOperand(column: Column, text: string): string {
  const isRange = isNumberRange(getRangeBase(column.base));
  if (isRange && isRangeLiteral(text)) return parseRangeLiteral(column.base, text);
  const isNumber = /^(integer|numeric|float)$/.test(column.kind) || isRange;
  return (isNumber && parseNumberWithUnit(column, text)) || text;
}

/** Returns a range or multirange with plain numbers; the text itself if it is incomplete. */
function parseRangeLiteral(base: string, text: string): string {
  const checked = text.trimStart().startsWith('{')
    ? checkMultirange(base, text)
    : checkRange(getRangeBase(base), text.trim());
  return 'value' in checked ? checked.value : text;
}
