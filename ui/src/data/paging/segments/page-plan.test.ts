import { describe, expect, it } from 'vitest';
import { isSameCursor, type KeysetCursor } from '../cursor/keyset-cursor';
import {
  isFollowedBy,
  listPagesToLoad,
  makeEmptyPage,
  makePage,
  planPage,
  type SegmentAnchor,
  type SegmentPage,
} from './page-plan';

const order = [{ column: 'id', descending: false }];
const rowsFrom = (from: number, length: number) =>
  Array.from({ length }, (_, i) => ({ id: String(from + i) }));
const makeCursor = (id: number, side: KeysetCursor['side']): KeysetCursor => ({
  values: [String(id)],
  side,
  sharedCount: 0,
});

/** A page of ten of a run, whose rows' ids are its numbers plus 1,000. */
function makeSegmentPage(index: number, length = 10, changes: Partial<SegmentPage> = {}): SegmentPage {
  const plan = { cursor: makeCursor(1000 + index * 10, 'before'), isForward: true, skip: 0 };
  const rows = rowsFrom(1000 + index * 10, length);
  return { ...makePage(plan, { rows, total: undefined }, { index, size: 10, order }), ...changes };
}

describe('planPage', () => {
  const start = { cursor: undefined, isForward: true };
  const end = { cursor: undefined, isForward: false };
  const middle = { cursor: makeCursor(1000, 'before'), isForward: true };
  const plan = (
    index: number,
    leadIndex: number,
    anchor: SegmentAnchor = start,
    ...pages: [number, SegmentPage][]
  ) => planPage({ index, size: 10, leadIndex, anchor, pages: new Map(pages) });

  it('continues after the previous page by key', () => {
    expect(plan(6, 5, start, [5, makeSegmentPage(5)])).toEqual({
      cursor: makeCursor(1059, 'after'),
      isForward: true,
      skip: 0,
    });
  });
  it('reads backward from the next page by key', () => {
    const from = { cursor: makeCursor(1060, 'before'), isForward: false, skip: 0 };
    expect(plan(5, 6, start, [6, makeSegmentPage(6)])).toEqual(from);
    expect(plan(5, 5, start, [6, makeSegmentPage(6)])).toEqual(from);
  });
  it('starts a segment at its anchor', () => {
    expect(plan(0, 0)).toEqual({ cursor: undefined, isForward: true, skip: 0 });
    expect(plan(-1, -1, end)).toEqual({ cursor: undefined, isForward: false, skip: 0 });
    expect(plan(0, 0, middle)).toEqual({ ...middle, skip: 0 });
  });
  it('refetches page 0 from the start, but reaches it first from a visible page', () => {
    expect(plan(0, 0, start, [1, makeSegmentPage(1)])).toEqual({ ...start, skip: 0 });
    expect(plan(0, 1, start, [1, makeSegmentPage(1)])).toEqual({
      cursor: makeCursor(1010, 'before'),
      isForward: false,
      skip: 0,
    });
  });
  it('skips rows from the nearest known cursor', () => {
    expect(plan(5, 5)).toEqual({ ...start, skip: 50 });
    expect(plan(-5, -5, end)).toEqual({ ...end, skip: 40 });
    expect(plan(-3, -3, middle)).toEqual({ cursor: middle.cursor, isForward: false, skip: 20 });
    expect(plan(9, 9, start, [5, makeSegmentPage(5)])).toEqual({
      cursor: makeCursor(1059, 'after'),
      isForward: true,
      skip: 30,
    });
    expect(plan(2, 2, start, [5, makeSegmentPage(5)])).toEqual({ ...start, skip: 20 });
    expect(plan(4, 4, start, [7, makeSegmentPage(7)])).toEqual({
      cursor: makeCursor(1070, 'before'),
      isForward: false,
      skip: 20,
    });
  });
  it('refetches a page without a neighbor at its own cursor', () => {
    expect(plan(50, 50, start, [50, makeSegmentPage(50)])).toEqual({
      cursor: makeCursor(1500, 'before'),
      isForward: true,
      skip: 0,
    });
  });
  it('has no cursor if rows can’t be distinguished', () => {
    const made = makePage(
      { cursor: undefined, isForward: true, skip: 50 },
      { rows: rowsFrom(50, 10), total: undefined },
      { index: 5, size: 10, order: undefined },
    );
    expect(made).toMatchObject({ startCursor: undefined, endCursor: undefined });
    expect(plan(6, 5, start, [5, made])).toEqual({ ...start, skip: 60 });
  });
});

describe('makePage', () => {
  const make = (plan: Parameters<typeof makePage>[0], length: number, index = 3) =>
    makePage(plan, { rows: rowsFrom(0, length), total: undefined }, { index, size: 10, order });
  const at = makeCursor(7, 'after');

  it('numbers rows from the side of the request', () => {
    expect(make({ cursor: at, isForward: true, skip: 0 }, 4)).toMatchObject({
      startIndex: 30,
      isLast: true,
      isFirst: false,
    });
    expect(make({ cursor: at, isForward: false, skip: 0 }, 4)).toMatchObject({
      startIndex: 36,
      isLast: false,
      isFirst: true,
    });
  });
  it('keeps the cursor of the request', () => {
    const forth = make({ cursor: at, isForward: true, skip: 0 }, 10);
    expect([
      isSameCursor(forth.startCursor, at),
      isSameCursor(forth.endCursor, makeCursor(9, 'after')),
    ]).toEqual([true, true]);
    const back = make({ cursor: at, isForward: false, skip: 0 }, 10);
    expect([
      isSameCursor(back.startCursor, makeCursor(0, 'before')),
      isSameCursor(back.endCursor, at),
    ]).toEqual([true, true]);
  });
  it('treats an empty page as the end, unless the request skipped rows', () => {
    expect(make({ cursor: at, isForward: true, skip: 0 }, 0)).toMatchObject({ startIndex: 30, isLast: true });
    expect(make({ cursor: at, isForward: false, skip: 0 }, 0)).toMatchObject({
      startIndex: 40,
      isFirst: true,
    });
    expect(make({ cursor: at, isForward: true, skip: 20 }, 0)).toMatchObject({ isLast: false });
  });
});

describe('isFollowedBy', () => {
  it.each<[string, SegmentPage, SegmentPage, boolean]>([
    [
      'a page that was requested after it',
      makeSegmentPage(1, 10),
      makeSegmentPage(2, 10, { startCursor: makeCursor(1019, 'after') }),
      true,
    ],
    [
      'a page from another position',
      makeSegmentPage(1, 10),
      makeSegmentPage(2, 10, { startCursor: makeCursor(1021, 'after') }),
      false,
    ],
    ['no page after the last one', makeSegmentPage(1, 4), makeSegmentPage(2), false],
    ['the empty page past it', makeSegmentPage(1, 4), makeEmptyPage(makeSegmentPage(1, 4), 'after'), true],
    [
      'a page whose position is unknown',
      makeSegmentPage(1, 10, { endCursor: undefined }),
      makeSegmentPage(2),
      true,
    ],
  ])('%s', (_, before, after, expected) => {
    expect(isFollowedBy(before, after)).toBe(expected);
  });
});

describe('listPagesToLoad', () => {
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
    expect(listPagesToLoad(range, { size: 100, head: undefined, tail: undefined, ...ends })).toEqual(held);
  });
});
