import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '../testing/fixtures';
import { condition, formatNested } from './filters.utils';
import { countRows, pagesToHold, planPage, type RowPage } from './pages.utils';

const table = makeTable('t', [
  makeColumn('id', 'integer', { nullable: false }),
  makeColumn('tags', 'text', { array: true }),
]);
const page = (from: number, length: number, total?: number): RowPage => ({
  rows: Array.from({ length }, (_, i) => ({ id: String(from + i) })),
  total,
});

describe('planPage', () => {
  const base = {
    table,
    filters: [condition('id', 'neq', '3')],
    order: [],
    size: 10,
    before: undefined,
    after: undefined,
  };
  const filtersOf = (plan: ReturnType<typeof planPage>) => plan.filters.map(formatNested);

  it('goes on by key after the page before', () => {
    const plan = planPage({ ...base, index: 5, before: page(40, 10), after: page(60, 10) });
    expect(plan).toMatchObject({ offset: 0, backwards: false, order: [{ column: 'id', descending: false }] });
    expect(filtersOf(plan)).toEqual(['id.neq.3', 'id.gt.49']);
  });
  it('goes back by key from the page after', () => {
    const plan = planPage({ ...base, index: 5, after: page(60, 10) });
    expect(plan).toMatchObject({ offset: 0, backwards: true, order: [{ column: 'id', descending: true }] });
    expect(filtersOf(plan)).toEqual(['id.neq.3', 'id.lt.60']);
  });
  it('jumps by offset where no neighbour is loaded', () => {
    expect(planPage({ ...base, index: 5 })).toMatchObject({
      offset: 50,
      backwards: false,
      filters: base.filters,
    });
  });
  it('uses offsets for an order that no filter can express', () => {
    const plan = planPage({
      ...base,
      order: [{ column: 'tags', descending: true }],
      index: 1,
      before: page(0, 10),
    });
    expect(plan).toMatchObject({
      offset: 10,
      order: [
        { column: 'tags', descending: true },
        { column: 'id', descending: true },
      ],
    });
  });
  it('starts page 0 at the start, whatever is loaded', () => {
    expect(planPage({ ...base, index: 0, after: page(10, 10) })).toMatchObject({
      offset: 0,
      backwards: false,
      filters: base.filters,
    });
  });
});

describe('pagesToHold', () => {
  it.each([
    [{ first: 0, last: 30 }, [0, 1]],
    [{ first: 90, last: 130 }, [0, 1, 2]],
    [{ first: 250, last: 280 }, [2, 3, 1, 0]],
    [{ first: 999_950, last: 999_999 }, [9999, 10000, 9998, 0]],
  ])('%j', (range, held) => {
    expect(pagesToHold(range, 100)).toEqual(held);
  });
});

describe('countRows', () => {
  const count = (pages: [number, RowPage][], exact?: number) => countRows(new Map(pages), 10, 1000, exact);
  it('takes an estimate as exact up to the backend’s largest answer', () => {
    expect(count([[0, page(0, 10, 612)]])).toEqual({ count: 612, exact: true });
    expect(count([[0, page(0, 10, 5000)]])).toEqual({ count: 5000, exact: false });
  });
  it('believes the end that it has seen more than a count', () => {
    expect(
      count([
        [0, page(0, 10, 5000)],
        [3, page(30, 4)],
      ]),
    ).toEqual({ count: 34, exact: true });
    expect(count([[0, page(0, 4, undefined)]])).toEqual({ count: 4, exact: true });
    expect(count([[0, page(0, 0, 0)]])).toEqual({ count: 0, exact: true });
  });
  it('grows past an estimate that was too low', () => {
    expect(
      count([
        [0, page(0, 10, 1500)],
        [150, page(1500, 10)],
      ]),
    ).toEqual({ count: 1510, exact: false });
  });
  it('ends before a page that came empty', () => {
    expect(
      count([
        [0, page(0, 10, 5000)],
        [200, page(0, 0)],
      ]),
    ).toEqual({ count: 2000, exact: false });
  });
  it('shows the exact count once asked for', () => {
    expect(count([[0, page(0, 10, 5000)]], 4711)).toEqual({ count: 4711, exact: true });
  });
});
