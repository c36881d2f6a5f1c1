import type { DayRange } from '@/data/layouts/calendar-events';
import type { Filter } from '@/data/query/filters.utils';
import type { KeyValue } from '@/data/query/table-page-state';
import type { Table } from '@/lib/api.gen';
import type { OrderTerm } from './row';

/** What decides which rows a table's page shows, and in which order. */
export interface RowsView {
  filters: readonly Filter[];
  order: readonly OrderTerm[];
  /** The columns to ask for. */
  columns: readonly string[];
}

/** A board's lane: the rows of which a column holds a value. */
export interface LaneRef {
  column: string;
  /** Null is the lane of the rows without a value. */
  value: string | null;
}

/** Cache keys of this area. Everything about a table's rows begins with rowKeys.table. */
export const rowKeys = {
  table: (table: Pick<Table, 'schema' | 'name'>) => ['rows', table.schema, table.name] as const,
  pages: (table: Table, view: RowsView) => [...rowKeys.table(table), 'pages', view] as const,
  run: (table: Table, view: RowsView, run: string) => [...rowKeys.pages(table, view), run] as const,
  page: (table: Table, view: RowsView, index: number, run = 'start') =>
    [...rowKeys.run(table, view, run), index] as const,
  lanes: (table: Table) => [...rowKeys.table(table), 'lane'] as const,
  viewLanes: (table: Table, view: RowsView) => [...rowKeys.lanes(table), view] as const,
  lane: (table: Table, view: RowsView, lane: LaneRef) => [...rowKeys.viewLanes(table, view), lane] as const,
  calendars: (table: Table) => [...rowKeys.table(table), 'calendar'] as const,
  /** Null days stand for the rows without a date. */
  calendar: (
    table: Table,
    { filters, columns, order }: RowsView,
    column: string,
    days: DayRange | null,
    zone: string,
    limit: number,
  ) =>
    [
      ...rowKeys.calendars(table),
      { filters, columns, order: days ? [] : order },
      ...([column, days, zone, limit] as const),
    ] as const,
  /** Where a calendar's next events are, before and after some days. */
  beside: (table: Table, filters: readonly Filter[], column: string, days: DayRange, zone: string) =>
    [...rowKeys.table(table), 'beside', filters, column, days, zone] as const,
  count: (table: Table, filters: readonly Filter[]) => [...rowKeys.table(table), 'count', filters] as const,
  /** Not under the table's: a place once found stays, whatever is written. */
  place: (table: Table, filters: readonly Filter[], order: readonly OrderTerm[], run: string) =>
    ['rows place', table.schema, table.name, filters, order, run] as const,
  record: (table: Table, key: readonly KeyValue[]) => [...rowKeys.table(table), 'record', key] as const,
  reference: (table: Table, key: readonly KeyValue[]) => [...rowKeys.table(table), 'reference', key] as const,
  related: (table: Table, filters: readonly Filter[]) =>
    [...rowKeys.table(table), 'related', filters] as const,
};
