import type { Table } from '@/lib/api.gen';
import type { Filter } from './filters.utils';
import {
  afterAnchor,
  anchorOf,
  keysetOrder,
  offsetOrder,
  reversed,
  withoutImpossibleNulls,
} from './keyset.utils';
import type { OrderTerm, Row } from './row';

/** A page as it is kept: rows number index*size and on. */
export interface RowPage {
  rows: readonly Row[];
  /** How many rows match in all, where it was asked for (with page 0). */
  total: number | undefined;
}

/** How to ask for one page. */
export interface PagePlan {
  filters: readonly Filter[];
  order: readonly OrderTerm[];
  offset: number;
  /** The rows come last first and have to be turned round. */
  backwards: boolean;
}

export interface PageContext {
  table: Table;
  filters: readonly Filter[];
  order: readonly OrderTerm[];
  index: number;
  size: number;
  /** The neighbours, if they are loaded. */
  before: RowPage | undefined;
  after: RowPage | undefined;
}

/**
 * A page next to a loaded one is asked for by key, at a cost that doesn't depend
 * on where it stands. A jump has no neighbour: it goes by offset, which costs the
 * database a walk over the rows before it, once; scrolling on from there is by
 * key again.
 */
export function planPage(context: PageContext): PagePlan {
  const { table, filters, index, size, before, after } = context;
  const order = keysetOrder(table, context.order);
  const last = before?.rows.at(-1);
  const first = after?.rows[0];
  if (order && index > 0 && last) {
    const anchor = anchorOf(order, last);
    if (anchor) return byKey(table, filters, order, anchor, false);
  }
  if (order && index > 0 && first) {
    const anchor = anchorOf(order, first);
    if (anchor) return byKey(table, filters, reversed(order), anchor, true);
  }
  return {
    filters,
    order: order ?? offsetOrder(table, context.order),
    offset: index * size,
    backwards: false,
  };
}

function byKey(
  table: Table,
  filters: readonly Filter[],
  order: readonly OrderTerm[],
  anchor: Row,
  backwards: boolean,
): PagePlan {
  const past = withoutImpossibleNulls(afterAnchor(order, anchor), table);
  return { filters: [...filters, past], order, offset: 0, backwards };
}

/** Rows from `first` to `last`, both included. */
export interface RowRange {
  first: number;
  last: number;
}

/**
 * The pages to hold for what is in view: those shown, one more on each side, and
 * page 0, which knows the total. The first one shown stands first: the others
 * find their anchor through it.
 */
export function pagesToHold(range: RowRange, size: number): number[] {
  const first = Math.max(0, Math.floor(range.first / size));
  const last = Math.max(first, Math.floor(range.last / size));
  const held = [];
  for (let index = first; index <= last + 1; index++) held.push(index);
  if (first > 0) held.push(first - 1);
  if (first > 1) held.push(0);
  return held;
}

export interface RowCount {
  count: number;
  /** False while it rests on the planner's estimate. */
  exact: boolean;
}

/** How many rows there are, from a count and from the ends that loaded pages show. */
export function countRows(
  pages: ReadonlyMap<number, RowPage>,
  size: number,
  exactUpTo: number,
  exact: number | undefined,
): RowCount {
  const total = exact ?? pages.get(0)?.total ?? 0;
  let reached = 0;
  for (const [index, page] of pages) {
    const end = index * size + page.rows.length;
    if (page.rows.length > 0) reached = Math.max(reached, end);
    // A page that isn't full is the last one, unless it is an empty one past the end.
    if (page.rows.length < size && (page.rows.length > 0 || index === 0)) return { count: end, exact: true };
  }
  if (exact !== undefined) return { count: Math.max(exact, reached), exact: true };
  const beyond = [...pages].filter(([, page]) => page.rows.length === 0).map(([index]) => index * size);
  const count = Math.min(Math.max(total, reached), ...beyond);
  return { count, exact: total <= exactUpTo && count === total };
}
