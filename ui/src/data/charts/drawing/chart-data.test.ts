import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { parseChart } from '../chart-spec';
import { type ChartGroup, summarizeRows } from '../summarize-rows';
import { layoutBars, shortenOthersBar } from './bar-layout';
import { arrangeGroups } from './chart-data';
import { computeScale } from './nice-scale';

const status = makeColumn('status', 'enum', { enum: ['new', 'done', 'late'] });
const columns = { by: status, split: undefined };

const arrange = (spec: string, groups: readonly ChartGroup[], categories = 10, parts = 10) =>
  arrangeGroups(parseChart(spec), groups, columns, { categories, parts });

describe('arrangeGroups', () => {
  it('sorts the values of an enum by its order, NULL last', () => {
    const groups = [
      { keys: [null], value: '9' },
      { keys: ['done'], value: '5' },
      { keys: ['new'], value: '1' },
    ];
    expect(arrange('bar.count.by(status)', groups).categories.map(({ value }) => value)).toEqual([
      'new',
      'done',
      null,
    ]);
  });
  it('shows values that a check constraint does not list, because it is newer than the rows', () => {
    const groups = [
      { keys: ['old'], value: '2' },
      { keys: ['done'], value: '5' },
    ];
    const { categories } = arrange('bar.count.by(status)', groups);
    expect(categories.map(({ value }) => value)).toEqual(['done', 'old']);
  });
  it('adds counts and sums beyond the limit exactly', () => {
    const groups = ['a', 'b', 'c'].map((key, i) => ({ keys: [key], value: `0.${3 - i}` }));
    const data = arrangeGroups(
      parseChart('bar.sum(x).by(y)'),
      groups,
      { by: undefined, split: undefined },
      { categories: 2, parts: 1 },
    );
    expect(data.categories).toEqual([
      { value: 'a', others: 0 },
      { value: undefined, others: 2 },
    ]);
    expect(data.values).toEqual([['0.3'], ['0.3']]);
    expect(data.hiddenCategories).toBe(0);
  });
  it('adds the groups that the backend has not returned to the others, or leaves out all others', () => {
    const groups = ['a', 'b', 'c'].map((key, i) => ({ keys: [key], value: String(3 - i) }));
    const arrangeTruncated = (rest: string | undefined) =>
      arrangeGroups(
        parseChart('bar.count.by(y)'),
        groups,
        { by: undefined, split: undefined },
        { categories: 2, parts: 1 },
        { isTruncated: true, rest: rest === undefined ? undefined : [{ keys: [undefined], value: rest }] },
      );
    const complete = arrangeTruncated('40');
    expect(complete.categories).toEqual([
      { value: 'a', others: 0 },
      { value: undefined, others: Number.POSITIVE_INFINITY },
    ]);
    expect(complete.values).toEqual([['3'], ['43']]);
    expect(arrangeTruncated(undefined).values).toEqual([['3'], ['2']]);
  });
  it('adds the parts that the backend has not returned to the other parts of their category', () => {
    const groups = [
      { keys: ['a', 'x'], value: '3' },
      { keys: ['a', 'y'], value: '2' },
      { keys: ['b', 'x'], value: '1' },
    ];
    const rest = [
      { keys: ['a', undefined], value: '4' },
      { keys: ['c', undefined], value: '20' },
      { keys: [undefined, undefined], value: '7' },
    ];
    const data = arrangeGroups(
      parseChart('bar.count.by(k).split(p)'),
      groups,
      { by: undefined, split: undefined },
      { categories: 5, parts: 5 },
      { isTruncated: true, rest },
    );
    expect(data.categories.map(({ value }) => value)).toEqual(['c', 'a', 'b', undefined]);
    expect(data.parts.map(({ value }) => value)).toEqual(['x', 'y', undefined]);
    expect(data.values).toEqual([
      [null, null, '20'],
      ['3', '2', '4'],
      ['1', null, null],
      [null, null, '7'],
    ]);
  });
  it('leaves out averages beyond the limit', () => {
    const groups = ['a', 'b', 'c'].map((key, i) => ({ keys: [key], value: String(3 - i) }));
    const data = arrangeGroups(
      parseChart('bar.average(x).by(y)'),
      groups,
      { by: undefined, split: undefined },
      { categories: 2, parts: 1 },
    );
    expect(data.values).toEqual([['3'], ['2']]);
    expect(data.hiddenCategories).toBe(1);
  });
  it('fills periods without rows, with 0 for counts only', () => {
    const groups = [
      { keys: ['2026-01-01', 'new'], value: '2' },
      { keys: ['2026-03-01', null], value: '4' },
    ];
    const by = { by: makeColumn('day', 'date'), split: status };
    const limits = { categories: 9, parts: 9 };
    const counts = arrangeGroups(parseChart('bar.count.by(day.month).split(status)'), groups, by, limits);
    expect(counts.values).toEqual([
      ['2', '0'],
      ['0', '0'],
      ['0', '4'],
    ]);
    const averages = arrangeGroups(
      parseChart('bar.average(x).by(day.month).split(status)'),
      groups,
      by,
      limits,
    );
    expect(averages.values).toEqual([
      ['2', null],
      [null, null],
      [null, '4'],
    ]);
  });
});

describe('summarizeRows', () => {
  const table = makeTable('orders', [
    makeColumn('id', 'integer'),
    makeColumn('at', 'timestamptz'),
    makeColumn('total', 'numeric'),
  ]);
  const rows = [
    { id: '1', at: '2026-10-31T23:30:00+00:00', total: '0.1' },
    { id: '2', at: '2026-11-02T10:00:00+00:00', total: '0.2' },
    { id: '3', at: null, total: null },
  ];
  const summarize = (spec: string, zone = 'Europe/Berlin') =>
    summarizeRows(table, parseChart(spec), rows, zone);
  it('groups by month in the time zone, and adds exactly', () => {
    expect(summarize('bar.sum(total).by(at.month)')).toEqual([
      { keys: ['2026-11-01'], value: '0.3' },
      { keys: [null], value: null },
    ]);
    expect(summarize('bar.count.by(at.month)', 'UTC').map(({ keys }) => keys[0])).toEqual([
      '2026-10-01',
      '2026-11-01',
      null,
    ]);
  });
  it('counts rows and different values', () => {
    expect(summarize('number.count')).toEqual([{ keys: [], value: '3' }]);
    expect(summarize('number.distinct(total)')).toEqual([{ keys: [], value: '2' }]);
    expect(summarizeRows(table, parseChart('number.count'), [], 'UTC')).toEqual([{ keys: [], value: '0' }]);
  });
});

describe('drawings', () => {
  it('have an axis with round numbers that includes 0 and all values', () => {
    expect(computeScale([3.5, 97]).ticks).toEqual([0, 25, 50, 75, 100]);
    expect(computeScale([0, 3]).ticks).toEqual([0, 1, 2, 3]);
    expect(computeScale([-5, 12])).toMatchObject({ min: -5, max: 15 });
    expect(computeScale([0])).toMatchObject({ min: 0, max: 1 });
    expect(computeScale([1, 1.25], 4, true).ticks).toEqual([0, 1, 2]);
    expect(computeScale([0.1, 0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3]);
  });
  it('stack positive and negative values on either side of 0', () => {
    const ends = layoutBars([[2, -1, 3, null]], true).map(({ start, end }) => [start, end]);
    expect(ends).toEqual([
      [0, 2],
      [0, -1],
      [2, 5],
    ]);
    expect(layoutBars([[2, 4]], false).map(({ start, end, offset }) => [start, end, offset])).toEqual([
      [0, 2, 0],
      [0, 4, 0.5],
    ]);
  });
  it('shorten the bar of all others if it would hide the other bars', () => {
    expect(shortenOthersBar([[8], [4], [3000]], 2)).toEqual({ numbers: [[8], [4], [10]], shortened: 2 });
    expect(
      shortenOthersBar(
        [
          [2, 6],
          [1, null],
          [200, 600],
        ],
        2,
      ),
    ).toEqual({
      numbers: [
        [2, 6],
        [1, null],
        [2.5, 7.5],
      ],
      shortened: 2,
    });
    expect(shortenOthersBar([[8], [-400]], 1).numbers).toEqual([[8], [-10]]);
    for (const [numbers, others] of [
      [[[8], [4], [15]], 2],
      [[[8], [4], [3000]], undefined],
      [[[0], [3000]], 1],
      [[[3000]], 0],
    ] as const) {
      expect(shortenOthersBar(numbers, others)).toEqual({ numbers, shortened: undefined });
    }
  });
});
