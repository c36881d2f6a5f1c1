import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import type { listRows } from '@/data/rows/rows-api';
import type { Table } from '@/lib/api.gen';
import { buildKeysetOrder } from '../cursor/keyset.utils';
import { createCursor } from '../cursor/keyset-cursor';
import { fetchPage } from '../page-request';
import type { RowRange } from '../segments/page-plan';

export interface RangeRequest {
  table: Table;
  view: RowsView;
  /** Indexes of the rows to return. */
  range: RowRange;
  /** The position in the view of index 0; default 0. */
  baseOffset?: number;
  /** Returns a row that is already loaded, so that it is not requested; undefined for others. */
  getKnownRow: (index: number) => Row | undefined;
  /** Maximum number of rows in one request. */
  size: number;
  signal?: AbortSignal;
  /** Called after each request with the number of rows of the range that are loaded. */
  onProgress?: (loaded: number) => void;
  list?: typeof listRows;
}

/**
 * Returns the rows of a range, and requests those that are not loaded: by key from
 * the known row before or after each gap, or by offset if there is none. An
 * undefined row no longer exists. Throws ApiError.
 */
export async function fetchRange(request: RangeRequest): Promise<(Row | undefined)[]> {
  const { range, getKnownRow, onProgress } = request;
  const rows = Array.from({ length: range.last - range.first + 1 }, (_, i) => getKnownRow(range.first + i));
  let gap = rows.indexOf(undefined);
  while (gap >= 0) {
    const next = rows.findIndex((row, i) => i > gap && row !== undefined);
    const end = next < 0 ? rows.length : next;
    const before = rows[gap - 1] ?? getKnownRow(range.first + gap - 1);
    const after = rows[end] ?? getKnownRow(range.first + end);
    const isBackward = !before && after !== undefined && range.first + gap > 0;
    const count = Math.min(request.size, end - gap);
    const part = await fetchPart(request, {
      index: (request.baseOffset ?? 0) + range.first + gap,
      count,
      before: isBackward ? undefined : before,
      after: isBackward ? after : undefined,
    });
    const start = isBackward ? end - part.length : gap;
    for (const [i, row] of part.entries()) rows[start + i] = row;
    onProgress?.(rows.filter((row) => row !== undefined).length);
    // If a request returns fewer rows, the rest of the gap does not exist.
    gap = part.length < count ? rows.indexOf(undefined, end) : rows.indexOf(undefined, gap);
  }
  return rows;
}

interface RangePart {
  index: number;
  count: number;
  before: Row | undefined;
  after: Row | undefined;
}

async function fetchPart(
  { table, view, signal, list }: RangeRequest,
  { index, count, before, after }: RangePart,
): Promise<readonly Row[]> {
  const order = buildKeysetOrder(table, view.order);
  const isForward = after === undefined;
  const adjacent = before ?? after;
  const cursor = order && adjacent && createCursor(order, adjacent, isForward ? 'after' : 'before');
  const position = cursor ? { cursor, isForward } : { isForward: true, skip: index };
  return (await fetchPage(table, view, { ...position, limit: count, signal, ...(list && { list }) })).rows;
}
