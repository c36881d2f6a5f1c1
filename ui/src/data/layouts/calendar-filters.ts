import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import type { CalendarSource, DayRange } from './calendar-source';
import { firstDay, formatDay, formatMoment, lastDay, minutesPerDay } from './calendar-times';

/** Returns the filter for the rows whose event overlaps the days. */
export function buildDaysFilter(source: CalendarSource, { from, to }: DayRange, zone: string): Filter {
  const { grain, endColumn } = source;
  const name = source.column.name;
  const lower = formatMoment(grain, from * minutesPerDay, zone);
  const upper = formatMoment(grain, to * minutesPerDay, zone);
  if (source.isRange) return condition(name, 'ov', `[${lower},${upper})`);
  const starts = condition(name, 'gte', lower);
  const since = endColumn
    ? group('or', [starts, condition(endColumn.name, grain === 'date' ? 'gte' : 'gt', lower)])
    : starts;
  return group('and', [since, condition(name, 'lt', upper)]);
}

/** The first day that a calendar shows, and the first day after it. */
const calendarLimits = { from: formatDay(firstDay), to: formatDay(lastDay + 1) };

/** Returns the filter for the rows that no day shows: without a date, with an empty range, or not in the years 1 to 9999. */
export function buildUndatedFilter({ column, isRange, endColumn }: CalendarSource): Filter {
  const { name } = column;
  const missing = condition(name, 'is', 'null');
  if (isRange) {
    const reached = `[${calendarLimits.from},${calendarLimits.to})`;
    const past = [condition(name, 'sl', reached), condition(name, 'sr', reached)];
    return group('or', [missing, condition(name, 'eq', 'empty'), ...past]);
  }
  const past = condition(name, 'lt', calendarLimits.from);
  const over =
    endColumn &&
    group('or', [
      condition(endColumn.name, 'is', 'null'),
      condition(endColumn.name, 'lt', calendarLimits.from),
    ]);
  return group('or', [
    missing,
    condition(name, 'gte', calendarLimits.to),
    over ? group('and', [past, over]) : past,
  ]);
}

/** Returns the filter for the rows whose whole event is before or after the days. */
export function buildAdjacentEventsFilter(
  { grain, column, isRange }: CalendarSource,
  { from, to }: DayRange,
  zone: string,
  side: 'before' | 'after',
): Filter {
  const { name } = column;
  const lower = formatMoment(grain, from * minutesPerDay, zone);
  const upper = formatMoment(grain, to * minutesPerDay, zone);
  if (isRange) return condition(name, side === 'before' ? 'sl' : 'sr', `[${lower},${upper})`);
  return side === 'before'
    ? group('and', [condition(name, 'lt', lower), condition(name, 'gte', calendarLimits.from)])
    : group('and', [condition(name, 'gte', upper), condition(name, 'lt', calendarLimits.to)]);
}
