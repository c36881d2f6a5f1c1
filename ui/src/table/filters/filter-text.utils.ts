import type { Group } from '@/data/query/filters.utils';
import { me } from '@/data/query/me.utils';
import type { Operator } from '@/data/query/operators/operators.utils';
import { parseRelativeDays, relativeDaysText } from '@/data/query/relative-days.utils';
import { holdsDays } from '@/data/query/resolve.utils';
import { displayText } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';

/** What stands before a group's conditions, and between them. */
export function groupWords({ logic, negated }: Pick<Group, 'logic' | 'negated'>): {
  before: string;
  between: string;
} {
  if (!negated) return { before: '', between: logic };
  return logic === 'or' ? { before: 'neither', between: 'nor' } : { before: 'not all of', between: 'and' };
}

/** Whether a value names a row: the word for whoever looks doesn't. */
export function namesRow(value: string): boolean {
  return value !== me.id && value !== me.email;
}

/** A condition's value in words. */
export function operandText(column: Column, operator: Operator, value: string, isJSON: boolean): string {
  if (isJSON || operator.operand === 'words') return value;
  if (!namesRow(value)) return 'me';
  const relative = holdsDays(column) ? parseRelativeDays(value) : undefined;
  if (relative) {
    const isSpan = relative.kind === 'last' || relative.kind === 'next';
    return `${isSpan && /^n?eq$/.test(operator.id) ? 'in ' : ''}${relativeDaysText(relative)}`;
  }
  if (value === '') return '“”';
  return operator.takes === 'text' ? value : displayText({ ...column, array: false }, value);
}
