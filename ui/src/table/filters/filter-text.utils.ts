import type { Group } from '@/data/query/filters.utils';
import type { Operator } from '@/data/query/operators/operators.utils';
import { describeRelativeDays, parseRelativeDays } from '@/data/query/relative-days.utils';
import { canUseRelativeDays } from '@/data/query/resolve-filters';
import { userVariables } from '@/data/query/user-variables';
import { formatValue } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';

/** What stands before a group's conditions, and between them. */
export function describeGroupLogic({ logic, negated }: Pick<Group, 'logic' | 'negated'>): {
  before: string;
  between: string;
} {
  if (!negated) return { before: '', between: logic };
  return logic === 'or' ? { before: 'neither', between: 'nor' } : { before: 'not all of', between: 'and' };
}

/** Whether a value names a row: the word for whoever looks doesn't. */
export function isRowReference(value: string): boolean {
  return value !== userVariables.id && value !== userVariables.email;
}

/** A condition's value in words. */
export function formatOperandValue(
  column: Column,
  operator: Operator,
  value: string,
  isJSON: boolean,
): string {
  if (isJSON || operator.operand === 'search') return value;
  if (!isRowReference(value)) return 'me';
  const relative = canUseRelativeDays(column) ? parseRelativeDays(value) : undefined;
  if (relative) {
    const isSpan = relative.kind === 'last' || relative.kind === 'next';
    return `${isSpan && /^n?eq$/.test(operator.id) ? 'in ' : ''}${describeRelativeDays(relative)}`;
  }
  if (value === '') return '“”';
  return operator.operandType === 'text' ? value : formatValue({ ...column, array: false }, value);
}
