import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import type { listRows } from '@/data/rows/rows-api';
import type { Table } from '@/lib/api.gen';
import { keysetOrder } from '../cursor/keyset.utils';
import { createCursor } from '../cursor/keyset-cursor';
import { fetchPage } from '../page-request';
import type { RowRange } from '../segments/page-plan';

export interface RangeRequest {
  table: Table;
  view: RowsView;
  /** Indexes of the first and the last row. */
  range: RowRange;
  /** The place in the table of index 0. */
  baseOffset?: number;
  /** Rows that needn't be read. */
  getKnownRow: (index: number) => Row | undefined;
  /** Rows in one request. */
  size: number;
  signal?: AbortSignal;
  /** Told how many of the range are there. */
  onProgress?: (read: number) => void;
  list?: typeof listRows;
}

/**
 * GET /api/rows/:table for the rows of a range that aren't loaded: from the known
 * row before or after each gap, so that no index is counted by the database where
 * there is one. An undefined row is no longer there: the table has become shorter.
 */
export async function fetchRange(request: RangeRequest): Promise<(Row | undefined)[]> {
  const { range, getKnownRow, onProgress } = request;
  const rows = Array.from({ length: range.last - range.first + 1 }, (_, i) => getKnownRow(range.first + i));
  let at = rows.indexOf(undefined);
  while (at >= 0) {
    const next = rows.findIndex((row, i) => i > at && row !== undefined);
    const end = next < 0 ? rows.length : next;
    const before = rows[at - 1] ?? getKnownRow(range.first + at - 1);
    const after = rows[end] ?? getKnownRow(range.first + end);
    const backwards = !before && after !== undefined && range.first + at > 0;
    const count = Math.min(request.size, end - at);
    const read = await fetchPart(request, {
      index: (request.baseOffset ?? 0) + range.first + at,
      count,
      before: backwards ? undefined : before,
      after: backwards ? after : undefined,
    });
    const start = backwards ? end - read.length : at;
    for (const [i, row] of read.entries()) rows[start + i] = row;
    onProgress?.(rows.filter((row) => row !== undefined).length);
    // What a gap's requests don't find is not there.
    at = read.length < count ? rows.indexOf(undefined, end) : rows.indexOf(undefined, at);
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
  const order = keysetOrder(table, view.order);
  const isForward = after === undefined;
  const adjacent = before ?? after;
  const cursor = order && adjacent && createCursor(order, adjacent, isForward ? 'after' : 'before');
  const position = cursor ? { cursor, isForward } : { isForward: true, skip: index };
  return (await fetchPage(table, view, { ...position, limit: count, signal, ...(list && { list }) })).rows;
}
