import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { canCountExactly } from '@/data/paging/counts/can-count-exactly';
import type { Row } from '@/data/rows/row';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { getVisibleSpan, isOnDays } from './calendar-events';
import { buildAdjacentEventsFilter, buildDaysFilter, buildUndatedFilter } from './calendar-filters';
import { type CalendarSource, type DayRange, getCalendarSource } from './calendar-source';
import { minutesPerDay } from './calendar-times';

/** Maximum number of events in one interval. A hosted backend returns no more rows in one response either. */
export const maxEvents = 1000;

/** Maximum number of rows without a date that are listed. */
export const maxUndated = 100;

export interface CalendarRows {
  rows: readonly Row[];
  /** Number of rows that match, also those that are not loaded; an estimate for large tables. */
  total: number;
}

/** The values that determine the rows of a calendar, in addition to the days. */
export interface CalendarRequest {
  table: Table;
  view: RowsView;
  source: CalendarSource;
  zone: string;
}

/**
 * Query for up to `limit` rows with an event on the days, ordered by its start, and their total number. If `days` is null,
 * it requests the rows without a date instead, in the order of the view.
 */
export function calendarQuery(request: CalendarRequest, days: DayRange | null, limit: number) {
  const { table, view, source, zone } = request;
  return queryOptions({
    queryKey: rowKeys.calendar(table, view, source.column.name, days, zone, limit),
    queryFn: async ({ signal }): Promise<CalendarRows> => {
      const filter = days ? buildDaysFilter(source, days, zone) : buildUndatedFilter(source);
      const { rows, total } = await listRows(table, {
        filters: [...view.filters, filter],
        columns: view.columns,
        order: days ? [{ column: source.column.name, descending: false }] : view.order,
        limit,
        count: canCountExactly(table) ? 'exact' : 'estimated',
        omitsLargeValues: true,
        signal,
      });
      return { rows, total: Math.max(total ?? 0, rows.length) };
    },
  });
}

/** The nearest day before, and after, some days that has an event; undefined if there is none. */
export interface AdjacentEventDays {
  before: number | undefined;
  after: number | undefined;
}

/** Query for the nearest days with events, for days that have none. Sends two requests of one row each. */
export function adjacentEventDaysQuery({ table, view, source, zone }: CalendarRequest, days: DayRange) {
  const { name } = source.column;
  return queryOptions({
    queryKey: rowKeys.adjacentEventDays(table, view.filters, name, days, zone),
    queryFn: async ({ signal }): Promise<AdjacentEventDays> => {
      const fetchNearest = async (side: keyof AdjacentEventDays) => {
        const { rows } = await listRows(table, {
          filters: [...view.filters, buildAdjacentEventsFilter(source, days, zone, side)],
          columns: source.endColumn ? [name, source.endColumn.name] : [name],
          order: [{ column: name, descending: side === 'before' }],
          limit: 1,
          signal,
        });
        const span = rows[0] && getVisibleSpan(source, rows[0], zone);
        const minute = span && [span.start, span.end - 1].find(Number.isFinite);
        return minute === undefined ? undefined : Math.floor(minute / minutesPerDay);
      };
      const [before, after] = await Promise.all([fetchNearest('before'), fetchNearest('after')]);
      return { before, after };
    },
  });
}

/** Applies a row's change to every cached calendar interval of the table: adds, replaces or removes the row, and updates the total. */
export function updateCachedCalendars(client: QueryClient, table: Table, before: Row, after: Row): void {
  const key = formatKeyText(getRowKey(table, before) ?? []);
  const isChangedRow = (row: Row) => formatKeyText(getRowKey(table, row) ?? []) === key;
  for (const query of client.getQueryCache().findAll({ queryKey: rowKeys.calendars(table) })) {
    const [, , , , , name, days, zone] = query.queryKey as ReturnType<typeof rowKeys.calendar>;
    const column = table.columns.find((each) => each.name === name);
    const source = column && getCalendarSource(table, column);
    if (!source) continue;
    client.setQueryData<CalendarRows>(query.queryKey, (data) => {
      if (!data) return data;
      const index = data.rows.findIndex(isChangedRow);
      const isVisible = isOnDays(source, days, after, zone);
      if (index >= 0 && isVisible) return { ...data, rows: data.rows.with(index, after) };
      if (index >= 0) return { rows: data.rows.toSpliced(index, 1), total: data.total - 1 };
      // A row that was on these days but is not loaded is beyond the limit.
      if (!isVisible || isOnDays(source, days, before, zone)) return data;
      return { rows: [...data.rows, after], total: data.total + 1 };
    });
  }
}
