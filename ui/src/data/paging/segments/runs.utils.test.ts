import { describe, expect, it } from 'vitest';
import type { RunPage } from './pages.utils';
import {
  countOf,
  fromCut,
  fromEnd,
  fromShare,
  fromStart,
  type Run,
  runFor,
  settled,
  type Total,
} from './runs.utils';

const estimate = (rows: number): Total => ({ rows, exact: false, at: 1 });
const exactly = (rows: number): Total => ({ rows, exact: true, at: 2 });
const page = (from: number, length: number, ends: Partial<RunPage> = {}): RunPage => ({
  rows: Array.from({ length }, (_, i) => ({ id: String(from + i) })),
  total: undefined,
  from,
  begin: undefined,
  end: undefined,
  first: false,
  last: false,
  ...ends,
});

describe('runFor', () => {
  const count = { count: 1_000_000, exact: false };
  const context = { total: estimate(1_000_000), count, size: 100, byKey: true };
  const goes = (run: Run, from: number, to: number, changes = {}) =>
    runFor(
      { run, range: { first: from, last: from + 30 } },
      { first: to, last: to + 30 },
      { ...context, ...changes },
    );

  it('stays in the run within reach of an offset', () => {
    expect(goes(fromStart, 0, 20_000)).toBe(fromStart);
    const share = fromShare(500_000, 1_000_000);
    expect(goes(share, 40, 515_000)).toBe(share);
  });
  it('searches for what is far from everything known', () => {
    expect(goes(fromStart, 0, 500_000)).toMatchObject({
      id: 'share 500000 of 1000000',
      start: 500_000,
      sure: false,
    });
  });
  it('enters the ends from the ends', () => {
    expect(goes(fromStart, 0, 999_970)).toMatchObject({ id: 'end', start: 1_000_000, sure: false });
    expect(goes(fromStart, 0, 985_000)).toMatchObject({ id: 'end' });
    expect(goes(fromShare(500_000, 1_000_000), 0, 10_000)).toBe(fromStart);
  });
  it('doesn’t take a guess of where it is for the table’s end', () => {
    const few = { count: { count: 5_000, exact: false }, total: estimate(5_000) };
    expect(goes(fromStart, 0, 4_980, few)).toMatchObject({ id: 'end' });
    expect(goes(fromStart, 0, 4_980, { count: { count: 5_000, exact: true } })).toBe(fromStart);
    expect(goes(fromCut({ values: ['7'], side: 'before', shared: 0 }, 400), 200, 0)).toBe(fromStart);
  });
  it('has one run only where rows aren’t found by key', () => {
    expect(goes(fromStart, 0, 500_000, { byKey: false })).toBe(fromStart);
  });
});

describe('settled', () => {
  const share = fromShare(500, 1000);
  it('is the same run while nothing new is seen', () => {
    expect(settled(fromStart, [page(0, 100, { first: true })], estimate(1000))).toBe(fromStart);
    expect(settled(share, [page(0, 100)], estimate(1000))).toBe(share);
  });
  it('knows its place once the start is reached', () => {
    const found = settled(share, [page(-430, 70, { first: true })], estimate(1000));
    expect(found).toMatchObject({ start: 430, sure: true, head: -430 });
  });
  it('knows its place once the end is reached and the total is exact', () => {
    const pages = [page(400, 70, { last: true })];
    expect(settled(share, pages, estimate(1000))).toMatchObject({ start: 500, sure: false });
    expect(settled(share, pages, exactly(1000))).toMatchObject({ start: 530, sure: true });
  });
  it('makes room where more rows come before it than were thought to', () => {
    expect(settled(fromShare(50, 1000), [page(-100, 100)], estimate(1000))).toMatchObject({
      start: 100,
      sure: false,
    });
  });
  it('believes no page’s end that other pages reach past', () => {
    const pages = [page(0, 100, { first: true }), page(0, 0, { first: true }), page(0, 0, { last: true })];
    expect(settled(fromStart, pages, exactly(900))).toBe(fromStart);
    const began = [page(-100, 100), page(0, 100, { first: true })];
    expect(settled(share, began, estimate(1000)).head).toBeUndefined();
  });
  it('forgets an end that rows were put at', () => {
    expect(settled(fromStart, [page(0, 100)], estimate(1000)).head).toBeUndefined();
    const ended = settled(fromStart, [page(0, 40, { first: true, last: true })], exactly(40));
    expect(ended.tail?.at).toBe(40);
    expect(settled(ended, [page(0, 100, { first: true })], exactly(40)).tail).toBeUndefined();
    expect(settled(ended, [], { ...exactly(41), at: 3 }).tail).toBeUndefined();
  });
});

describe('countOf', () => {
  const count = (pages: RunPage[], total: Total) => countOf(settled(fromStart, pages, total), pages, total);
  it('is the total that was told', () => {
    expect(count([page(0, 10)], exactly(612))).toEqual({ count: 612, exact: true });
    expect(count([page(0, 10)], estimate(5000))).toEqual({ count: 5000, exact: false });
  });
  it('believes the end that it has seen more than a count', () => {
    const pages = [page(0, 10, { first: true }), page(30, 4, { last: true })];
    expect(count(pages, estimate(5000))).toEqual({ count: 34, exact: true });
    expect(count([page(0, 0, { first: true, last: true })], exactly(0))).toEqual({ count: 0, exact: true });
  });
  it('grows past an estimate that was too low', () => {
    expect(count([page(1500, 10)], estimate(1500))).toEqual({ count: 1510, exact: false });
  });
  it('ends before a page that came empty', () => {
    expect(count([page(0, 10, { first: true }), page(2000, 0)], estimate(5000))).toEqual({
      count: 2000,
      exact: false,
    });
  });
  it('is exact at the end only where the way there was counted', () => {
    const end = fromEnd(5000, estimate(5000));
    const pages = [page(-10, 10, { last: true })];
    expect(countOf(settled(end, pages, estimate(5000)), pages, estimate(5000))).toEqual({
      count: 5000,
      exact: false,
    });
    expect(countOf({ ...end, start: 4711, sure: true }, pages, estimate(5000))).toEqual({
      count: 4711,
      exact: true,
    });
  });
});
