import type { Group } from '@/data/query/filters/filters.utils';
import { canUseRelativeDays } from '@/data/query/filters/resolve-filters';
import type { Operator } from '@/data/query/operators/operators.utils';
import { describeRelativeDays, parseRelativeDays } from '@/data/query/relative-days.utils';
import { userVariables } from '@/data/query/user-variables';
import { formatValue } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { tableMessages } from '@/table/table-messages';

const messages = tableMessages.filters;

/** Returns the texts before and between the conditions of a group. */
export function describeGroupLogic({ logic, negated }: Pick<Group, 'logic' | 'negated'>): {
  before: string;
  between: string;
} {
  if (!negated) return { before: '', between: messages[logic] };
  return logic === 'or'
    ? { before: messages.neither, between: messages.nor }
    : { before: messages.notAllOf, between: messages.and };
}

/** Whether an operand is the key of a row, not a variable of the current user. */
export function isRowReference(value: string): boolean {
  return value !== userVariables.id && value !== userVariables.email;
}

/**
 * Returns the text that shows an operand to the user: "me" for a variable of the current user, a description of
 * relative days, otherwise the value as the grid shows it. `isJSON`: the condition is on a value inside a JSON column;
 * then the value is unchanged.
 */
export function formatOperandValue(
  column: Column,
  operator: Operator,
  value: string,
  isJSON: boolean,
): string {
  if (isJSON || operator.operand === 'search') return value;
  if (!isRowReference(value)) return messages.me;
  const relative = canUseRelativeDays(column) ? parseRelativeDays(value) : undefined;
  if (relative) {
    const isSpan = relative.kind === 'last' || relative.kind === 'next';
    const days = describeRelativeDays(relative);
    return isSpan && /^n?eq$/.test(operator.id) ? messages.inSpan(days) : days;
  }
  if (value === '') return messages.emptyText;
  return operator.operandType === 'text' ? value : formatValue({ ...column, array: false }, value);
}
