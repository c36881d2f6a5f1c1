import { condition, type Filter, group } from '@/data/query/filters.utils';
import type { Row, Value } from '@/data/rows/row';
import { checkTimestampTZ, formatTimestampTZ } from '@/data/values/dates/datetime.utils';
import { formatRange, parseRange, type Range } from '@/data/values/range.utils';
import type { Column, Table } from '@/lib/api.gen';

/**
 * Rows on a calendar. A day is a number, counted from 1970-01-01. A moment is
 * counted in minutes of the wall clock: in the person's zone where the column
 * has one, else as written, so that a date never shifts. Values are moved as
 * texts: what a move isn't about (seconds, microseconds, the other bound) stays
 * to the letter.
 */

export const minutesPerDay = 1440;

/** What a calendar's events rest on. */
export interface CalendarSource {
  column: Column;
  /** The column that says when it ends, where two columns make one event. */
  endColumn: Column | undefined;
  grain: 'date' | 'timestamp' | 'timestamptz';
  isRange: boolean;
}

/** When an event is, in minutes; the end is exclusive. A point in time ends where it starts; no bound is infinite. */
export interface EventSpan {
  start: number;
  end: number;
}

/** Days of a calendar, `to` exclusive. */
export interface DayRange {
  from: number;
  to: number;
}

const rangeGrains: Readonly<Record<string, CalendarSource['grain']>> = {
  daterange: 'date',
  tsrange: 'timestamp',
  tstzrange: 'timestamptz',
};

function grainOf(column: Column): CalendarSource['grain'] | undefined {
  if (column.array || !column.privileges.select) return undefined;
  if (column.kind === 'range') return rangeGrains[column.base];
  return column.kind === 'date' || column.kind === 'timestamp' || column.kind === 'timestamptz'
    ? column.kind
    : undefined;
}

/** How a column makes events of a table's rows; undefined if it doesn't. */
export function calendarSource(table: Table, column: Column): CalendarSource | undefined {
  const grain = grainOf(column);
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

/** The column tagged as the end (`@end ends_at`), or plainly named as one: starts_at and ends_at, valid_from and valid_to. */
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
      grainOf(other) === grain,
  );
}

/**
 * The columns that a calendar can rest on: the one of the tag `@calendar column`
 * first, then ranges and pairs, then what people set, last what the database
 * notes by itself.
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

/** Whether a date is merely when the row was inserted or updated: its default is the current time, or its name says so. */
export function isRecordDate(column: Column): boolean {
  const expression = column.default ?? '';
  const isNow = /\b(now\(\)|current_(date|timestamp)|localtimestamp|clock_timestamp\(\))/i.test(expression);
  // `current_date + 7` is a date in the future, which somebody plans.
  return (isNow && !/[-+]\s/.test(expression)) || recordDateNames.test(column.name);
}

const wallTimePattern = /^(\d{4,})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(.*))?$/;

interface WallTime {
  minutes: number;
  separator: string;
  /** Seconds and what follows. */
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

/** A bound's minutes; what lies past a calendar's reach is infinitely far. */
function minutesOf(grain: CalendarSource['grain'], text: string, zone: string): number {
  if (text === '-infinity' || /BC$/i.test(text)) return Number.NEGATIVE_INFINITY;
  const minutes = parseWallTime(grain === 'timestamptz' ? formatTimestampTZ(text, zone).text : text)?.minutes;
  return minutes === undefined || Number.isNaN(minutes) ? Number.POSITIVE_INFINITY : minutes;
}

const padTwoDigits = (value: number) => String(value).padStart(2, '0');

/** 20777 is '2026-11-20'. */
export function formatDay(day: number): string {
  const date = new Date(day * 86_400_000);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${year}-${padTwoDigits(date.getUTCMonth() + 1)}-${padTwoDigits(date.getUTCDate())}`;
}

/** '2026-11-20' is 20777; undefined for what is no day. */
export function parseDay(text: string): number | undefined {
  const minutes = parseWallTime(text)?.minutes;
  return minutes === undefined || formatDay(minutes / minutesPerDay) !== text
    ? undefined
    : minutes / minutesPerDay;
}

/** The days that the years of four digits have: further a calendar doesn't go. */
export const firstDay = parseDay('0001-01-01') ?? 0;
export const lastDay = parseDay('9999-12-31') ?? 0;

function formatClock(minutes: number): string {
  const inDay = ((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay;
  return `${padTwoDigits(Math.floor(inDay / 60))}:${padTwoDigits(inDay % 60)}`;
}

/** A moment as the database takes it. */
function formatMoment(grain: CalendarSource['grain'], minutes: number, zone: string): string {
  const day = formatDay(Math.floor(minutes / minutesPerDay));
  if (grain === 'date') return day;
  const wall = `${day}T${formatClock(minutes)}:00`;
  return grain === 'timestamp' ? wall : addZoneOffset(wall, zone);
}

/** A wall clock's time with the offset that the zone has then. */
function addZoneOffset(wall: string, zone: string): string {
  const checked = checkTimestampTZ(wall, zone);
  return 'value' in checked ? checked.value : wall;
}

/** A value so many minutes later; undefined if it can't be moved, or would leave the years of four digits. */
function shiftMoment(
  grain: CalendarSource['grain'],
  text: string,
  minutes: number,
  zone: string,
): string | undefined {
  const wall = parseWallTime(grain === 'timestamptz' ? formatTimestampTZ(text, zone).text : text);
  if (!wall || Number.isNaN(wall.minutes)) return undefined;
  const moved = wall.minutes + minutes;
  const day = Math.floor(moved / minutesPerDay);
  if (day < firstDay || day > lastDay) return undefined;
  if (grain === 'date') return formatDay(day);
  const later = `${formatDay(day)}${wall.separator}${formatClock(moved)}${wall.rest}`;
  return grain === 'timestamp' ? later : addZoneOffset(later, zone);
}

function parseRangeValue(value: Value | undefined): Range | undefined {
  return typeof value === 'string' ? parseRange(value) : undefined;
}

function isFiniteBound(bound: string): boolean {
  return bound !== '' && !/infinity$/.test(bound);
}

/** When a row's event is; undefined for a row without. */
export function spanOf(source: CalendarSource, row: Row, zone: string): EventSpan | undefined {
  const { grain } = source;
  const unit = grain === 'date' ? minutesPerDay : 0;
  if (!source.isRange) {
    const value = row[source.column.name];
    if (typeof value !== 'string') return undefined;
    const start = minutesOf(grain, value, zone);
    const until = source.endColumn && row[source.endColumn.name];
    const end = typeof until === 'string' ? minutesOf(grain, until, zone) : start;
    return { start, end: Math.max(start, end) + unit };
  }
  const range = parseRangeValue(row[source.column.name]);
  if (!range) return undefined;
  const lower = range.lower === '' ? Number.NEGATIVE_INFINITY : minutesOf(grain, range.lower, zone);
  const upper = range.upper === '' ? Number.POSITIVE_INFINITY : minutesOf(grain, range.upper, zone);
  const start = !range.isLowerInclusive ? lower + unit : lower;
  return { start, end: Math.max(start, range.isUpperInclusive ? upper + unit : upper) };
}

/** What moving an event by so many minutes changes; undefined where that can't be. A date column moves by whole days. */
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

/** What moving one edge of an event changes: that bound alone. Undefined where the event would have no length. */
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
  const before = spanOf(source, row, zone);
  const after = edgesOf(source, { ...row, ...changes }, zone);
  if (!before || !after || after.start >= after.end) return undefined;
  return changes;
}

/** A span whose end may lie before its start, as no saved one can. */
function edgesOf(source: CalendarSource, row: Row, zone: string): EventSpan | undefined {
  const { column, endColumn, grain } = source;
  if (source.isRange) {
    const range = parseRangeValue(row[column.name]);
    const edge = (bound: string, none: number) => (bound === '' ? none : minutesOf(grain, bound, zone));
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
    start: minutesOf(grain, start, zone),
    end: minutesOf(grain, typeof until === 'string' ? until : start, zone) + unit,
  };
}

/** What puts a row without a date at a moment: a range becomes a day, or an hour. */
export function buildScheduleChanges(source: CalendarSource, minutes: number, zone: string): Row {
  const { grain, column } = source;
  const text = formatMoment(grain, minutes, zone);
  if (!source.isRange) return { [column.name]: text };
  const upper = formatMoment(grain, minutes + (grain === 'date' ? minutesPerDay : 60), zone);
  return {
    [column.name]: formatRange({ isLowerInclusive: true, lower: text, upper, isUpperInclusive: false }),
  };
}

/** The filter of the rows whose event is on some of the days. */
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

/** The texts of the first moment that a calendar reaches, and of the first that it doesn't any more. */
const calendarLimits = { from: formatDay(firstDay), to: formatDay(lastDay + 1) };

/** The filter of the rows that no day shows: without a date, an empty range, or a time that no calendar reaches. */
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

/** The filter of the rows whose event is before or after some days, all of it. */
export function adjacentEventsFilter(
  { grain, column, isRange }: CalendarSource,
  { from, to }: DayRange,
  zone: string,
  way: 'before' | 'after',
): Filter {
  const { name } = column;
  const lower = formatMoment(grain, from * minutesPerDay, zone);
  const upper = formatMoment(grain, to * minutesPerDay, zone);
  if (isRange) return condition(name, way === 'before' ? 'sl' : 'sr', `[${lower},${upper})`);
  return way === 'before'
    ? group('and', [condition(name, 'lt', lower), condition(name, 'gte', calendarLimits.from)])
    : group('and', [condition(name, 'gte', upper), condition(name, 'lt', calendarLimits.to)]);
}

/** When a row's event is, if any day can show it; undefined for a row without a date, or infinitely far away. */
export function visibleSpanOf(source: CalendarSource, row: Row, zone: string): EventSpan | undefined {
  const span = spanOf(source, row, zone);
  const there = span && span.start < (lastDay + 1) * minutesPerDay && span.end >= firstDay * minutesPerDay;
  return there ? span : undefined;
}

/** Whether an event is on some of the days; null asks for those that are on none. */
export function isOnDays(source: CalendarSource, days: DayRange | null, row: Row, zone: string): boolean {
  const span = visibleSpanOf(source, row, zone);
  if (!days || !span) return !days && !span;
  const [from, to] = [days.from * minutesPerDay, days.to * minutesPerDay];
  return span.start < to && (span.end > from || span.start >= from);
}
