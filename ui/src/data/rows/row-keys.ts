import type { DayRange } from '@/data/layouts/calendar-source';
import type { Filter } from '@/data/query/filters/filters.utils';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import type { Table } from '@/lib/api.gen';
import type { OrderTerm } from './row';

/** The rows and columns that a view reads, and their order. Filters are resolved (resolveFilters). */
export interface RowsView {
  filters: readonly Filter[];
  order: readonly OrderTerm[];
  /** Names of the columns to read. */
  columns: readonly string[];
}

/** A board's lane: the rows with one value in a column. */
export interface LaneRef {
  column: string;
  /** Null for the rows in which the column is NULL. */
  value: string | null;
}

/**
 * React Query keys of row data. All except `anchor` begin with `rowKeys.table`, so
 * that invalidating that key refetches everything about a table's rows.
 */
export const rowKeys = {
  table: (table: Pick<Table, 'schema' | 'name'>) => ['rows', table.schema, table.name] as const,
  pages: (table: Table, view: RowsView) => [...rowKeys.table(table), 'pages', view] as const,
  segment: (table: Table, view: RowsView, segment: string) =>
    [...rowKeys.pages(table, view), segment] as const,
  page: (table: Table, view: RowsView, index: number, segment = 'start') =>
    [...rowKeys.segment(table, view, segment), index] as const,
  /** The lists of the home page with rows of the table. */
  home: (table: Table) => [...rowKeys.table(table), 'home'] as const,
  lanes: (table: Table) => [...rowKeys.table(table), 'lane'] as const,
  viewLanes: (table: Table, view: RowsView) => [...rowKeys.lanes(table), view] as const,
  lane: (table: Table, view: RowsView, lane: LaneRef) => [...rowKeys.viewLanes(table, view), lane] as const,
  laneValues: (table: Table, column: string, filters: readonly Filter[]) =>
    [...rowKeys.table(table), 'lane-values', column, filters] as const,
  calendars: (table: Table) => [...rowKeys.table(table), 'calendar'] as const,
  /** `days` is null for the rows without a date. */
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
  adjacentEventDays: (
    table: Table,
    filters: readonly Filter[],
    column: string,
    days: DayRange,
    zone: string,
  ) => [...rowKeys.table(table), 'adjacent-event-days', filters, column, days, zone] as const,
  count: (table: Table, filters: readonly Filter[]) => [...rowKeys.table(table), 'count', filters] as const,
  /** Not below rowKeys.table: a write does not move the anchor of a segment. */
  anchor: (table: Table, filters: readonly Filter[], order: readonly OrderTerm[], segment: string) =>
    ['segment-anchor', table.schema, table.name, filters, order, segment] as const,
  excerpt: (table: Table, key: readonly KeyValue[], column: string) =>
    [...rowKeys.table(table), 'excerpt', key, column] as const,
  value: (table: Table, key: readonly KeyValue[], column: string) =>
    [...rowKeys.table(table), 'value', key, column] as const,
  record: (table: Table, key: readonly KeyValue[]) => [...rowKeys.table(table), 'record', key] as const,
  onlyChoice: (table: Table, column: string, filters: readonly Filter[], user?: Table) =>
    [...rowKeys.table(table), 'only-choice', column, filters, user && rowKeys.table(user)] as const,
  reference: (table: Table, key: readonly KeyValue[]) => [...rowKeys.table(table), 'reference', key] as const,
  related: (table: Table, filters: readonly Filter[]) =>
    [...rowKeys.table(table), 'related', filters] as const,
};
