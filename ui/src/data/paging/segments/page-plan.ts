import type { OrderTerm, Row } from '@/data/rows/row';
import { countSharedValues, createCursor, isSameCursor, type KeysetCursor } from '../cursor/keyset-cursor';

/** Rows of one request. */
export interface RowPage {
  rows: readonly Row[];
  /** Number of all rows that match, if the request counted them. */
  total: number | undefined;
}

/** A page of a segment. With 100 rows per page, page 3 contains the segment's rows 300 to 399. */
export interface SegmentPage extends RowPage {
  /** The index of the first row in the segment. */
  startIndex: number;
  /** The cursors before its first and after its last row; undefined at the table's ends, and if the order has no key. */
  startCursor: KeysetCursor | undefined;
  endCursor: KeysetCursor | undefined;
  /** Whether the table has no row before the page. */
  isFirst: boolean;
  /** Whether the table has no row after the page. */
  isLast: boolean;
}

/** A range of rows; `first` and `last` are inclusive. */
export interface RowRange {
  first: number;
  last: number;
}

export interface RowCount {
  count: number;
  /** False if the count is based on the planner's estimate. */
  exact: boolean;
}

/** The request for a page (see PageRequest). */
export interface PagePlan {
  /** Undefined for the start of the view, or its end if `isForward` is false. */
  cursor: KeysetCursor | undefined;
  isForward: boolean;
  skip: number;
}

/** The position from which a segment is loaded. */
export interface SegmentAnchor {
  /** Undefined for the start of the view, or its end if `isForward` is false. */
  cursor: KeysetCursor | undefined;
  /** True if the segment's row 0 is the first row after the anchor. False at the end of the view: there, row -1 is the last row. */
  isForward: boolean;
}

export interface PageContext {
  index: number;
  /** Number of rows of a page. */
  size: number;
  anchor: SegmentAnchor;
  /** The index of the page that is loaded first; the others follow outward from it. */
  leadIndex: number;
  /** The loaded pages of the segment, by index. */
  pages: ReadonlyMap<number, SegmentPage>;
}

/**
 * Returns the request for a page. A page next to a loaded one is requested from
 * there by key, which costs the same everywhere. Because all pages are loaded
 * outward from one, no row is missing or repeated between them. A page without a
 * loaded neighbor is requested by an offset from the nearest known cursor.
 */
export function planPage({ index, size, anchor, leadIndex, pages }: PageContext): PagePlan {
  const [before, after] = [pages.get(index - 1), pages.get(index + 1)];
  const afterPage = before?.endCursor && { cursor: before.endCursor, isForward: true, skip: 0 };
  const beforePage = after?.startCursor && { cursor: after.startCursor, isForward: false, skip: 0 };
  const atAnchor = index === (anchor.isForward ? 0 : -1) ? { ...anchor, skip: 0 } : undefined;
  const adjacent =
    index < leadIndex ? beforePage : index > leadIndex ? afterPage : (afterPage ?? atAnchor ?? beforePage);
  return adjacent ?? planFromNearest({ index, size, anchor, pages });
}

/** Returns the request for a page without a loaded neighbor: from the known cursor that needs the smallest offset. */
function planFromNearest({ index, size, anchor, pages }: Omit<PageContext, 'leadIndex'>): PagePlan {
  const [from, to] = [index * size, (index + 1) * size];
  let best: PagePlan = anchor.isForward ? { ...anchor, skip: from } : { ...anchor, skip: -to };
  const consider = (plan: PagePlan) => {
    if (plan.skip >= 0 && (plan.skip < best.skip || best.skip < 0)) best = plan;
  };
  // The rows before the anchor.
  if (anchor.isForward && anchor.cursor) consider({ cursor: anchor.cursor, isForward: false, skip: -to });
  for (const [other, page] of pages) {
    if (page.rows.length === 0 || other === index || !page.startCursor || !page.endCursor) continue;
    consider({ cursor: page.endCursor, isForward: true, skip: from - (page.startIndex + page.rows.length) });
    consider({ cursor: page.startCursor, isForward: false, skip: page.startIndex - to });
  }
  const own = pages.get(index);
  if (best.skip >= size && own?.startCursor) return { cursor: own.startCursor, isForward: true, skip: 0 };
  return { ...best, skip: Math.max(0, best.skip) };
}

/** Returns the empty page before the first or after the last page of the table. */
export function makeEmptyPage(neighbor: SegmentPage, side: 'before' | 'after'): SegmentPage {
  const cursor = side === 'after' ? neighbor.endCursor : neighbor.startCursor;
  return {
    rows: [],
    total: undefined,
    startIndex: side === 'after' ? neighbor.startIndex + neighbor.rows.length : neighbor.startIndex,
    startCursor: cursor,
    endCursor: cursor,
    isFirst: side === 'before',
    isLast: side === 'after',
  };
}

/** Returns the page with the rows of a plan's response. Without a total order (the table has no key) it has no cursors. */
export function makePage(
  plan: PagePlan,
  { rows, total }: RowPage,
  { index, size, order }: { index: number; size: number; order: readonly OrderTerm[] | undefined },
): SegmentPage {
  const { cursor, isForward, skip } = plan;
  const [firstRow, lastRow] = [rows[0], rows.at(-1)];
  const isShort = rows.length < size && (rows.length > 0 || skip === 0);
  const sharedCount = order && rows.length === size ? countSharedValues(order, rows) : 0;
  const cursorAt = (row: Row | undefined, side: KeysetCursor['side']) =>
    row && order ? createCursor(order, row, side, sharedCount) : rows.length === 0 ? cursor : undefined;
  return {
    rows,
    total,
    startIndex: isForward ? index * size : (index + 1) * size - rows.length,
    startCursor: isForward && skip === 0 ? cursor : cursorAt(firstRow, 'before'),
    endCursor: !isForward && skip === 0 ? cursor : cursorAt(lastRow, 'after'),
    isFirst: isForward ? cursor === undefined && skip === 0 : isShort,
    isLast: isForward ? isShort : cursor === undefined && skip === 0,
  };
}

/** Whether a page's rows directly follow those of the page before it. */
export function isFollowedBy(page: SegmentPage, next: SegmentPage): boolean {
  if (page.startIndex + page.rows.length !== next.startIndex) return false;
  if (page.isLast) return next.rows.length === 0;
  if (next.isFirst) return page.rows.length === 0;
  return !page.endCursor || !next.startCursor || isSameCursor(page.endCursor, next.startCursor);
}

/**
 * Returns the indexes of the pages to load for a visible range: the visible pages,
 * and one on each side, but not beyond the table's ends (`head`, and exclusive
 * `tail`, if known). After a full last page, also loads the empty one, which
 * detects new rows. The first index is the lead page.
 */
export function listPagesToLoad(
  range: RowRange,
  { size, head, tail }: { size: number; head: number | undefined; tail: number | undefined },
): number[] {
  const lowest = head === undefined ? Number.NEGATIVE_INFINITY : Math.floor(head / size);
  const highest =
    tail === undefined ? Number.POSITIVE_INFINITY : Math.max(lowest, Math.ceil(tail / size) - 1);
  const bounded = (index: number) => Math.max(lowest, Math.min(highest, index));
  const first = bounded(Math.floor(range.first / size));
  const last = bounded(Math.floor(range.last / size));
  const indexes = [];
  for (let index = first; index <= last + 1; index++) indexes.push(index);
  indexes.push(first - 1);
  const isBeyondEnd = (index: number) =>
    (head !== undefined && (index + 1) * size < head) || (tail !== undefined && index * size > tail);
  return indexes.filter((index) => index === first || !isBeyondEnd(index));
}
