import { describe, expect, it } from 'vitest';
import type { SegmentPage } from './page-plan';
import {
  computeRowCount,
  findSegment,
  makeCursorSegment,
  makeEndSegment,
  makeShareSegment,
  type Segment,
  startSegment,
  type TotalCount,
  updateSegment,
} from './segment';

const estimatedTotal = (rows: number): TotalCount => ({ rows, exact: false, at: 1 });
const exactTotal = (rows: number): TotalCount => ({ rows, exact: true, at: 2 });
const makeSegmentPage = (
  startIndex: number,
  length: number,
  ends: Partial<SegmentPage> = {},
): SegmentPage => ({
  rows: Array.from({ length }, (_, i) => ({ id: String(startIndex + i) })),
  total: undefined,
  startIndex,
  startCursor: undefined,
  endCursor: undefined,
  isFirst: false,
  isLast: false,
  ...ends,
});

describe('findSegment', () => {
  const count = { count: 1_000_000, exact: false };
  const context = { total: estimatedTotal(1_000_000), count, size: 100, hasKeyset: true };
  const goes = (segment: Segment, from: number, to: number, changes = {}) =>
    findSegment(
      { segment, range: { first: from, last: from + 30 } },
      { first: to, last: to + 30 },
      { ...context, ...changes },
    );

  it('keeps the segment if the rows are within reach of an offset', () => {
    expect(goes(startSegment, 0, 20_000)).toBe(startSegment);
    const share = makeShareSegment(500_000, 1_000_000);
    expect(goes(share, 40, 515_000)).toBe(share);
  });
  it('returns a new segment for distant rows', () => {
    expect(goes(startSegment, 0, 500_000)).toMatchObject({
      id: 'share:500000/1000000',
      start: 500_000,
      isStartCounted: false,
    });
  });
  it('returns the start or end segment near the ends', () => {
    expect(goes(startSegment, 0, 999_970)).toMatchObject({
      id: 'end',
      start: 1_000_000,
      isStartCounted: false,
    });
    expect(goes(startSegment, 0, 985_000)).toMatchObject({ id: 'end' });
    expect(goes(makeShareSegment(500_000, 1_000_000), 0, 10_000)).toBe(startSegment);
  });
  it('does not treat an estimated position as the table’s end', () => {
    const few = { count: { count: 5_000, exact: false }, total: estimatedTotal(5_000) };
    expect(goes(startSegment, 0, 4_980, few)).toMatchObject({ id: 'end' });
    expect(goes(startSegment, 0, 4_980, { count: { count: 5_000, exact: true } })).toBe(startSegment);
    expect(goes(makeCursorSegment({ values: ['7'], side: 'before', sharedCount: 0 }, 400), 200, 0)).toBe(
      startSegment,
    );
  });
  it('has only one segment if rows can’t be found by key', () => {
    expect(goes(startSegment, 0, 500_000, { hasKeyset: false })).toBe(startSegment);
  });
});

describe('updateSegment', () => {
  const share = makeShareSegment(500, 1000);
  it('returns the same object if nothing changed', () => {
    expect(
      updateSegment(startSegment, [makeSegmentPage(0, 100, { isFirst: true })], estimatedTotal(1000)),
    ).toBe(startSegment);
    expect(updateSegment(share, [makeSegmentPage(0, 100)], estimatedTotal(1000))).toBe(share);
  });
  it('sets the exact position when the start is loaded', () => {
    const found = updateSegment(share, [makeSegmentPage(-430, 70, { isFirst: true })], estimatedTotal(1000));
    expect(found).toMatchObject({ start: 430, isStartCounted: true, head: -430 });
  });
  it('sets the exact position when the end is loaded and the total is exact', () => {
    const pages = [makeSegmentPage(400, 70, { isLast: true })];
    expect(updateSegment(share, pages, estimatedTotal(1000))).toMatchObject({
      start: 500,
      isStartCounted: false,
    });
    expect(updateSegment(share, pages, exactTotal(1000))).toMatchObject({ start: 530, isStartCounted: true });
  });
  it('increases the position if more rows are before the segment than estimated', () => {
    expect(
      updateSegment(makeShareSegment(50, 1000), [makeSegmentPage(-100, 100)], estimatedTotal(1000)),
    ).toMatchObject({
      start: 100,
      isStartCounted: false,
    });
  });
  it('ignores an end of a page if other pages have rows beyond it', () => {
    const pages = [
      makeSegmentPage(0, 100, { isFirst: true }),
      makeSegmentPage(0, 0, { isFirst: true }),
      makeSegmentPage(0, 0, { isLast: true }),
    ];
    expect(updateSegment(startSegment, pages, exactTotal(900))).toBe(startSegment);
    const began = [makeSegmentPage(-100, 100), makeSegmentPage(0, 100, { isFirst: true })];
    expect(updateSegment(share, began, estimatedTotal(1000)).head).toBeUndefined();
  });
  it('removes an end after rows were added there', () => {
    expect(updateSegment(startSegment, [makeSegmentPage(0, 100)], estimatedTotal(1000)).head).toBeUndefined();
    const ended = updateSegment(
      startSegment,
      [makeSegmentPage(0, 40, { isFirst: true, isLast: true })],
      exactTotal(40),
    );
    expect(ended.tail?.at).toBe(40);
    expect(
      updateSegment(ended, [makeSegmentPage(0, 100, { isFirst: true })], exactTotal(40)).tail,
    ).toBeUndefined();
    expect(updateSegment(ended, [], { ...exactTotal(41), at: 3 }).tail).toBeUndefined();
  });
});

describe('computeRowCount', () => {
  const count = (pages: SegmentPage[], total: TotalCount) =>
    computeRowCount(updateSegment(startSegment, pages, total), pages, total);
  it('returns the total of the database', () => {
    expect(count([makeSegmentPage(0, 10)], exactTotal(612))).toEqual({ count: 612, exact: true });
    expect(count([makeSegmentPage(0, 10)], estimatedTotal(5000))).toEqual({ count: 5000, exact: false });
  });
  it('prefers a loaded end to the total', () => {
    const pages = [makeSegmentPage(0, 10, { isFirst: true }), makeSegmentPage(30, 4, { isLast: true })];
    expect(count(pages, estimatedTotal(5000))).toEqual({ count: 34, exact: true });
    expect(count([makeSegmentPage(0, 0, { isFirst: true, isLast: true })], exactTotal(0))).toEqual({
      count: 0,
      exact: true,
    });
  });
  it('is larger than an estimate that was too low', () => {
    expect(count([makeSegmentPage(1500, 10)], estimatedTotal(1500))).toEqual({ count: 1510, exact: false });
  });
  it('ends before an empty page', () => {
    expect(
      count([makeSegmentPage(0, 10, { isFirst: true }), makeSegmentPage(2000, 0)], estimatedTotal(5000)),
    ).toEqual({
      count: 2000,
      exact: false,
    });
  });
  it('is exact at the end only if the position was counted', () => {
    const end = makeEndSegment(5000, estimatedTotal(5000));
    const pages = [makeSegmentPage(-10, 10, { isLast: true })];
    expect(
      computeRowCount(updateSegment(end, pages, estimatedTotal(5000)), pages, estimatedTotal(5000)),
    ).toEqual({
      count: 5000,
      exact: false,
    });
    expect(
      computeRowCount({ ...end, start: 4711, isStartCounted: true }, pages, estimatedTotal(5000)),
    ).toEqual({
      count: 4711,
      exact: true,
    });
  });
});
