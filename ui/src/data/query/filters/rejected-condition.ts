import type { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { type Condition, type Filter, group } from './filters.utils';

/** PostgreSQL's errors about a value that its type can't have. */
const valueErrors = new Set(['22003', '22007', '22008', '22P02']);

/** A condition with a value that its column can't have. */
export interface RejectedCondition {
  condition: Condition;
  value: string;
}

/** Returns the condition whose value the database rejected in a request for rows, by the value in the error's message. */
export function findRejectedCondition(
  table: Table,
  filters: readonly Filter[],
  error: ApiError,
): RejectedCondition | undefined {
  // The error of a write names the column.
  if (!valueErrors.has(error.code) || error.columns.length > 0) return undefined;
  const rejected = new Set([...error.message.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text));
  const found = listConditions(filters).flatMap((condition) => {
    const values = typeof condition.value === 'string' ? [condition.value] : condition.value;
    const value = values.find((each) => rejected.has(each));
    return value === undefined ? [] : [{ condition, value }];
  });
  // A text column can have every value.
  const isText = (name: string) => table.columns.find((column) => column.name === name)?.kind === 'text';
  return found.find(({ condition }) => !isText(condition.column)) ?? found[0];
}

function listConditions(filters: readonly Filter[]): Condition[] {
  return filters.flatMap((filter) => (filter.kind === 'condition' ? [filter] : listConditions(filter.items)));
}

/** Returns the filters without a condition, and without groups that it leaves empty. */
export function removeCondition(filters: readonly Filter[], removed: Condition): Filter[] {
  return filters.flatMap((filter): Filter[] => {
    if (filter.kind === 'condition') return filter === removed ? [] : [filter];
    const items = removeCondition(filter.items, removed);
    return items.length > 0 ? [group(filter.logic, items, filter.negated)] : [];
  });
}
