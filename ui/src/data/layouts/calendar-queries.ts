import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Row } from '@/data/rows/row';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import {
  adjacentEventsFilter,
  type CalendarSource,
  calendarSource,
  type DayRange,
  daysFilter,
  isOnDays,
  minutesPerDay,
  undatedFilter,
  visibleSpanOf,
} from './calendar-events';
import { canCountExactly } from './lane-queries';

/** Events of one interval; more can't be looked at. A hosted backend gives no more in one answer either. */
export const maxEvents = 1000;

/** Rows without a date that are listed. */
export const maxUndated = 100;

export interface CalendarRows {
  rows: readonly Row[];
  /** How many there are in all. */
  total: number;
}

/** What decides which rows a calendar asks for, beside the days. */
export interface CalendarRequest {
  table: Table;
  view: RowsView;
  source: CalendarSource;
  zone: string;
}

/** The first rows with an event on some days, by when they start; null asks for those that no day shows. */
export function calendarQuery(request: CalendarRequest, days: DayRange | null, limit: number) {
  const { table, view, source, zone } = request;
  return queryOptions({
    queryKey: rowKeys.calendar(table, view, source.column.name, days, zone, limit),
    queryFn: async ({ signal }): Promise<CalendarRows> => {
      const own = days ? daysFilter(source, days, zone) : undatedFilter(source);
      const { rows, total } = await listRows(table, {
        filters: [...view.filters, own],
        columns: view.columns,
        order: days ? [{ column: source.column.name, descending: false }] : view.order,
        limit,
        count: canCountExactly(table) ? 'exact' : 'estimated',
        signal,
      });
      return { rows, total: Math.max(total ?? 0, rows.length) };
    },
  });
}

/** The days nearest to some days that have an event; undefined on a side where there is none. */
export interface AdjacentEventDays {
  before: number | undefined;
  after: number | undefined;
}

/** GET two single rows: where the next events are when some days have none. */
export function adjacentEventDaysQuery({ table, view, source, zone }: CalendarRequest, days: DayRange) {
  const { name } = source.column;
  return queryOptions({
    queryKey: rowKeys.beside(table, view.filters, name, days, zone),
    queryFn: async ({ signal }): Promise<AdjacentEventDays> => {
      const nearest = async (way: keyof AdjacentEventDays) => {
        const { rows } = await listRows(table, {
          filters: [...view.filters, adjacentEventsFilter(source, days, zone, way)],
          columns: source.endColumn ? [name, source.endColumn.name] : [name],
          order: [{ column: name, descending: way === 'before' }],
          limit: 1,
          signal,
        });
        const span = rows[0] && visibleSpanOf(source, rows[0], zone);
        const minute = span && [span.start, span.end - 1].find(Number.isFinite);
        return minute === undefined ? undefined : Math.floor(minute / minutesPerDay);
      };
      const [before, after] = await Promise.all([nearest('before'), nearest('after')]);
      return { before, after };
    },
  });
}

/** Puts a row that changed where it belongs now, in every interval that is kept. */
export function updateCachedCalendars(client: QueryClient, table: Table, before: Row, now: Row): void {
  const key = keyText(keyOf(table, before) ?? []);
  const same = (row: Row) => keyText(keyOf(table, row) ?? []) === key;
  for (const query of client.getQueryCache().findAll({ queryKey: rowKeys.calendars(table) })) {
    const [, , , , , name, days, zone] = query.queryKey as ReturnType<typeof rowKeys.calendar>;
    const column = table.columns.find((each) => each.name === name);
    const source = column && calendarSource(table, column);
    if (!source) continue;
    client.setQueryData<CalendarRows>(query.queryKey, (data) => {
      if (!data) return data;
      const at = data.rows.findIndex(same);
      const belongs = isOnDays(source, days, now, zone);
      if (at >= 0 && belongs) return { ...data, rows: data.rows.with(at, now) };
      if (at >= 0) return { rows: data.rows.toSpliced(at, 1), total: data.total - 1 };
      // A row that belonged here before, and isn't held, is past the bound.
      if (!belongs || isOnDays(source, days, before, zone)) return data;
      return { rows: [...data.rows, now], total: data.total + 1 };
    });
  }
}
