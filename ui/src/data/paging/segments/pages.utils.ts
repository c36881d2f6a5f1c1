import type { OrderTerm, Row } from '@/data/rows/row';
import { type Cut, cutBeside, sameCut, sharedBy } from '../cursor/cut.utils';

/** A page as it is kept. */
export interface RowPage {
  rows: readonly Row[];
  /** How many rows match in all, where it was asked for. */
  total: number | undefined;
}

/** A page of a run. Page 3 of a size of 100 holds the run's rows 300 to 399. */
export interface RunPage extends RowPage {
  /** The run's number of the first row. */
  from: number;
  /** The places just before its rows and just after them; undefined where those can't be named. */
  begin: Cut | undefined;
  end: Cut | undefined;
  /** No row comes before these, or after them. */
  first: boolean;
  last: boolean;
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
  cut: Cut | undefined;
  forwards: boolean;
  skip: number;
}

/** Where a run was entered, as a place to ask from. */
export interface Entrance {
  cut: Cut | undefined;
  /** Its row 0 is the first after the cut; at the end there is none after. */
  forwards: boolean;
}

export interface PageContext {
  index: number;
  size: number;
  entrance: Entrance;
  /** The page that the others are found from, outwards. */
  lead: number;
  /** The pages of the run that are loaded. */
  pages: ReadonlyMap<number, RunPage>;
}

/**
 * A page next to a loaded one is asked for from there, by key: at a cost that
 * doesn't depend on where it stands, and without a gap or a row twice, since all
 * pages come outwards from one. A page that has no neighbour is reached by an
 * offset from the nearest place that is known.
 */
export function planPage({ index, size, entrance, lead, pages }: PageContext): PagePlan {
  const [before, after] = [pages.get(index - 1), pages.get(index + 1)];
  const afterPage = before?.end && { cut: before.end, forwards: true, skip: 0 };
  const beforePage = after?.begin && { cut: after.begin, forwards: false, skip: 0 };
  const entered = index === (entrance.forwards ? 0 : -1) ? { ...entrance, skip: 0 } : undefined;
  const found = index < lead ? beforePage : index > lead ? afterPage : (afterPage ?? entered ?? beforePage);
  return found ?? nearest({ index, size, entrance, pages });
}

function nearest({ index, size, entrance, pages }: Omit<PageContext, 'lead'>): PagePlan {
  const [from, to] = [index * size, (index + 1) * size];
  let best: PagePlan = entrance.forwards ? { ...entrance, skip: from } : { ...entrance, skip: -to };
  const consider = (plan: PagePlan) => {
    if (plan.skip >= 0 && (plan.skip < best.skip || best.skip < 0)) best = plan;
  };
  // Rows before the entrance.
  if (entrance.forwards && entrance.cut) consider({ cut: entrance.cut, forwards: false, skip: -to });
  for (const [other, page] of pages) {
    if (page.rows.length === 0 || other === index || !page.begin || !page.end) continue;
    consider({ cut: page.end, forwards: true, skip: from - (page.from + page.rows.length) });
    consider({ cut: page.begin, forwards: false, skip: page.from - to });
  }
  const own = pages.get(index);
  if (best.skip >= size && own?.begin) return { cut: own.begin, forwards: true, skip: 0 };
  return { ...best, skip: Math.max(0, best.skip) };
}

/** The page past a run's end, or before its start. */
export function emptyPage(neighbour: RunPage, side: 'before' | 'after'): RunPage {
  const cut = side === 'after' ? neighbour.end : neighbour.begin;
  return {
    rows: [],
    total: undefined,
    from: side === 'after' ? neighbour.from + neighbour.rows.length : neighbour.from,
    begin: cut,
    end: cut,
    first: side === 'before',
    last: side === 'after',
  };
}

/** The page that rows make, which came as planned. Without an order (rows can't be told apart) there are no cuts. */
export function makePage(
  plan: PagePlan,
  { rows, total }: RowPage,
  { index, size, order }: { index: number; size: number; order: readonly OrderTerm[] | undefined },
): RunPage {
  const { cut, forwards, skip } = plan;
  const [head, tail] = [rows[0], rows.at(-1)];
  const short = rows.length < size && (rows.length > 0 || skip === 0);
  const shared = order && rows.length === size ? sharedBy(order, rows) : 0;
  const beside = (row: Row | undefined, side: Cut['side']) =>
    row && order ? cutBeside(order, row, side, shared) : rows.length === 0 ? cut : undefined;
  return {
    rows,
    total,
    from: forwards ? index * size : (index + 1) * size - rows.length,
    begin: forwards && skip === 0 ? cut : beside(head, 'before'),
    end: !forwards && skip === 0 ? cut : beside(tail, 'after'),
    first: forwards ? cut === undefined && skip === 0 : short,
    last: forwards ? short : cut === undefined && skip === 0,
  };
}

/** Whether one page's rows are known to follow the other's at once. */
export function follows(page: RunPage, next: RunPage): boolean {
  if (page.from + page.rows.length !== next.from) return false;
  if (page.last) return next.rows.length === 0;
  if (next.first) return page.rows.length === 0;
  return !page.end || !next.begin || sameCut(page.end, next.begin);
}

/**
 * The pages to hold for what is in view: those shown, and one more on each side,
 * as far as there are rows; past a full page at an end also the empty one, which
 * shows that it is the end. The first one shown stands first: the others find
 * their way from it.
 */
export function pagesToHold(
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
