import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { listRows, type RowList } from '@/data/rows/rows-api';
import type { Table } from '@/lib/api.gen';
import { keysetOrder, offsetOrder, reverseOrder } from './cursor/keyset.utils';
import { buildCursorFilters, combineFilters, type KeysetCursor } from './cursor/keyset-cursor';

/** Rows in one request; two screens of a large display. */
const preferredPageSize = 100;

/** Returns the number of rows in one request; `maxRows` is the backend's limit, 0 for none. */
export function pageSize(maxRows: number): number {
  return maxRows > 0 ? Math.min(preferredPageSize, maxRows) : preferredPageSize;
}

/** Which rows of a view to ask for. */
export interface PageRequest {
  /** Where they begin, or backwards end; the table's own start or end if not given. */
  cursor?: KeysetCursor | undefined;
  isForward: boolean;
  /** Rows to leave out, counted from the cut. It costs the database a walk over them. */
  skip?: number;
  limit: number;
  /** Counts the rows of the view as well. Only from the start: what lies beyond a cut isn't the whole. */
  count?: 'estimated' | 'exact' | undefined;
  signal?: AbortSignal | undefined;
  list?: typeof listRows;
}

/** The rows next to a cut, in the order of the view. */
export async function fetchPage(table: Table, view: RowsView, request: PageRequest): Promise<RowList> {
  const { cursor, isForward, skip = 0, limit, count, signal, list = listRows } = request;
  const keyset = keysetOrder(table, view.order);
  const order = keyset ?? offsetOrder(table, view.order);
  const ranges = cursor && keyset ? buildCursorFilters({ table, order: keyset }, cursor, isForward) : [[]];
  const rows: Row[] = [];
  let total: number | undefined;
  for (const range of skip > 0 ? [combineFilters(ranges)] : ranges) {
    const answer = await list(table, {
      filters: [...view.filters, ...range],
      order: isForward ? order : reverseOrder(order),
      columns: view.columns,
      limit: limit - rows.length,
      offset: skip,
      count,
      signal,
    });
    rows.push(...answer.rows);
    total = answer.total;
    if (rows.length >= limit) break;
  }
  return { rows: isForward ? rows : rows.reverse(), total };
}

/** How many rows of a view lie before a cut; all of them without one. */
export async function countRowsBefore(
  table: Table,
  view: Pick<RowsView, 'filters' | 'order'>,
  cut: KeysetCursor | undefined,
  count: 'exact' | 'planned',
  signal?: AbortSignal,
): Promise<number> {
  const order = keysetOrder(table, view.order);
  const ranges = cut && order ? buildCursorFilters({ table, order }, cut, false) : [[]];
  const columns = table.columns.filter((column) => column.privileges.select).slice(0, 1);
  const counted = ranges.map((range) =>
    listRows(table, {
      filters: [...view.filters, ...range],
      columns: columns.map(({ name }) => name),
      limit: 0,
      count,
      signal,
    }),
  );
  return (await Promise.all(counted)).reduce((sum, { total = 0 }) => sum + total, 0);
}
