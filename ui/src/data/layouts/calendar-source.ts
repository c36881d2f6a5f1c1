import { splitNameWords, toSnakeCase } from '@/data/titles/name-words';
import type { Column, Table } from '@/lib/api.gen';
import type { Grain } from './calendar-times';

/** The columns from which a calendar reads its events. */
export interface CalendarSource {
  /** The column of the start, or of start and end if it is a range. */
  column: Column;
  /** The column of the end, if two columns make one event. */
  endColumn: Column | undefined;
  grain: Grain;
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

const rangeGrains: Readonly<Record<string, Grain>> = {
  daterange: 'date',
  tsrange: 'timestamp',
  tstzrange: 'timestamptz',
};

function getGrain(column: Column): Grain | undefined {
  if (column.array || !column.privileges.select) return undefined;
  if (column.kind === 'range') return rangeGrains[column.base];
  return column.kind === 'date' || column.kind === 'timestamp' || column.kind === 'timestamptz'
    ? column.kind
    : undefined;
}

/** Returns how to read events from a column and, if there is one, its end column. Undefined if it has no dates or is not readable. */
export function getCalendarSource(table: Table, column: Column): CalendarSource | undefined {
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
  in: ['out'],
};

/** Finds the end column: the one in the tag `@end ends_at`, or one with a matching name (starts_at, ends_at; validFrom, validTo). */
function findEndColumn(table: Table, column: Column, grain: Grain): Column | undefined {
  const tagged = column.tags.end;
  const words = splitNameWords(column.name);
  const names = words.flatMap((word, i) => (endNames[word] ?? []).map((end) => words.with(i, end).join('_')));
  return table.columns.find(
    (other) =>
      (tagged ? other.name === tagged : names.includes(toSnakeCase(other.name))) &&
      other.kind !== 'range' &&
      getGrain(other) === grain,
  );
}

/**
 * Returns the columns that a calendar can show, best first: the column of the tag
 * `@calendar column`, then ranges and pairs of columns, then dates that users
 * enter, last dates of inserts, updates and removals.
 */
export function listCalendarColumns(table: Table): Column[] {
  const found = table.columns.flatMap((column) => {
    const source = getCalendarSource(table, column);
    return source && !('hidden' in column.tags) ? [source] : [];
  });
  const rank = ({ column, isRange, endColumn }: CalendarSource) => {
    if (column.name === table.tags.calendar) return 0;
    if (isRange || endColumn) return 1;
    return column.generated || isRecordDate(column) ? 3 : 2;
  };
  return found.toSorted((a, b) => rank(a) - rank(b)).map(({ column }) => column);
}

const recordDateNames =
  /^(created|updated|inserted|modified|last_?updated?|last_?modified)(_?(at|on|date|time))?$|^(create|update|insert|write)_?(date|time)$/i;

/** Whether a name is that of the time of a row's insert or update, such as created_at. */
export function isRecordDateName(name: string): boolean {
  return recordDateNames.test(name);
}

/** A date that users enter, although its default is often the current time: the day of a payment or a report, the start of a shift. */
const enteredDateNames = /_(date|day)$|^start(ed|s)?(_|$)/;

/**
 * Whether a column contains the time of the insert, update or removal: it has such a name, or its default is the current time. The
 * name of a day or a start, such as payment_date, takes precedence over the default: users enter it.
 */
export function isRecordDate({ name, default: expression }: Column): boolean {
  if (isRecordDateName(name) || /^(archived|deleted)_?(at|on)$/i.test(name)) return true;
  if (enteredDateNames.test(toSnakeCase(name))) return false;
  const isNow = /\b(now\(\)|current_(date|timestamp)|localtimestamp|clock_timestamp\(\))/i.test(
    expression ?? '',
  );
  // `current_date + 7` is a planned date.
  return isNow && !/[-+]\s/.test(expression ?? '');
}
