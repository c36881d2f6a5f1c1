import type { Group } from '@/data/query/filters/filters.utils';
import { canUseRelativeDays } from '@/data/query/filters/resolve-filters';
import type { Operator } from '@/data/query/operators/operators.utils';
import { describeRelativeDays, parseRelativeDays } from '@/data/query/relative-days.utils';
import { userVariables } from '@/data/query/user-variables';
import { formatValue, hasGroupedDigits } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
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

/** Operators of a URL that compare whole values, and those that compare the order of values. */
const equality = /^(any|not)-(eq|neq|in|isdistinct)$/;
const order = /^(any|not)-[gl]te?$/;

/**
 * Whether an operand is a value of the column, and not a pattern or a query. The order of texts is that of the stored
 * values, not of the displayed ones.
 */
function isColumnValue(column: Column, { id, operandType }: Operator): boolean {
  return operandType === 'value' || equality.test(id) || (order.test(id) && column.kind !== 'text');
}

/**
 * Returns the text that shows an operand to the user: "me" for a variable of the current user, a description of
 * relative days, otherwise the value as the cells of the table show it. `isJSON`: the condition is on a value inside a JSON
 * column; then the value is unchanged.
 */
export function formatOperandValue(
  table: Table,
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
  if (!isColumnValue(column, operator)) return value;
  const grouped = !column.array && hasGroupedDigits(table, column);
  return formatValue({ ...column, array: false }, value, { grouped });
}
