import { startOfDay, wallTimeIn } from '@/data/values/dates/calendar-days';
import type { Column, Table, User } from '@/lib/api.gen';
import { type Condition, condition, type Filter, group } from './filters.utils';
import { type DaySpan, parseRelativeDays, toDaySpan } from './relative-days.utils';
import { isEmailColumn, userVariables } from './user-variables';

/** What words such as `today` and `auth.uid()` stand for. */
export interface FilterContext {
  user: Pick<User, 'id' | 'email'>;
  now: Date;
  /** Whose midnight it is; moments are shown in it. */
  zone: string;
}

/**
 * Puts values in the place of words that depend on who looks, and when: relative
 * days (relative-days.utils.ts) in date and timestamp columns, and `auth.uid()`
 * or `auth.email()` in columns that hold people. Everything that asks for rows
 * takes filters from here; the address keeps the words. Filters without such
 * words come back as they are.
 */
export function resolveFilters(
  filters: readonly Filter[],
  table: Table,
  standpoint: FilterContext,
): readonly Filter[] {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const resolve = (filter: Filter): Filter => {
    if (filter.kind === 'group') {
      const items = filter.items.map(resolve);
      return items.every((item, i) => item === filter.items[i]) ? filter : { ...filter, items };
    }
    const column = columns.get(filter.column);
    if (!column || column.array || filter.path !== undefined) return filter;
    return resolveDays(column, resolveUserVariables(column, filter, standpoint.user), standpoint);
  };
  const resolved = filters.map(resolve);
  return resolved.every((filter, i) => filter === filters[i]) ? filters : resolved;
}

function resolveUserVariables(column: Column, filter: Condition, user: FilterContext['user']): Condition {
  const [word, value] =
    column.kind === 'uuid'
      ? [userVariables.id, user.id]
      : column.kind === 'text' && isEmailColumn(column)
        ? [userVariables.email, user.email]
        : [undefined, ''];
  const replaced = (text: string) => (text === word ? value : text);
  if (typeof filter.value === 'string') {
    return filter.value === word ? { ...filter, value } : filter;
  }
  return filter.value.some((text) => text === word)
    ? { ...filter, value: filter.value.map(replaced) }
    : filter;
}

/** Columns in which relative days have a meaning. */
export function canUseRelativeDays(column: Column): boolean {
  return !column.array && ['date', 'timestamp', 'timestamptz'].includes(column.kind);
}

function resolveDays(column: Column, filter: Condition, standpoint: FilterContext): Filter {
  if (!canUseRelativeDays(column)) return filter;
  const { operator, value, negated } = filter;
  if (typeof value === 'string') return resolveComparison(column, filter, value, standpoint);
  const plain = value.filter((text) => parseRelativeDays(text) === undefined);
  if (operator !== 'in' || plain.length === value.length) return filter;
  const relative = value.filter((text) => !plain.includes(text));
  const each = relative.map((text) =>
    resolveComparison(column, condition(filter.column, 'eq', text), text, standpoint),
  );
  const rest = plain.length > 0 ? [condition(filter.column, 'in', plain)] : [];
  return group('or', [...each, ...rest], negated);
}

function resolveComparison(
  column: Column,
  filter: Condition,
  text: string,
  standpoint: FilterContext,
): Filter {
  const relative = parseRelativeDays(text);
  if (!relative) return filter;
  const [today, time] = wallTimeIn(standpoint.zone, standpoint.now);
  if (relative.kind === 'now' && column.kind !== 'date') {
    const value = column.kind === 'timestamp' ? `${today}T${time}` : standpoint.now.toISOString();
    return { ...filter, value };
  }
  const days = toDaySpan(relative.kind === 'now' ? { kind: 'day', amount: 0, unit: 'd' } : relative, today);
  const isOneDay = relative.kind === 'day' || relative.kind === 'now';
  // One day is a value that a date can be compared with as it is.
  if (column.kind === 'date' && isOneDay) return { ...filter, value: days.first };
  return compareWithSpan(filter, toMomentSpan(column, days, standpoint.zone));
}

function toMomentSpan(column: Column, { first, end }: DaySpan, zone: string): DaySpan {
  const begin = (day: string) => {
    if (column.kind === 'date' || day.endsWith('infinity')) return day;
    return column.kind === 'timestamp' ? `${day}T00:00:00` : startOfDay(day, zone);
  };
  return { first: begin(first), end: begin(end) };
}

/** A comparison with a stretch of time: before it begins, after it has ended, or in it. */
function compareWithSpan(filter: Condition, { first, end }: DaySpan): Filter {
  const { column, operator, negated } = filter;
  const one = (compare: string, value: string) => condition(column, compare, value, negated);
  const inside = [condition(column, 'gte', first), condition(column, 'lt', end)];
  switch (operator) {
    case 'lt':
      return one('lt', first);
    case 'lte':
      return one('lt', end);
    case 'gt':
      return one('gte', end);
    case 'gte':
      return one('gte', first);
    case 'eq':
      return group('and', inside, negated);
    case 'neq':
      return group('and', inside, !negated);
    default:
      return filter;
  }
}
