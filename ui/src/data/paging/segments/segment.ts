import type { KeysetCursor } from '../cursor/keyset-cursor';
import type { RowCount, RowRange, SegmentPage } from './page-plan';

/**
 * A run is a stretch of rows that follow each other without a gap, known page by
 * page outwards from where it was entered. Its rows are numbered from there:
 * what stands in the whole table as row 500,000 may be 0 in its run, and the row
 * before it -1. So where in the table the run lies can be learnt later, and
 * corrected, and no page has to be fetched again.
 */
export interface Segment {
  id: string;
  origin: SegmentOrigin;
  /** The row of the table that the run's row 0 is. */
  start: number;
  /** Whether that has been counted; else it is where one wanted to get. */
  isStartCounted: boolean;
  /** The run's number of the table's first row, once it was reached. */
  head?: number | undefined;
  /** Just past the table's last row, likewise, and the total that it was reached under. */
  tail?: { at: number; total: TotalCount } | undefined;
}

/** Where a run was entered: at its row 0 forwards, or for the end backwards. */
export type SegmentOrigin =
  | { kind: 'start' }
  | { kind: 'end' }
  /** With a share of the rows before it: to be searched for. */
  | { kind: 'share'; target: number; total: number }
  | { kind: 'cut'; cursor: KeysetCursor };

/** How many rows there are, as the backend counted or estimated them. */
export interface TotalCount {
  rows: number;
  exact: boolean;
  /** When it was told, in milliseconds. */
  at: number;
}

export const startSegment: Segment = {
  id: 'start',
  origin: { kind: 'start' },
  start: 0,
  isStartCounted: true,
  head: 0,
};

export function makeEndSegment(count: number, total: TotalCount): Segment {
  return {
    id: 'end',
    origin: { kind: 'end' },
    start: count,
    isStartCounted: total.exact,
    tail: { at: 0, total },
  };
}

export function makeShareSegment(target: number, total: number): Segment {
  return {
    id: `share ${target} of ${total}`,
    origin: { kind: 'share', target, total },
    start: target,
    isStartCounted: false,
  };
}

export function makeCursorSegment(cursor: KeysetCursor, before: number): Segment {
  return {
    id: `cut ${JSON.stringify(cursor)}`,
    origin: { kind: 'cut', cursor },
    start: before,
    isStartCounted: false,
  };
}

/**
 * Rows this far from ones that are known, or from an end, are reached by an
 * offset from there, which is exact: 20,000 rows cost 4 ms more than none.
 */
const maxOffsetDistance = 20_000;

export interface RowPosition {
  segment: Segment;
  /** What is in view, in the run's numbers. */
  range: RowRange;
}

export interface SegmentContext {
  total: TotalCount;
  count: RowCount;
  size: number;
  /** Whether rows of this order can be found by key. */
  hasKeyset: boolean;
}

/** The run to go on in, for rows of the table that come into view. */
export function segmentFor(
  { segment, range }: RowPosition,
  next: RowRange,
  context: SegmentContext,
  reach = maxOffsetDistance,
): Segment {
  const { total, count, size, hasKeyset } = context;
  if (!hasKeyset) return segment;
  const distance = Math.abs(next.first - (range.first + segment.start));
  const jumps = distance > 2 * size;
  const sure = count.exact && segment.isStartCounted;
  const other = (entered: Segment) => (entered.id === segment.id ? segment : entered);
  if (jumps && !sure && next.last >= count.count - 1) return other(makeEndSegment(count.count, total));
  if (jumps && !segment.isStartCounted && next.first === 0) return other(startSegment);
  if (distance <= reach) return segment;
  if (next.first <= reach) return other(startSegment);
  if (next.last >= count.count - reach) return other(makeEndSegment(count.count, total));
  return makeShareSegment(next.first, count.count);
}

/** What the loaded pages of a run reach to, in its numbers. */
interface SegmentReach {
  lowest: number;
  highest: number;
  /** The table's first row and just past its last, where they are among the pages. */
  first: number | undefined;
  last: number | undefined;
}

function reachOf(pages: Iterable<SegmentPage>): SegmentReach {
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
  // A page from before rows came says of an end what others show to be no longer so: it is on its way anew.
  if (reach.first !== undefined && reach.lowest < reach.first) reach.first = undefined;
  if (reach.last !== undefined && reach.highest > reach.last) reach.last = undefined;
  return reach;
}

/** A run as its loaded pages and the total show it to be. The same object if they show nothing new. */
export function updateSegment(run: Segment, pages: Iterable<SegmentPage>, total: TotalCount): Segment {
  const { lowest, highest, first, last } = reachOf(pages);
  let { start, isStartCounted, head, tail } = run;
  // An end that was seen is one until a row turns up at it or past it.
  if (first !== undefined) head = first;
  else if (head !== undefined && lowest <= head) head = undefined;
  if (last !== undefined) {
    if (tail?.at !== last || tail.total.at !== total.at) tail = { at: last, total };
  } else if (tail && (highest >= tail.at || tail.total.at !== total.at)) tail = undefined;

  if (run.origin.kind === 'end' && tail !== run.tail) isStartCounted = false;
  if (head !== undefined) [start, isStartCounted] = [-head, true];
  else if (!isStartCounted && tail && total.exact) [start, isStartCounted] = [total.rows - tail.at, true];
  // More rows lie before it than was thought.
  if (head === undefined && lowest < highest && start < -lowest) [start, isStartCounted] = [-lowest, false];
  const same =
    start === run.start && isStartCounted === run.isStartCounted && head === run.head && tail === run.tail;
  return same ? run : { ...run, start, isStartCounted, head, tail };
}

/** How many rows there are, from the total and from the ends that were seen: those are believed more. */
export function countOf(run: Segment, pages: Iterable<SegmentPage>, total: TotalCount): RowCount {
  if (run.tail) return { count: run.start + run.tail.at, exact: run.isStartCounted };
  let [reached, beyond] = [0, Number.POSITIVE_INFINITY];
  for (const page of pages) {
    const at = run.start + page.startIndex;
    if (page.rows.length > 0) reached = Math.max(reached, at + page.rows.length);
    else if (!page.isFirst) beyond = Math.min(beyond, at);
  }
  const count = Math.max(reached, Math.min(total.rows, beyond));
  return { count, exact: total.exact && count === total.rows };
}
