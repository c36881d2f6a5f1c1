import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { parseChart } from '@/data/charts/chart-spec';
import { condition, type Filter } from '@/data/query/filters/filters.utils';
import { emptyTablePageState } from '@/data/query/page-state/table-page-state';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { ChartFigure } from './chart-figure';
import { describeChart } from './use-chart-model';

const orders = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('kind', 'text'),
  makeColumn('day', 'date'),
  makeColumn('total', 'numeric'),
]);

type Groups = readonly { keys: readonly (string | null)[]; values: readonly unknown[] }[];

/** Renders a chart of these groups. Without keys, the backend returns the total. */
function renderChart(
  chart: string,
  groups: Groups,
  {
    truncated = false,
    filters = [] as readonly Filter[],
    total = 0,
    totals = { groups: [] as Groups, truncated: false },
  } = {},
) {
  respondWith({
    'GET /api/aggregates/orders': ({ query }: { query: URLSearchParams }) => {
      const select = query.get('select')?.split(',') ?? [];
      if (select.length === 1) return { groups: [{ keys: [], values: [total] }], truncated: false };
      return select.length === 2 && totals.groups.length > 0 ? totals : { groups, truncated };
    },
  });
  const state = { ...emptyTablePageState, filters };
  renderApp(<ChartFigure table={orders} spec={parseChart(chart)} height={200} state={state} />);
}

async function readRows() {
  const rows = await screen.findAllByRole('row');
  return rows.map((row) => [...row.children].map((cell) => cell.textContent).join('|'));
}

it('distinguishes the empty text from no value', async () => {
  const groups = [
    { keys: [''], values: [3] },
    { keys: [null], values: [2] },
  ];
  renderChart('bar.count.by(kind)', groups);
  expect((await readRows()).slice(1)).toEqual(['Empty text|3', 'No value|2']);
});

it('shows totals of periods without rows as the cells of these periods', async () => {
  const groups = [
    { keys: ['2026-03-01', 'a'], values: [2] },
    { keys: ['2026-01-01', 'b'], values: [1] },
  ];
  renderChart('pivot.count.by(day.month).split(kind)', groups);
  expect((await readRows()).slice(1)).toEqual([
    'Jan 2026|–|1|1',
    'Feb 2026|–|–|–',
    'Mar 2026|2|–|2',
    'Total|2|1|3',
  ]);
});

it('shows only complete periods of too many groups', async () => {
  const groups = [
    { keys: ['2026-03-01', 'a'], values: [2] },
    { keys: ['2026-02-01', 'a'], values: [1] },
  ];
  renderChart('bar.count.by(day.month).split(kind)', groups, { truncated: true });
  expect(await readRows()).toEqual(['day|a', 'Mar 2026|2']);
  expect(screen.getByRole('note').textContent).toContain('Only 1 group is shown.');
});

it('adds the groups that the backend does not return to the others', async () => {
  const groups = Array.from({ length: 9 }, (_, i) => ({ keys: [`k${i}`], values: [10] }));
  renderChart('pie.count.by(kind)', groups, { truncated: true, total: 500 });
  expect((await readRows()).at(-1)).toBe('All others|430');
  expect(screen.queryByRole('note')).toBeNull();
});

it('completes the bars of a split chart with too many groups', async () => {
  const groups = [
    { keys: ['a', '2026-01-01'], values: [9] },
    { keys: ['b', '2026-01-01'], values: [5] },
  ];
  const totals = {
    groups: [
      { keys: ['a'], values: [12] },
      { keys: ['b'], values: [5] },
    ],
    truncated: true,
  };
  renderChart('pivot.count.by(kind).split(day)', groups, { truncated: true, totals, total: 100 });
  const rows = (await readRows()).map((row) => row.split('|').slice(-2).join('|'));
  expect(rows).toEqual(['All others|Total', '3|12', '–|5', '83|83', '86|100']);
  expect(screen.queryByRole('note')).toBeNull();
});

it('completes a period with too many parts, and states that others are missing', async () => {
  const groups = [{ keys: ['2026-03-01', 'a'], values: [2] }];
  const totals = {
    groups: [
      { keys: ['2026-03-01'], values: [7] },
      { keys: ['2026-02-01'], values: [4] },
    ],
    truncated: false,
  };
  renderChart('bar.count.by(day.month).split(kind)', groups, { truncated: true, totals });
  expect(await readRows()).toEqual(['day|a|All others', 'Mar 2026|2|5']);
  expect(screen.getByRole('note').textContent).toContain('Only 1 group is shown.');
});

it('shows the others of many parts in gray and without a pattern', async () => {
  const groups = Array.from({ length: 30 }, (_, i) => ({ keys: ['2026-03-01', `k${i}`], values: [60 - i] }));
  renderChart('bar.count.by(day.month).split(kind)', groups);
  const legend = await screen.findAllByRole('listitem');
  expect(legend.map((item) => item.textContent)).toEqual([
    ...Array.from({ length: 9 }, (_, i) => `k${i}`),
    '21 others',
  ]);
  const looks = legend.map((item) => {
    const fills = [...item.querySelectorAll('rect')].map((rect) => rect.getAttribute('fill'));
    return [item.querySelector('svg')?.getAttribute('data-hue'), ...fills.filter(Boolean)].join(' ');
  });
  expect(looks.at(-1)).toBe('others');
  // Each part has another pattern, besides its color.
  const patterns = looks.map((look) => look.split(' ')[1]?.replace(/.*-/, ''));
  expect(new Set(patterns.slice(0, 9)).size).toBe(9);
});

it('states that a split chart with too many groups is incomplete if its values can’t be added', async () => {
  const groups = [{ keys: ['a', 'x'], values: [9] }];
  renderChart('bar.average(total).by(kind).split(day)', groups, { truncated: true });
  expect((await screen.findByRole('note')).textContent).toContain('Only 1 group is shown.');
});

it('shortens the bar of the others if it would hide the other bars, and states it', async () => {
  const groups = Array.from({ length: 70 }, (_, i) => ({ keys: [`k${i}`], values: [10] }));
  renderChart('bar.count.by(kind)', groups, { truncated: true, total: 50_000 });
  expect((await readRows()).at(-1)).toBe('All others|49,410');
  expect(screen.getByRole('note').textContent).toContain('The bar of “All others” is shortened');
});

it('draws a donut with negative values as bars, and states it', async () => {
  const groups = Array.from({ length: 12 }, (_, i) => ({ keys: [`k${i}`], values: [10 - i] }));
  renderChart('pie.sum(total).by(kind)', groups);
  const rows = await readRows();
  expect(rows).toHaveLength(13);
  expect(rows).toContain('k11|-1');
  expect(screen.getByRole('note').textContent).toContain('A donut can’t show negative values.');
});

it('shows a number without its title, which is shown above it, and without groups in the title', async () => {
  renderChart('number.count.by(kind)', [], { total: 42 });
  expect((await screen.findByRole('link', { name: '42' })).parentElement?.textContent).toBe('42');
  expect(describeChart(orders, parseChart('number.count.by(kind).split(day)')).title).toBe(
    'Number of orders',
  );
  expect(describeChart(orders, parseChart('pie.count.by(kind).split(day)')).title).toBe(
    'Number of orders by kind',
  );
});

it('states why there are no rows', async () => {
  renderChart('bar.count.by(kind)', []);
  await screen.findByText('The table is empty, or you can’t see its rows.');
});

it('states that the filters match no rows', async () => {
  renderChart('bar.count.by(kind)', [], { filters: [condition('kind', 'eq', 'x')] });
  await screen.findByText('No row matches the filters of this chart.');
});
