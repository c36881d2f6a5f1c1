import { getWallTime, startOfDay } from '@/data/values/dates/calendar-days';
import type { Column, Table, User } from '@/lib/api.gen';
import { type DaySpan, parseRelativeDays, toDaySpan } from '../relative-days.utils';
import { isEmailColumn, userVariables } from '../user-variables';
import { type Condition, condition, type Filter, group } from './filters.utils';

/** The values on which relative filters depend. */
export interface FilterContext {
  user: Pick<User, 'id' | 'email'>;
  now: Date;
  /** The IANA time zone in which a day begins. */
  zone: string;
}

/**
 * Replaces values that depend on the user or the time: relative days
 * (RelativeDays) in date and timestamp columns, and `auth.uid()` and
 * `auth.email()` in columns of people. Every request for rows needs resolved
 * filters; the URL contains the original ones. Returns the same array if there is
 * nothing to replace.
 */
export function resolveFilters(
  filters: readonly Filter[],
  table: Table,
  context: FilterContext,
): readonly Filter[] {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const resolve = (filter: Filter): Filter => {
    if (filter.kind === 'group') {
      const items = filter.items.map(resolve);
      return items.every((item, i) => item === filter.items[i]) ? filter : { ...filter, items };
    }
    const column = columns.get(filter.column);
    if (!column || column.array || filter.path !== undefined) return filter;
    return resolveDays(column, resolveUserVariables(column, filter, context.user), context);
  };
  const resolved = filters.map(resolve);
  return resolved.every((filter, i) => filter === filters[i]) ? filters : resolved;
}

/** Replaces the variables auth.uid() and auth.email() in a filter on a column that can contain the user's id or address. */
function resolveUserVariables(column: Column, filter: Condition, user: FilterContext['user']): Condition {
  const [variable, value] =
    column.kind === 'uuid'
      ? [userVariables.id, user.id]
      : column.kind === 'text' && isEmailColumn(column)
        ? [userVariables.email, user.email]
        : [undefined, ''];
  const replace = (text: string) => (text === variable ? value : text);
  if (typeof filter.value === 'string') {
    return filter.value === variable ? { ...filter, value } : filter;
  }
  return filter.value.some((text) => text === variable)
    ? { ...filter, value: filter.value.map(replace) }
    : filter;
}

/** Whether a column can be compared with relative days: a date or a timestamp. */
export function canUseRelativeDays(column: Column): boolean {
  return !column.array && ['date', 'timestamp', 'timestamptz'].includes(column.kind);
}

/** Replaces relative days and times in a filter by dates and times. */
function resolveDays(column: Column, filter: Condition, context: FilterContext): Filter {
  if (!canUseRelativeDays(column)) return filter;
  const { operator, value, negated } = filter;
  if (typeof value === 'string') return resolveComparison(column, filter, value, context);
  const fixed = value.filter((text) => parseRelativeDays(text) === undefined);
  if (operator !== 'in' || fixed.length === value.length) return filter;
  const relative = value.filter((text) => !fixed.includes(text));
  const comparisons = relative.map((text) =>
    resolveComparison(column, condition(filter.column, 'eq', text), text, context),
  );
  const rest = fixed.length > 0 ? [condition(filter.column, 'in', fixed)] : [];
  return group('or', [...comparisons, ...rest], negated);
}

/**
 * Returns the comparison of a date or time with the days or the time that `text` means now; unchanged for an absolute text. A
 * comparison with several days, or of a time with a day, becomes one with their first and last moment.
 */
function resolveComparison(column: Column, filter: Condition, text: string, context: FilterContext): Filter {
  const relative = parseRelativeDays(text);
  if (!relative) return filter;
  const [today, time] = getWallTime(context.zone, context.now);
  if (relative.kind === 'now' && column.kind !== 'date') {
    const value = column.kind === 'timestamp' ? `${today}T${time}` : context.now.toISOString();
    return { ...filter, value };
  }
  const days = toDaySpan(relative.kind === 'now' ? { kind: 'day', amount: 0, unit: 'd' } : relative, today);
  const isOneDay = relative.kind === 'day' || relative.kind === 'now';
  if (column.kind === 'date' && isOneDay) return { ...filter, value: days.first };
  return compareWithSpan(filter, toTimeSpan(column, days, context.zone));
}

/** Returns the period as values of the column's type. */
function toTimeSpan(column: Column, { first, end }: DaySpan, zone: string): DaySpan {
  const toStart = (day: string) => {
    if (column.kind === 'date' || day.endsWith('infinity')) return day;
    return column.kind === 'timestamp' ? `${day}T00:00:00` : startOfDay(day, zone);
  };
  return { first: toStart(first), end: toStart(end) };
}

/** Replaces a comparison with a period: before its start, after its end, or within it. */
function compareWithSpan(filter: Condition, { first, end }: DaySpan): Filter {
  const { column, operator, negated } = filter;
  const compare = (bound: string, value: string) => condition(column, bound, value, negated);
  const inside = [condition(column, 'gte', first), condition(column, 'lt', end)];
  switch (operator) {
    case 'lt':
      return compare('lt', first);
    case 'lte':
      return compare('lt', end);
    case 'gt':
      return compare('gte', end);
    case 'gte':
      return compare('gte', first);
    case 'eq':
      return group('and', inside, negated);
    case 'neq':
      return group('and', inside, !negated);
    default:
      return filter;
  }
}
