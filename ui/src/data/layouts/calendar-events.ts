import type { Row, Value } from '@/data/rows/row';
import { formatRange, parseRange, type Range } from '@/data/values/ranges/range.utils';
import type { CalendarSource, DayRange, EventSpan } from './calendar-source';
import { firstDay, formatMoment, lastDay, minutesPerDay, parseMinutes, shiftMoment } from './calendar-times';

/**
 * Converts between the rows of a table and the events of a calendar. A moved event keeps
 * the rest of its value unchanged: seconds, microseconds and the other bound.
 */

function parseRangeValue(value: Value | undefined): Range | undefined {
  return typeof value === 'string' ? parseRange(value) : undefined;
}

function isFiniteBound(bound: string): boolean {
  return bound !== '' && !/infinity$/.test(bound);
}

/** Returns start and end of a row's event; undefined if the row has no date. An end before the start counts as the start. */
export function getEventSpan(source: CalendarSource, row: Row, zone: string): EventSpan | undefined {
  const { grain } = source;
  const unit = grain === 'date' ? minutesPerDay : 0;
  if (!source.isRange) {
    const value = row[source.column.name];
    if (typeof value !== 'string') return undefined;
    const start = parseMinutes(grain, value, zone);
    const until = source.endColumn && row[source.endColumn.name];
    const end = typeof until === 'string' ? parseMinutes(grain, until, zone) : start;
    return { start, end: Math.max(start, end) + unit };
  }
  const range = parseRangeValue(row[source.column.name]);
  if (!range) return undefined;
  const lower = range.lower === '' ? Number.NEGATIVE_INFINITY : parseMinutes(grain, range.lower, zone);
  const upper = range.upper === '' ? Number.POSITIVE_INFINITY : parseMinutes(grain, range.upper, zone);
  const start = !range.isLowerInclusive ? lower + unit : lower;
  return { start, end: Math.max(start, range.isUpperInclusive ? upper + unit : upper) };
}

/** Returns the column values that move an event by some minutes; undefined if it cannot be moved or does not change. Dates move by whole days. */
export function buildMoveChanges(
  source: CalendarSource,
  row: Row,
  minutes: number,
  zone: string,
): Row | undefined {
  const { grain, column, endColumn } = source;
  if (!source.isRange) {
    const changes: Record<string, Value> = {};
    for (const each of endColumn ? [column, endColumn] : [column]) {
      const value = row[each.name];
      if (typeof value !== 'string') continue;
      const next = isFiniteBound(value) ? shiftMoment(grain, value, minutes, zone) : value;
      if (next === undefined) return undefined;
      if (next !== value) changes[each.name] = next;
    }
    return Object.keys(changes).length > 0 ? changes : undefined;
  }
  const range = parseRangeValue(row[column.name]);
  if (!range || !(isFiniteBound(range.lower) || isFiniteBound(range.upper))) return undefined;
  const move = (bound: string) => (isFiniteBound(bound) ? shiftMoment(grain, bound, minutes, zone) : bound);
  const [lower, upper] = [move(range.lower), move(range.upper)];
  if (lower === undefined || upper === undefined) return undefined;
  return { [column.name]: formatRange({ ...range, lower, upper }) };
}

export type EventEdge = 'start' | 'end';

/** Returns the column value that moves one edge of an event by some minutes; undefined if the event would have no length. */
export function buildResizeChanges(
  source: CalendarSource,
  row: Row,
  edge: EventEdge,
  minutes: number,
  zone: string,
): Row | undefined {
  const { grain, column, endColumn } = source;
  let changes: Row;
  if (source.isRange) {
    const range = parseRangeValue(row[column.name]);
    const bound = range && (edge === 'start' ? range.lower : range.upper);
    const next = bound && isFiniteBound(bound) ? shiftMoment(grain, bound, minutes, zone) : undefined;
    if (!range || next === undefined) return undefined;
    changes = { [column.name]: formatRange({ ...range, [edge === 'start' ? 'lower' : 'upper']: next }) };
  } else {
    const changed = edge === 'start' ? column : endColumn;
    const from = changed && (row[changed.name] ?? row[column.name]);
    const next =
      typeof from === 'string' && isFiniteBound(from) ? shiftMoment(grain, from, minutes, zone) : undefined;
    if (!changed || next === undefined) return undefined;
    changes = { [changed.name]: next };
  }
  const before = getEventSpan(source, row, zone);
  const after = getUncheckedSpan(source, { ...row, ...changes }, zone);
  if (!before || !after || after.start >= after.end) return undefined;
  return changes;
}

/** Like getEventSpan, but the end can be before the start, as in a change that is not valid. */
function getUncheckedSpan(source: CalendarSource, row: Row, zone: string): EventSpan | undefined {
  const { column, endColumn, grain } = source;
  if (source.isRange) {
    const range = parseRangeValue(row[column.name]);
    const edge = (bound: string, none: number) => (bound === '' ? none : parseMinutes(grain, bound, zone));
    return (
      range && {
        start: edge(range.lower, Number.NEGATIVE_INFINITY),
        end: edge(range.upper, Number.POSITIVE_INFINITY),
      }
    );
  }
  const [start, until] = [row[column.name], endColumn && row[endColumn.name]];
  if (typeof start !== 'string') return undefined;
  const unit = grain === 'date' ? minutesPerDay : 0;
  return {
    start: parseMinutes(grain, start, zone),
    end: parseMinutes(grain, typeof until === 'string' ? until : start, zone) + unit,
  };
}

/** Returns the column value that gives a row without a date a start; a range gets the length of a day or an hour. */
export function buildScheduleChanges(source: CalendarSource, minutes: number, zone: string): Row {
  const { grain, column } = source;
  const text = formatMoment(grain, minutes, zone);
  if (!source.isRange) return { [column.name]: text };
  const upper = formatMoment(grain, minutes + (grain === 'date' ? minutesPerDay : 60), zone);
  return {
    [column.name]: formatRange({ isLowerInclusive: true, lower: text, upper, isUpperInclusive: false }),
  };
}

/** Like getEventSpan, but undefined also if no day of the calendar can show the event. */
export function getVisibleSpan(source: CalendarSource, row: Row, zone: string): EventSpan | undefined {
  const span = getEventSpan(source, row, zone);
  const isVisible =
    span && span.start < (lastDay + 1) * minutesPerDay && span.end >= firstDay * minutesPerDay;
  return isVisible ? span : undefined;
}

/** Whether a row's event overlaps the days. With null, whether no day shows the row. */
export function isOnDays(source: CalendarSource, days: DayRange | null, row: Row, zone: string): boolean {
  const span = getVisibleSpan(source, row, zone);
  if (!days || !span) return !days && !span;
  const [from, to] = [days.from * minutesPerDay, days.to * minutesPerDay];
  return span.start < to && (span.end > from || span.start >= from);
}
