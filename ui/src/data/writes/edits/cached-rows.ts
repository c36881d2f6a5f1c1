import type { QueryClient } from '@tanstack/react-query';
import { updateCachedCalendars } from '@/data/layouts/calendar-queries';
import { updateCachedLanes } from '@/data/layouts/lane-queries';
import type { RowPage } from '@/data/paging/segments/page-plan';
import { isLargeColumn } from '@/data/rows/large-columns';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { formatKeyText, getRowKey } from '../batches/guards.utils';

/** Replaces a row in every loaded page, lane, calendar, record and list of the home page that contains it. */
export function updateCachedRow(client: QueryClient, table: Table, before: Row, now: Row): void {
  const key = getRowKey(table, before);
  if (!key) return;
  const text = formatKeyText(key);
  const same = (row: Row) => formatKeyText(getRowKey(table, row) ?? []) === text;
  // A page contains only some of the columns.
  const merged = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, now[column] ?? (column in now ? null : value)]),
    );
  client.setQueriesData<RowPage>({ queryKey: [...rowKeys.table(table), 'pages'] }, (page) => {
    if (!page?.rows.some(same)) return page;
    return { ...page, rows: page.rows.map((row) => (same(row) ? merged(row) : row)) };
  });
  client.setQueriesData<readonly Row[]>({ queryKey: rowKeys.home(table) }, (rows) =>
    rows?.some(same) ? rows.map((row) => (same(row) ? merged(row) : row)) : rows,
  );
  // The row can enter a list, or leave it.
  void client.invalidateQueries({ queryKey: rowKeys.home(table) });
  updateCachedLanes(client, table, before, now);
  updateCachedCalendars(client, table, before, now);
  // A write does not return the large values that it has not changed.
  client.setQueryData<Row | null>(rowKeys.record(table, getRowKey(table, now) ?? key), (shown) => ({
    ...shown,
    ...now,
  }));
  for (const column of Object.keys(now).filter((name) => isLargeColumn(table, name))) {
    void client.invalidateQueries({ queryKey: rowKeys.excerpt(table, key, column) });
    void client.invalidateQueries({ queryKey: rowKeys.value(table, key, column) });
  }
  client.removeQueries({ queryKey: [...rowKeys.table(table), 'reference'] });
}
