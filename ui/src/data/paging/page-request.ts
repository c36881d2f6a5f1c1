import { listReadableNames } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { listRows, type RowList } from '@/data/rows/rows-api';
import type { Table } from '@/lib/api.gen';
import { buildKeysetOrder, buildOffsetOrder, reverseOrder } from './cursor/keyset.utils';
import { buildCursorFilters, combineFilters, type KeysetCursor } from './cursor/keyset-cursor';

/** Rows in one request; two screens of a large display. */
const preferredPageSize = 100;

/** Returns the number of rows in one request; `maxRows` is the backend's limit, 0 for none. */
export function getPageSize(maxRows: number): number {
  return maxRows > 0 ? Math.min(preferredPageSize, maxRows) : preferredPageSize;
}

/** The rows of a view to request. */
export interface PageRequest {
  /** The position next to the rows; default: the start of the view, or its end if `isForward` is false. */
  cursor?: KeysetCursor | undefined;
  /** Whether to read the rows after the cursor, or the rows before it. */
  isForward: boolean;
  /** Number of rows next to the cursor to omit; default 0. The database reads these rows. */
  skip?: number;
  limit: number;
  /** Also counts the rows of the view. Only without a cursor: with one, only a part would be counted. */
  count?: 'estimated' | 'exact' | undefined;
  /** See ListRequest. */
  omitsLargeValues?: boolean;
  signal?: AbortSignal | undefined;
  list?: typeof listRows;
}

/** Returns up to `limit` rows next to the cursor, in the order of the view. Sends one request or, with a cursor, a few. Throws ApiError. */
export async function fetchPage(table: Table, view: RowsView, request: PageRequest): Promise<RowList> {
  const { cursor, isForward, skip = 0, limit, count, omitsLargeValues, signal, list = listRows } = request;
  const keyset = buildKeysetOrder(table, view.order);
  const order = keyset ?? buildOffsetOrder(table, view.order);
  const ranges = cursor && keyset ? buildCursorFilters({ table, order: keyset }, cursor, isForward) : [[]];
  const rows: Row[] = [];
  let total: number | undefined;
  for (const range of skip > 0 ? [combineFilters(ranges)] : ranges) {
    const page = await list(table, {
      filters: [...view.filters, ...range],
      order: isForward ? order : reverseOrder(order),
      columns: view.columns,
      limit: limit - rows.length,
      offset: skip,
      count,
      omitsLargeValues,
      signal,
    });
    rows.push(...page.rows);
    total = page.total;
    if (rows.length >= limit) break;
  }
  return { rows: isForward ? rows : rows.reverse(), total };
}

/** Returns the number of rows before a cursor; of all rows without one. `planned` is the planner's estimate. Throws ApiError. */
export async function countRowsBefore(
  table: Table,
  view: Pick<RowsView, 'filters' | 'order'>,
  cursor: KeysetCursor | undefined,
  count: 'exact' | 'planned',
  signal?: AbortSignal,
): Promise<number> {
  const order = buildKeysetOrder(table, view.order);
  const ranges = cursor && order ? buildCursorFilters({ table, order }, cursor, false) : [[]];
  const columns = listReadableNames(table).slice(0, 1);
  const counted = ranges.map((range) =>
    listRows(table, {
      filters: [...view.filters, ...range],
      columns,
      limit: 0,
      count,
      signal,
    }),
  );
  return (await Promise.all(counted)).reduce((sum, { total = 0 }) => sum + total, 0);
}
