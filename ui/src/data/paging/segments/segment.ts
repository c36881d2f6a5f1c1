import type { KeysetCursor } from '../cursor/keyset-cursor';
import type { RowCount, RowRange, SegmentPage } from './page-plan';

/**
 * Consecutive rows without a gap, loaded page by page outward from an anchor. Row
 * indexes of a segment begin at the anchor: row 500,000 of the table can be row 0,
 * and the row before it -1. Therefore the segment's position in the table can be
 * found or corrected later without refetching a page.
 */
export interface Segment {
  id: string;
  origin: SegmentOrigin;
  /** The position in the table of the segment's row 0. */
  start: number;
  /** Whether `start` is exact; otherwise it is the requested or estimated position. */
  isStartCounted: boolean;
  /** The index of the table's first row, if a loaded page has it. */
  head?: number | undefined;
  /** The index after the table's last row, if a loaded page has it, and the total at that time. */
  tail?: { at: number; total: TotalCount } | undefined;
}

/** The origin of a segment: row 0 is the first row after it; for `end`, row -1 is the row before it. */
export type SegmentOrigin =
  | { kind: 'start' }
  | { kind: 'end' }
  /** The position with `target` of `total` rows before it, which a search finds (anchorQuery). */
  | { kind: 'share'; target: number; total: number }
  | { kind: 'cursor'; cursor: KeysetCursor };

/** The number of rows of a view. */
export interface TotalCount {
  rows: number;
  /** False if it is the planner's estimate. */
  exact: boolean;
  /** The time of the response, in milliseconds since 1970. */
  at: number;
}

/** The segment at the start of a view. */
export const startSegment: Segment = {
  id: 'start',
  origin: { kind: 'start' },
  start: 0,
  isStartCounted: true,
  head: 0,
};

/** Returns the segment at the end of a view with `count` rows. */
export function makeEndSegment(count: number, total: TotalCount): Segment {
  return {
    id: 'end',
    origin: { kind: 'end' },
    start: count,
    isStartCounted: total.exact,
    tail: { at: 0, total },
  };
}

/** Returns the segment at the position with `target` of `total` rows before it. */
export function makeShareSegment(target: number, total: number): Segment {
  return {
    id: `share:${target}/${total}`,
    origin: { kind: 'share', target, total },
    start: target,
    isStartCounted: false,
  };
}

/** Returns the segment at a cursor with an estimated number of rows before it. */
export function makeCursorSegment(cursor: KeysetCursor, rowsBefore: number): Segment {
  return {
    id: `cursor:${JSON.stringify(cursor)}`,
    origin: { kind: 'cursor', cursor },
    start: rowsBefore,
    isStartCounted: false,
  };
}

/**
 * Maximum distance in rows at which a page is requested by an offset from a known
 * position, which is exact. An offset of 20,000 rows takes 4 ms.
 */
const maxOffsetDistance = 20_000;

export interface RowPosition {
  segment: Segment;
  /** The visible rows, by their indexes in the segment. */
  range: RowRange;
}

export interface SegmentContext {
  total: TotalCount;
  count: RowCount;
  size: number;
  /** Whether the order has a key (buildKeysetOrder). */
  hasKeyset: boolean;
}

/**
 * Returns the segment to load for rows that come into view, by their positions in
 * the table: the current one if they are near, otherwise the start, the end, or a new
 * segment at their share of the rows. `reach` is the maximum distance in rows.
 */
export function findSegment(
  { segment, range }: RowPosition,
  next: RowRange,
  context: SegmentContext,
  reach = maxOffsetDistance,
): Segment {
  const { total, count, size, hasKeyset } = context;
  if (!hasKeyset) return segment;
  const distance = Math.abs(next.first - (range.first + segment.start));
  const isJump = distance > 2 * size;
  const isExact = count.exact && segment.isStartCounted;
  const switchTo = (other: Segment) => (other.id === segment.id ? segment : other);
  if (isJump && !isExact && next.last >= count.count - 1) return switchTo(makeEndSegment(count.count, total));
  if (isJump && !segment.isStartCounted && next.first === 0) return switchTo(startSegment);
  if (distance <= reach) return segment;
  if (next.first <= reach) return switchTo(startSegment);
  if (next.last >= count.count - reach) return switchTo(makeEndSegment(count.count, total));
  return makeShareSegment(next.first, count.count);
}

/** The extent of a segment's loaded pages, as indexes in the segment; ends are exclusive. */
interface SegmentReach {
  lowest: number;
  highest: number;
  /** The start and the end of the table, if the pages contain them. */
  first: number | undefined;
  last: number | undefined;
}

/** Returns the extent of the pages. */
function computeReach(pages: Iterable<SegmentPage>): SegmentReach {
  const reach: SegmentReach = {
    lowest: Number.POSITIVE_INFINITY,
    highest: Number.NEGATIVE_INFINITY,
    first: undefined,
    last: undefined,
  };
  for (const page of pages) {
    const end = page.startIndex + page.rows.length;
    if (page.isFirst) reach.first = page.startIndex;
    if (page.isLast) reach.last = end;
    if (page.rows.length === 0) continue;
    reach.lowest = Math.min(reach.lowest, page.startIndex);
    reach.highest = Math.max(reach.highest, end);
  }
  // A page that was loaded before rows were added can claim an end that other pages disprove. It is being refetched.
  if (reach.first !== undefined && reach.lowest < reach.first) reach.first = undefined;
  if (reach.last !== undefined && reach.highest > reach.last) reach.last = undefined;
  return reach;
}

/** Updates a segment's position and ends from its loaded pages and the total. Returns the same object if nothing changed. */
export function updateSegment(segment: Segment, pages: Iterable<SegmentPage>, total: TotalCount): Segment {
  const { lowest, highest, first, last } = computeReach(pages);
  let { start, isStartCounted, head, tail } = segment;
  // A known end is valid until a row is loaded at or beyond it.
  if (first !== undefined) head = first;
  else if (head !== undefined && lowest <= head) head = undefined;
  if (last !== undefined) {
    if (tail?.at !== last || tail.total.at !== total.at) tail = { at: last, total };
  } else if (tail && (highest >= tail.at || tail.total.at !== total.at)) tail = undefined;

  if (segment.origin.kind === 'end' && tail !== segment.tail) isStartCounted = false;
  if (head !== undefined) [start, isStartCounted] = [-head, true];
  else if (!isStartCounted && tail && total.exact) [start, isStartCounted] = [total.rows - tail.at, true];
  // More rows are before the segment than estimated.
  if (head === undefined && lowest < highest && start < -lowest) [start, isStartCounted] = [-lowest, false];
  const isUnchanged =
    start === segment.start &&
    isStartCounted === segment.isStartCounted &&
    head === segment.head &&
    tail === segment.tail;
  return isUnchanged ? segment : { ...segment, start, isStartCounted, head, tail };
}

/** Returns the number of rows of the view. A loaded end of the table takes precedence over the total. */
export function computeRowCount(segment: Segment, pages: Iterable<SegmentPage>, total: TotalCount): RowCount {
  if (segment.tail) return { count: segment.start + segment.tail.at, exact: segment.isStartCounted };
  let [min, max] = [0, Number.POSITIVE_INFINITY];
  for (const page of pages) {
    const position = segment.start + page.startIndex;
    if (page.rows.length > 0) min = Math.max(min, position + page.rows.length);
    else if (!page.isFirst) max = Math.min(max, position);
  }
  const count = Math.max(min, Math.min(total.rows, max));
  return { count, exact: total.exact && count === total.rows };
}
