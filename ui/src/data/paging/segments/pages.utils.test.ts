import { describe, expect, it } from 'vitest';
import { type Cut, sameCut } from '../cursor/cut.utils';
import {
  type Entrance,
  emptyPage,
  follows,
  makePage,
  pagesToHold,
  planPage,
  type RunPage,
} from './pages.utils';

const order = [{ column: 'id', descending: false }];
const rowsFrom = (from: number, length: number) =>
  Array.from({ length }, (_, i) => ({ id: String(from + i) }));
const cut = (id: number, side: Cut['side']): Cut => ({ values: [String(id)], side, shared: 0 });

/** A page of ten of a run, whose rows' ids are its numbers plus 1,000. */
function page(index: number, length = 10, changes: Partial<RunPage> = {}): RunPage {
  const plan = { cut: cut(1000 + index * 10, 'before'), forwards: true, skip: 0 };
  const rows = rowsFrom(1000 + index * 10, length);
  return { ...makePage(plan, { rows, total: undefined }, { index, size: 10, order }), ...changes };
}

describe('planPage', () => {
  const start = { cut: undefined, forwards: true };
  const end = { cut: undefined, forwards: false };
  const middle = { cut: cut(1000, 'before'), forwards: true };
  const plan = (index: number, lead: number, entrance: Entrance = start, ...pages: [number, RunPage][]) =>
    planPage({ index, size: 10, lead, entrance, pages: new Map(pages) });

  it('goes on by key after the page before', () => {
    expect(plan(6, 5, start, [5, page(5)])).toEqual({ cut: cut(1059, 'after'), forwards: true, skip: 0 });
  });
  it('goes back by key from the page after', () => {
    const from = { cut: cut(1060, 'before'), forwards: false, skip: 0 };
    expect(plan(5, 6, start, [6, page(6)])).toEqual(from);
    expect(plan(5, 5, start, [6, page(6)])).toEqual(from);
  });
  it('enters a run where it begins', () => {
    expect(plan(0, 0)).toEqual({ cut: undefined, forwards: true, skip: 0 });
    expect(plan(-1, -1, end)).toEqual({ cut: undefined, forwards: false, skip: 0 });
    expect(plan(0, 0, middle)).toEqual({ ...middle, skip: 0 });
  });
  it('reads page 0 again from the start, but comes to it from a page in view', () => {
    expect(plan(0, 0, start, [1, page(1)])).toEqual({ ...start, skip: 0 });
    expect(plan(0, 1, start, [1, page(1)])).toEqual({ cut: cut(1010, 'before'), forwards: false, skip: 0 });
  });
  it('leaves out rows from the nearest place that is known', () => {
    expect(plan(5, 5)).toEqual({ ...start, skip: 50 });
    expect(plan(-5, -5, end)).toEqual({ ...end, skip: 40 });
    expect(plan(-3, -3, middle)).toEqual({ cut: middle.cut, forwards: false, skip: 20 });
    expect(plan(9, 9, start, [5, page(5)])).toEqual({ cut: cut(1059, 'after'), forwards: true, skip: 30 });
    expect(plan(2, 2, start, [5, page(5)])).toEqual({ ...start, skip: 20 });
    expect(plan(4, 4, start, [7, page(7)])).toEqual({ cut: cut(1070, 'before'), forwards: false, skip: 20 });
  });
  it('reads a page with no neighbour again where it was', () => {
    expect(plan(50, 50, start, [50, page(50)])).toEqual({
      cut: cut(1500, 'before'),
      forwards: true,
      skip: 0,
    });
  });
  it('knows no place where rows can’t be told apart', () => {
    const made = makePage(
      { cut: undefined, forwards: true, skip: 50 },
      { rows: rowsFrom(50, 10), total: undefined },
      { index: 5, size: 10, order: undefined },
    );
    expect(made).toMatchObject({ begin: undefined, end: undefined });
    expect(plan(6, 5, start, [5, made])).toEqual({ ...start, skip: 60 });
  });
});

describe('makePage', () => {
  const make = (plan: Parameters<typeof makePage>[0], length: number, index = 3) =>
    makePage(plan, { rows: rowsFrom(0, length), total: undefined }, { index, size: 10, order });
  const at = cut(7, 'after');

  it('numbers rows from the side that they were asked from', () => {
    expect(make({ cut: at, forwards: true, skip: 0 }, 4)).toMatchObject({
      from: 30,
      last: true,
      first: false,
    });
    expect(make({ cut: at, forwards: false, skip: 0 }, 4)).toMatchObject({
      from: 36,
      last: false,
      first: true,
    });
  });
  it('keeps the place that it was asked from', () => {
    const forth = make({ cut: at, forwards: true, skip: 0 }, 10);
    expect([sameCut(forth.begin, at), sameCut(forth.end, cut(9, 'after'))]).toEqual([true, true]);
    const back = make({ cut: at, forwards: false, skip: 0 }, 10);
    expect([sameCut(back.begin, cut(0, 'before')), sameCut(back.end, at)]).toEqual([true, true]);
  });
  it('sees an end in an empty page, unless it was leapt to', () => {
    expect(make({ cut: at, forwards: true, skip: 0 }, 0)).toMatchObject({ from: 30, last: true });
    expect(make({ cut: at, forwards: false, skip: 0 }, 0)).toMatchObject({ from: 40, first: true });
    expect(make({ cut: at, forwards: true, skip: 20 }, 0)).toMatchObject({ last: false });
  });
});

describe('follows', () => {
  it.each<[string, RunPage, RunPage, boolean]>([
    ['a page that was asked for after it', page(1, 10), page(2, 10, { begin: cut(1019, 'after') }), true],
    ['a page from another place', page(1, 10), page(2, 10, { begin: cut(1021, 'after') }), false],
    ['nothing, where it is the last', page(1, 4), page(2), false],
    ['the empty page past it', page(1, 4), emptyPage(page(1, 4), 'after'), true],
    ['a page whose place can’t be named', page(1, 10, { end: undefined }), page(2), true],
  ])('%s', (_, before, after, expected) => {
    expect(follows(before, after)).toBe(expected);
  });
});

describe('pagesToHold', () => {
  it.each([
    [{ first: 0, last: 30 }, { head: 0 }, [0, 1, -1]],
    [{ first: 90, last: 130 }, { head: 0 }, [0, 1, 2, -1]],
    [{ first: 250, last: 280 }, { head: 0 }, [2, 3, 1]],
    [{ first: 0, last: 30 }, {}, [0, 1, -1]],
    [{ first: 0, last: 30 }, { head: 5 }, [0, 1]],
    [{ first: -40, last: -1 }, { tail: 0 }, [-1, 0, -2]],
    [{ first: 150, last: 180 }, { head: 0, tail: 200 }, [1, 2, 0]],
    [{ first: 150, last: 180 }, { head: 0, tail: 199 }, [1, 0]],
    [{ first: 150, last: 180 }, { head: 130, tail: 201 }, [1, 2]],
    [{ first: 900, last: 930 }, { head: 0, tail: 250 }, [2, 1]],
    [{ first: 0, last: 0 }, { head: 0, tail: 0 }, [0, -1]],
  ])('%j of %j', (range, ends, held) => {
    expect(pagesToHold(range, { size: 100, head: undefined, tail: undefined, ...ends })).toEqual(held);
  });
});
