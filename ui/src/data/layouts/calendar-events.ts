import { condition, type Filter, group } from '@/data/query/filters.utils';
import type { Row, Value } from '@/data/rows/row';
import { checkTimestampTZ, formatTimestampTZ } from '@/data/values/dates/datetime.utils';
import { formatRange, parseRange, type Range } from '@/data/values/range.utils';
import type { Column, Table } from '@/lib/api.gen';

/**
 * Converts between the rows of a table and the events of a calendar. A day is the
 * number of days since 1970-01-01. A time is the number of minutes of the wall
 * clock since then: for timestamptz in the user's time zone, otherwise as written, so
 * that a date never shifts. A moved event keeps the rest of its value unchanged:
 * seconds, microseconds and the other bound.
 */

export const minutesPerDay = 1440;

/** The columns from which a calendar reads its events. */
export interface CalendarSource {
  /** The column of the start, or of start and end if it is a range. */
  column: Column;
  /** The column of the end, if two columns make one event. */
  endColumn: Column | undefined;
  grain: 'date' | 'timestamp' | 'timestamptz';
  isRange: boolean;
}

/** Start and end (exclusive) of an event, in minutes. They are equal for a single time, and infinite for a missing bound. */
export interface EventSpan {
  start: number;
  end: number;
}

/** Consecutive days; `to` is exclusive. */
export interface DayRange {
  from: number;
  to: number;
}

const rangeGrains: Readonly<Record<string, CalendarSource['grain']>> = {
  daterange: 'date',
  tsrange: 'timestamp',
  tstzrange: 'timestamptz',
};

function getGrain(column: Column): CalendarSource['grain'] | undefined {
  if (column.array || !column.privileges.select) return undefined;
  if (column.kind === 'range') return rangeGrains[column.base];
  return column.kind === 'date' || column.kind === 'timestamp' || column.kind === 'timestamptz'
    ? column.kind
    : undefined;
}

/** Returns how to read events from a column and, if there is one, its end column. Undefined if it has no dates or is not readable. */
export function calendarSource(table: Table, column: Column): CalendarSource | undefined {
  const grain = getGrain(column);
  if (!grain) return undefined;
  const isRange = column.kind === 'range';
  return { column, grain, isRange, endColumn: isRange ? undefined : findEndColumn(table, column, grain) };
}

const endNames: Readonly<Record<string, readonly string[]>> = {
  start: ['end', 'finish', 'stop'],
  starts: ['ends'],
  started: ['ended', 'finished', 'stopped'],
  begin: ['end'],
  begins: ['ends'],
  from: ['to', 'until', 'till'],
};

/** Finds the end column: the one in the tag `@end ends_at`, or one with a matching name (starts_at, ends_at; valid_from, valid_to). */
function findEndColumn(table: Table, column: Column, grain: CalendarSource['grain']): Column | undefined {
  const tagged = column.tags.end;
  const words = column.name.split('_');
  const names = words.flatMap((word, i) =>
    (endNames[word.toLowerCase()] ?? []).map((end) => words.with(i, end).join('_')),
  );
  return table.columns.find(
    (other) =>
      (tagged ? other.name === tagged : names.includes(other.name)) &&
      other.kind !== 'range' &&
      getGrain(other) === grain,
  );
}

/**
 * Returns the columns that a calendar can show, best first: the column of the tag
 * `@calendar column`, then ranges and pairs of columns, then dates that users
 * enter, last dates that the database sets.
 */
export function calendarColumns(table: Table): Column[] {
  const found = table.columns.flatMap((column) => {
    const source = calendarSource(table, column);
    return source && !('hidden' in column.tags) ? [source] : [];
  });
  const rank = ({ column, isRange, endColumn }: CalendarSource) => {
    if (column.name === table.tags.calendar) return 0;
    if (isRange || endColumn) return 1;
    return column.generated || isRecordDate(column) ? 3 : 2;
  };
  return found.toSorted((a, b) => rank(a) - rank(b)).map(({ column }) => column);
}

const recordDateNames = /^(created|updated|inserted|modified)(_?(at|on|date|time))?$/i;

/** Whether a column contains the time of the insert or update: its default is the current time, or it has such a name. */
export function isRecordDate(column: Column): boolean {
  const expression = column.default ?? '';
  const isNow = /\b(now\(\)|current_(date|timestamp)|localtimestamp|clock_timestamp\(\))/i.test(expression);
  // `current_date + 7` is a planned date.
  return (isNow && !/[-+]\s/.test(expression)) || recordDateNames.test(column.name);
}

const wallTimePattern = /^(\d{4,})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(.*))?$/;

interface WallTime {
  minutes: number;
  separator: string;
  /** The text after the minutes: seconds, fraction and offset. */
  rest: string;
}

function parseWallTime(text: string): WallTime | undefined {
  const match = wallTimePattern.exec(text);
  if (!match || /BC$/i.test(text)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  const minutes = date.getTime() / 60_000 + Number(match[5] ?? 0) * 60 + Number(match[6] ?? 0);
  return { minutes, separator: match[4] ?? '', rest: match[7] ?? '' };
}

/** Returns the minutes of a bound; ±Infinity for infinity and for years that are not between 1 and 9999. */
function parseMinutes(grain: CalendarSource['grain'], text: string, zone: string): number {
  if (text === '-infinity' || /BC$/i.test(text)) return Number.NEGATIVE_INFINITY;
  const minutes = parseWallTime(grain === 'timestamptz' ? formatTimestampTZ(text, zone).text : text)?.minutes;
  return minutes === undefined || Number.isNaN(minutes) ? Number.POSITIVE_INFINITY : minutes;
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats a day: 20777 becomes '2026-11-20'. */
export function formatDay(day: number): string {
  const date = new Date(day * 86_400_000);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${year}-${padTwoDigits(date.getUTCMonth() + 1)}-${padTwoDigits(date.getUTCDate())}`;
}

/** Parses a day: '2026-11-20' becomes 20777. Undefined for other texts and for days that do not exist. */
export function parseDay(text: string): number | undefined {
  const minutes = parseWallTime(text)?.minutes;
  return minutes === undefined || formatDay(minutes / minutesPerDay) !== text
    ? undefined
    : minutes / minutesPerDay;
}

/** The first and the last day that a calendar shows: years have four digits. */
export const firstDay = parseDay('0001-01-01') ?? 0;
export const lastDay = parseDay('9999-12-31') ?? 0;

function formatClock(minutes: number): string {
  const inDay = ((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay;
  return `${padTwoDigits(Math.floor(inDay / 60))}:${padTwoDigits(inDay % 60)}`;
}

/** Formats a time as input for a column of the grain. */
function formatMoment(grain: CalendarSource['grain'], minutes: number, zone: string): string {
  const day = formatDay(Math.floor(minutes / minutesPerDay));
  if (grain === 'date') return day;
  const wall = `${day}T${formatClock(minutes)}:00`;
  return grain === 'timestamp' ? wall : addZoneOffset(wall, zone);
}

/** Adds the offset that the zone has at a wall time. */
function addZoneOffset(wall: string, zone: string): string {
  const checked = checkTimestampTZ(wall, zone);
  return 'value' in checked ? checked.value : wall;
}

/** Adds minutes to a value. Undefined for an infinite value, and if the result is not in the years 1 to 9999. */
function shiftMoment(
  grain: CalendarSource['grain'],
  text: string,
  minutes: number,
  zone: string,
): string | undefined {
  const wall = parseWallTime(grain === 'timestamptz' ? formatTimestampTZ(text, zone).text : text);
  if (!wall || Number.isNaN(wall.minutes)) return undefined;
  const shifted = wall.minutes + minutes;
  const day = Math.floor(shifted / minutesPerDay);
  if (day < firstDay || day > lastDay) return undefined;
  if (grain === 'date') return formatDay(day);
  const result = `${formatDay(day)}${wall.separator}${formatClock(shifted)}${wall.rest}`;
  return grain === 'timestamp' ? result : addZoneOffset(result, zone);
}

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

/** Returns the filter for the rows whose event overlaps the days. */
export function daysFilter(source: CalendarSource, { from, to }: DayRange, zone: string): Filter {
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
export function undatedFilter({ column, isRange, endColumn }: CalendarSource): Filter {
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
export function adjacentEventsFilter(
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
