import { condition, type Filter, group } from '@/data/query/filters.utils';
import type { Row, Value } from '@/data/rows/row';
import { checkTimestampTZ, showTimestampTZ } from '@/data/values/dates/datetime.utils';
import { formatRange, parseRange, type Range } from '@/data/values/range.utils';
import type { Column, Table } from '@/lib/api.gen';

/**
 * Rows on a calendar. A day is a number, counted from 1970-01-01. A moment is
 * counted in minutes of the wall clock: in the person's zone where the column
 * has one, else as written, so that a date never shifts. Values are moved as
 * texts: what a move isn't about (seconds, microseconds, the other bound) stays
 * to the letter.
 */

export const dayMinutes = 1440;

/** What a calendar's events rest on. */
export interface CalendarSource {
  column: Column;
  /** The column that says when it ends, where two columns make one event. */
  end: Column | undefined;
  grain: 'date' | 'timestamp' | 'timestamptz';
  range: boolean;
}

/** When an event is, in minutes; the end is exclusive. A point in time ends where it starts; no bound is infinite. */
export interface Span {
  start: number;
  end: number;
}

/** Days of a calendar, `to` exclusive. */
export interface Days {
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
  const range = column.kind === 'range';
  return { column, grain, range, end: range ? undefined : endOf(table, column, grain) };
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
function endOf(table: Table, column: Column, grain: CalendarSource['grain']): Column | undefined {
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
  const rank = ({ column, range, end }: CalendarSource) => {
    if (column.name === table.tags.calendar) return 0;
    if (range || end) return 1;
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

const wallForm = /^(\d{4,})-(\d\d)-(\d\d)(?:([T ])(\d\d):(\d\d)(.*))?$/;

interface Wall {
  minutes: number;
  separator: string;
  /** Seconds and what follows. */
  rest: string;
}

function readWall(text: string): Wall | undefined {
  const match = wallForm.exec(text);
  if (!match || /BC$/i.test(text)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  const minutes = date.getTime() / 60_000 + Number(match[5] ?? 0) * 60 + Number(match[6] ?? 0);
  return { minutes, separator: match[4] ?? '', rest: match[7] ?? '' };
}

/** A bound's minutes; what lies past a calendar's reach is infinitely far. */
function minutesOf(grain: CalendarSource['grain'], text: string, zone: string): number {
  if (text === '-infinity' || /BC$/i.test(text)) return Number.NEGATIVE_INFINITY;
  const minutes = readWall(grain === 'timestamptz' ? showTimestampTZ(text, zone).text : text)?.minutes;
  return minutes === undefined || Number.isNaN(minutes) ? Number.POSITIVE_INFINITY : minutes;
}

const two = (value: number) => String(value).padStart(2, '0');

/** 20777 is '2026-11-20'. */
export function dayText(day: number): string {
  const date = new Date(day * 86_400_000);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

/** '2026-11-20' is 20777; undefined for what is no day. */
export function dayOf(text: string): number | undefined {
  const minutes = readWall(text)?.minutes;
  return minutes === undefined || dayText(minutes / dayMinutes) !== text ? undefined : minutes / dayMinutes;
}

/** The days that the years of four digits have: further a calendar doesn't go. */
export const firstDay = dayOf('0001-01-01') ?? 0;
export const lastDay = dayOf('9999-12-31') ?? 0;

function clockText(minutes: number): string {
  const inDay = ((minutes % dayMinutes) + dayMinutes) % dayMinutes;
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

/** A moment as the database takes it. */
function momentText(grain: CalendarSource['grain'], minutes: number, zone: string): string {
  const day = dayText(Math.floor(minutes / dayMinutes));
  if (grain === 'date') return day;
  const wall = `${day}T${clockText(minutes)}:00`;
  return grain === 'timestamp' ? wall : zoned(wall, zone);
}

/** A wall clock's time with the offset that the zone has then. */
function zoned(wall: string, zone: string): string {
  const checked = checkTimestampTZ(wall, zone);
  return 'value' in checked ? checked.value : wall;
}

/** A value so many minutes later; undefined if it can't be moved, or would leave the years of four digits. */
function shifted(
  grain: CalendarSource['grain'],
  text: string,
  minutes: number,
  zone: string,
): string | undefined {
  const wall = readWall(grain === 'timestamptz' ? showTimestampTZ(text, zone).text : text);
  if (!wall || Number.isNaN(wall.minutes)) return undefined;
  const moved = wall.minutes + minutes;
  const day = Math.floor(moved / dayMinutes);
  if (day < firstDay || day > lastDay) return undefined;
  if (grain === 'date') return dayText(day);
  const later = `${dayText(day)}${wall.separator}${clockText(moved)}${wall.rest}`;
  return grain === 'timestamp' ? later : zoned(later, zone);
}

function readRange(value: Value | undefined): Range | undefined {
  return typeof value === 'string' ? parseRange(value) : undefined;
}

function isBound(bound: string): boolean {
  return bound !== '' && !/infinity$/.test(bound);
}

/** When a row's event is; undefined for a row without. */
export function spanOf(source: CalendarSource, row: Row, zone: string): Span | undefined {
  const { grain } = source;
  const unit = grain === 'date' ? dayMinutes : 0;
  if (!source.range) {
    const value = row[source.column.name];
    if (typeof value !== 'string') return undefined;
    const start = minutesOf(grain, value, zone);
    const until = source.end && row[source.end.name];
    const end = typeof until === 'string' ? minutesOf(grain, until, zone) : start;
    return { start, end: Math.max(start, end) + unit };
  }
  const range = readRange(row[source.column.name]);
  if (!range) return undefined;
  const lower = range.lower === '' ? Number.NEGATIVE_INFINITY : minutesOf(grain, range.lower, zone);
  const upper = range.upper === '' ? Number.POSITIVE_INFINITY : minutesOf(grain, range.upper, zone);
  const start = !range.withLower ? lower + unit : lower;
  return { start, end: Math.max(start, range.withUpper ? upper + unit : upper) };
}

/** What moving an event by so many minutes changes; undefined where that can't be. A date column moves by whole days. */
export function movedBy(source: CalendarSource, row: Row, minutes: number, zone: string): Row | undefined {
  const { grain, column, end } = source;
  if (!source.range) {
    const changes: Record<string, Value> = {};
    for (const each of end ? [column, end] : [column]) {
      const value = row[each.name];
      if (typeof value !== 'string') continue;
      const next = isBound(value) ? shifted(grain, value, minutes, zone) : value;
      if (next === undefined) return undefined;
      if (next !== value) changes[each.name] = next;
    }
    return Object.keys(changes).length > 0 ? changes : undefined;
  }
  const range = readRange(row[column.name]);
  if (!range || !(isBound(range.lower) || isBound(range.upper))) return undefined;
  const move = (bound: string) => (isBound(bound) ? shifted(grain, bound, minutes, zone) : bound);
  const [lower, upper] = [move(range.lower), move(range.upper)];
  if (lower === undefined || upper === undefined) return undefined;
  return { [column.name]: formatRange({ ...range, lower, upper }) };
}

export type Edge = 'start' | 'end';

/** What moving one edge of an event changes: that bound alone. Undefined where the event would have no length. */
export function resizedBy(
  source: CalendarSource,
  row: Row,
  edge: Edge,
  minutes: number,
  zone: string,
): Row | undefined {
  const { grain, column, end } = source;
  let changes: Row;
  if (source.range) {
    const range = readRange(row[column.name]);
    const bound = range && (edge === 'start' ? range.lower : range.upper);
    const next = bound && isBound(bound) ? shifted(grain, bound, minutes, zone) : undefined;
    if (!range || next === undefined) return undefined;
    changes = { [column.name]: formatRange({ ...range, [edge === 'start' ? 'lower' : 'upper']: next }) };
  } else {
    const changed = edge === 'start' ? column : end;
    const from = changed && (row[changed.name] ?? row[column.name]);
    const next = typeof from === 'string' && isBound(from) ? shifted(grain, from, minutes, zone) : undefined;
    if (!changed || next === undefined) return undefined;
    changes = { [changed.name]: next };
  }
  const before = spanOf(source, row, zone);
  const after = edgesOf(source, { ...row, ...changes }, zone);
  if (!before || !after || after.start >= after.end) return undefined;
  return changes;
}

/** A span whose end may lie before its start, as no saved one can. */
function edgesOf(source: CalendarSource, row: Row, zone: string): Span | undefined {
  const { column, end, grain } = source;
  if (source.range) {
    const range = readRange(row[column.name]);
    const edge = (bound: string, none: number) => (bound === '' ? none : minutesOf(grain, bound, zone));
    return (
      range && {
        start: edge(range.lower, Number.NEGATIVE_INFINITY),
        end: edge(range.upper, Number.POSITIVE_INFINITY),
      }
    );
  }
  const [start, until] = [row[column.name], end && row[end.name]];
  if (typeof start !== 'string') return undefined;
  const unit = grain === 'date' ? dayMinutes : 0;
  return {
    start: minutesOf(grain, start, zone),
    end: minutesOf(grain, typeof until === 'string' ? until : start, zone) + unit,
  };
}

/** What puts a row without a date at a moment: a range becomes a day, or an hour. */
export function placedAt(source: CalendarSource, minutes: number, zone: string): Row {
  const { grain, column } = source;
  const text = momentText(grain, minutes, zone);
  if (!source.range) return { [column.name]: text };
  const upper = momentText(grain, minutes + (grain === 'date' ? dayMinutes : 60), zone);
  return { [column.name]: formatRange({ withLower: true, lower: text, upper, withUpper: false }) };
}

/** The filter of the rows whose event is on some of the days. */
export function daysFilter(source: CalendarSource, { from, to }: Days, zone: string): Filter {
  const { grain, end } = source;
  const name = source.column.name;
  const lower = momentText(grain, from * dayMinutes, zone);
  const upper = momentText(grain, to * dayMinutes, zone);
  if (source.range) return condition(name, 'ov', `[${lower},${upper})`);
  const starts = condition(name, 'gte', lower);
  const since = end
    ? group('or', [starts, condition(end.name, grain === 'date' ? 'gte' : 'gt', lower)])
    : starts;
  return group('and', [since, condition(name, 'lt', upper)]);
}

/** The texts of the first moment that a calendar reaches, and of the first that it doesn't any more. */
const reach = { from: dayText(firstDay), to: dayText(lastDay + 1) };

/** The filter of the rows that no day shows: without a date, an empty range, or a time that no calendar reaches. */
export function undatedFilter({ column, range, end }: CalendarSource): Filter {
  const { name } = column;
  const missing = condition(name, 'is', 'null');
  if (range) {
    const reached = `[${reach.from},${reach.to})`;
    const past = [condition(name, 'sl', reached), condition(name, 'sr', reached)];
    return group('or', [missing, condition(name, 'eq', 'empty'), ...past]);
  }
  const past = condition(name, 'lt', reach.from);
  const over = end && group('or', [condition(end.name, 'is', 'null'), condition(end.name, 'lt', reach.from)]);
  return group('or', [missing, condition(name, 'gte', reach.to), over ? group('and', [past, over]) : past]);
}

/** The filter of the rows whose event is before or after some days, all of it. */
export function besideFilter(
  { grain, column, range }: CalendarSource,
  { from, to }: Days,
  zone: string,
  way: 'before' | 'after',
): Filter {
  const { name } = column;
  const lower = momentText(grain, from * dayMinutes, zone);
  const upper = momentText(grain, to * dayMinutes, zone);
  if (range) return condition(name, way === 'before' ? 'sl' : 'sr', `[${lower},${upper})`);
  return way === 'before'
    ? group('and', [condition(name, 'lt', lower), condition(name, 'gte', reach.from)])
    : group('and', [condition(name, 'gte', upper), condition(name, 'lt', reach.to)]);
}

/** When a row's event is, if any day can show it; undefined for a row without a date, or infinitely far away. */
export function datedSpanOf(source: CalendarSource, row: Row, zone: string): Span | undefined {
  const span = spanOf(source, row, zone);
  const there = span && span.start < (lastDay + 1) * dayMinutes && span.end >= firstDay * dayMinutes;
  return there ? span : undefined;
}

/** Whether an event is on some of the days; null asks for those that are on none. */
export function isOn(source: CalendarSource, days: Days | null, row: Row, zone: string): boolean {
  const span = datedSpanOf(source, row, zone);
  if (!days || !span) return !days && !span;
  const [from, to] = [days.from * dayMinutes, days.to * dayMinutes];
  return span.start < to && (span.end > from || span.start >= from);
}
