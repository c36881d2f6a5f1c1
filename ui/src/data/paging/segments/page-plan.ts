import type { OrderTerm, Row } from '@/data/rows/row';
import { countSharedValues, createCursor, isSameCursor, type KeysetCursor } from '../cursor/keyset-cursor';

/** A page as it is kept. */
export interface RowPage {
  rows: readonly Row[];
  /** How many rows match in all, where it was asked for. */
  total: number | undefined;
}

/** A page of a run. Page 3 of a size of 100 holds the run's rows 300 to 399. */
export interface SegmentPage extends RowPage {
  /** The run's number of the first row. */
  startIndex: number;
  /** The places just before its rows and just after them; undefined where those can't be named. */
  startCursor: KeysetCursor | undefined;
  endCursor: KeysetCursor | undefined;
  /** No row comes before these, or after them. */
  isFirst: boolean;
  isLast: boolean;
}

/** Rows from `first` to `last`, both included. */
export interface RowRange {
  first: number;
  last: number;
}

export interface RowCount {
  count: number;
  /** False while it rests on the planner's estimate. */
  exact: boolean;
}

/** How to ask for one page. */
export interface PagePlan {
  /** The table's own start, or backwards its end, if undefined. */
  cursor: KeysetCursor | undefined;
  isForward: boolean;
  skip: number;
}

/** Where a run was entered, as a place to ask from. */
export interface SegmentAnchor {
  cursor: KeysetCursor | undefined;
  /** Its row 0 is the first after the cut; at the end there is none after. */
  isForward: boolean;
}

export interface PageContext {
  index: number;
  size: number;
  anchor: SegmentAnchor;
  /** The page that the others are found from, outwards. */
  leadIndex: number;
  /** The pages of the run that are loaded. */
  pages: ReadonlyMap<number, SegmentPage>;
}

/**
 * A page next to a loaded one is asked for from there, by key: at a cost that
 * doesn't depend on where it stands, and without a gap or a row twice, since all
 * pages come outwards from one. A page that has no neighbour is reached by an
 * offset from the nearest place that is known.
 */
export function planPage({ index, size, anchor, leadIndex, pages }: PageContext): PagePlan {
  const [before, after] = [pages.get(index - 1), pages.get(index + 1)];
  const afterPage = before?.endCursor && { cursor: before.endCursor, isForward: true, skip: 0 };
  const beforePage = after?.startCursor && { cursor: after.startCursor, isForward: false, skip: 0 };
  const entered = index === (anchor.isForward ? 0 : -1) ? { ...anchor, skip: 0 } : undefined;
  const found =
    index < leadIndex ? beforePage : index > leadIndex ? afterPage : (afterPage ?? entered ?? beforePage);
  return found ?? planFromNearest({ index, size, anchor, pages });
}

function planFromNearest({ index, size, anchor, pages }: Omit<PageContext, 'leadIndex'>): PagePlan {
  const [from, to] = [index * size, (index + 1) * size];
  let best: PagePlan = anchor.isForward ? { ...anchor, skip: from } : { ...anchor, skip: -to };
  const consider = (plan: PagePlan) => {
    if (plan.skip >= 0 && (plan.skip < best.skip || best.skip < 0)) best = plan;
  };
  // Rows before the entrance.
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

/** The page past a run's end, or before its start. */
export function makeEmptyPage(neighbour: SegmentPage, side: 'before' | 'after'): SegmentPage {
  const cut = side === 'after' ? neighbour.endCursor : neighbour.startCursor;
  return {
    rows: [],
    total: undefined,
    startIndex: side === 'after' ? neighbour.startIndex + neighbour.rows.length : neighbour.startIndex,
    startCursor: cut,
    endCursor: cut,
    isFirst: side === 'before',
    isLast: side === 'after',
  };
}

/** The page that rows make, which came as planned. Without an order (rows can't be told apart) there are no cuts. */
export function makePage(
  plan: PagePlan,
  { rows, total }: RowPage,
  { index, size, order }: { index: number; size: number; order: readonly OrderTerm[] | undefined },
): SegmentPage {
  const { cursor, isForward, skip } = plan;
  const [head, tail] = [rows[0], rows.at(-1)];
  const short = rows.length < size && (rows.length > 0 || skip === 0);
  const shared = order && rows.length === size ? countSharedValues(order, rows) : 0;
  const beside = (row: Row | undefined, side: KeysetCursor['side']) =>
    row && order ? createCursor(order, row, side, shared) : rows.length === 0 ? cursor : undefined;
  return {
    rows,
    total,
    startIndex: isForward ? index * size : (index + 1) * size - rows.length,
    startCursor: isForward && skip === 0 ? cursor : beside(head, 'before'),
    endCursor: !isForward && skip === 0 ? cursor : beside(tail, 'after'),
    isFirst: isForward ? cursor === undefined && skip === 0 : short,
    isLast: isForward ? short : cursor === undefined && skip === 0,
  };
}

/** Whether one page's rows are known to follow the other's at once. */
export function isFollowedBy(page: SegmentPage, next: SegmentPage): boolean {
  if (page.startIndex + page.rows.length !== next.startIndex) return false;
  if (page.isLast) return next.rows.length === 0;
  if (next.isFirst) return page.rows.length === 0;
  return !page.endCursor || !next.startCursor || isSameCursor(page.endCursor, next.startCursor);
}

/**
 * The pages to hold for what is in view: those shown, and one more on each side,
 * as far as there are rows; past a full page at an end also the empty one, which
 * shows that it is the end. The first one shown stands first: the others find
 * their way from it.
 */
export function pagesToLoad(
  range: RowRange,
  { size, head, tail }: { size: number; head: number | undefined; tail: number | undefined },
): number[] {
  const lowest = head === undefined ? Number.NEGATIVE_INFINITY : Math.floor(head / size);
  const highest =
    tail === undefined ? Number.POSITIVE_INFINITY : Math.max(lowest, Math.ceil(tail / size) - 1);
  const bounded = (index: number) => Math.max(lowest, Math.min(highest, index));
  const first = bounded(Math.floor(range.first / size));
  const last = bounded(Math.floor(range.last / size));
  const held = [];
  for (let index = first; index <= last + 1; index++) held.push(index);
  held.push(first - 1);
  const past = (index: number) =>
    (head !== undefined && (index + 1) * size < head) || (tail !== undefined && index * size > tail);
  return held.filter((index) => index === first || !past(index));
}
