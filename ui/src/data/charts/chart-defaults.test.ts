import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { isReport } from './chart-columns';
import { checkChart, createBreakdown, createDefaultChart } from './chart-defaults';
import { choosePeriod } from './chart-period';
import { formatChart, parseChart } from './chart-spec';

const none = new Map();
const id = makeColumn('id', 'integer');
const currency = makeColumn('revenue', 'numeric', { tags: { format: 'currency EUR' } });
const sales = makeTable(
  'monthly_sales',
  [makeColumn('month', 'date'), makeColumn('bags', 'integer'), currency],
  {
    kind: 'view',
    primaryKey: [],
  },
);

const defaultOf = (table: Parameters<typeof createDefaultChart>[0]) => {
  const chart = createDefaultChart(table, none);
  return chart && formatChart(chart);
};

describe('the default chart', () => {
  it('of a report is the sum of its currency by month', () => {
    expect(defaultOf(sales)).toBe('bar.sum(revenue).by(month.month)');
    expect(isReport(sales)).toBe(true);
    expect(isReport({ ...sales, primaryKey: ['month'] })).toBe(true);
    expect(isReport({ ...sales, primaryKey: ['bags'] })).toBe(false);
  });
  it('prefers a date that is not the time of the insert, and an amount', () => {
    const columns = [
      id,
      makeColumn('created_at', 'timestamptz'),
      makeColumn('archived_at', 'timestamptz'),
      makeColumn('due_on', 'date'),
      makeColumn('total', 'numeric'),
    ];
    expect(defaultOf(makeTable('orders', columns))).toBe('bar.sum(total).by(due_on.month)');
    expect(isReport(makeTable('orders', columns))).toBe(false);
  });
  it('is the average of a rate, and no sum of coordinates', () => {
    const subject = makeColumn('subject', 'enum', { enum: ['a', 'b'] });
    const grades = makeTable('grades', [id, subject, makeColumn('grade', 'numeric')]);
    expect(defaultOf(grades)).toBe('bar.average(grade).by(subject)');
    const invoices = [id, makeColumn('vat_rate', 'numeric'), makeColumn('net', 'numeric')];
    expect(defaultOf(makeTable('invoices', invoices))).toBe('number.sum(net)');
    expect(defaultOf(makeTable('places', [id, makeColumn('lat', 'numeric')]))).toBe('number.count');
  });
  it('counts the rows by status if there are no amounts and dates', () => {
    const columns = [id, makeColumn('name', 'text'), makeColumn('state', 'enum', { enum: ['a', 'b'] })];
    expect(defaultOf(makeTable('tasks', columns))).toBe('bar.count.by(state)');
  });
  it('is the number of rows without a column for groups', () => {
    expect(defaultOf(makeTable('notes', [id, makeColumn('name', 'text')]))).toBe('number.count');
  });
});

describe('checkChart', () => {
  const check = (text: string) => formatChart(checkChart(sales, parseChart(text)));
  it('removes what the table does not have', () => {
    expect(check('bar.sum(secret).by(month.month)')).toBe('bar.count.by(month.month)');
    expect(check('bar.sum(revenue).by(secret)')).toBe('number.sum(revenue)');
    expect(check('bar.count.by(bags.month)')).toBe('bar.count.by(bags)');
    expect(check('bar.count.by(month.year).split(month.month)')).toBe('bar.count.by(month.year)');
    expect(check('bar.sum(month).by(month.year)')).toBe('bar.count.by(month.year)');
  });
});

describe('the period of a chart', () => {
  const due = makeColumn('due_on', 'date');
  it.each([
    ['2026-11-01', '2026-11-20', 'day'],
    ['2026-07-01', '2026-11-20', 'week'],
    ['2024-07-01', '2026-11-20', 'month'],
    ['2018-07-01', '2026-11-20', 'quarter'],
    ['1990-07-01T00:00:00+00:00', '2026-11-20T10:00:00+00:00', 'year'],
    ['2026-11-20', '2026-11-20', 'day'],
    ['-infinity', '2026-11-20', 'month'],
    [null, null, 'month'],
  ])('from %s to %s is %s', (first, last, period) => {
    expect(choosePeriod(due, first, last)).toBe(period);
  });
  it('is at least the period in the name of the column', () => {
    expect(choosePeriod(makeColumn('month', 'date'), '2026-09-01', '2026-11-01')).toBe('month');
    expect(choosePeriod(makeColumn('sales_week', 'date'), '2026-11-02', '2026-11-16')).toBe('week');
    expect(choosePeriod(makeColumn('day', 'date'), '2000-01-01', '2026-11-16')).toBe('year');
  });
});

describe('the breakdown of a number', () => {
  const breakDown = (text: string) => {
    const chart = createBreakdown(sales, none, parseChart(text));
    return chart && formatChart(chart);
  };
  it.each([
    ['number.sum(revenue)', 'bar.sum(revenue).by(month.month)'],
    ['number.count', 'bar.count.by(month.month)'],
  ])('of %s is %s', (number, breakdown) => expect(breakDown(number)).toBe(breakdown));
  it('is none for a time, and without another column', () => {
    expect(breakDown('number.max(month)')).toBeUndefined();
    expect(breakDown('number.distinct(month)')).toBeUndefined();
  });
});
