import { beforeEach, describe, expect, it } from 'vitest';
import { condition } from '@/data/query/filters/filters.utils';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { type AggregateRequest, fetchAggregate } from './aggregate-requests';

const orders = makeTable('orders', [
  makeColumn('id', 'integer'),
  makeColumn('status', 'text'),
  makeColumn('total', 'numeric'),
  makeColumn('placed_at', 'timestamptz'),
]);

const request = (changes: Partial<AggregateRequest> = {}): AggregateRequest => ({
  ...{ table: orders, fn: 'count', column: undefined, keys: [], filters: [], zone: 'UTC' },
  signal: new AbortController().signal,
  ...changes,
});
const byStatus = [{ column: 'status', bucket: undefined }];
const select = (sent: { query: URLSearchParams }) => sent.query.get('select');

const listQueries = (sent: { query: URLSearchParams }) =>
  sent.query.getAll('query').map((text) => new URLSearchParams(text));

/** Responds with a group whose aggregates are their own names. */
let truncated = false;
const echo = ({ query }: { query: URLSearchParams }) => {
  const values = (query.get('select') ?? '').split(',').filter((item) => item.includes('('));
  return { groups: [{ keys: ['a'], values }], truncated };
};

describe('aggregates of one task', () => {
  beforeEach(() => {
    truncated = false;
  });

  it('are one request if they have the same rows and groups', async () => {
    const sent = respondWith({ 'GET /api/aggregates/orders': echo });
    const found = await Promise.all([
      fetchAggregate(request()),
      fetchAggregate(request({ fn: 'sum', column: 'total' })),
      fetchAggregate(request()),
      fetchAggregate(request({ fn: 'average', column: 'total' })),
    ]);
    expect(sent.map(select)).toEqual(['count(),total.sum(),total.avg()']);
    expect(found.map(({ groups }) => groups[0]?.value)).toEqual([
      'count()',
      'total.sum()',
      'count()',
      'total.avg()',
    ]);
  });

  it('are one batch for other rows, groups and numbers of different values of the table', async () => {
    const sent = respondWith({
      'GET /api/aggregates/orders/batch': (sent: { query: URLSearchParams }) =>
        listQueries(sent).map((query) => echo({ query })),
    });
    const found = await Promise.all([
      fetchAggregate(request()),
      fetchAggregate(request({ fn: 'sum', column: 'total' })),
      fetchAggregate(request({ filters: [condition('status', 'eq', 'draft')] })),
      fetchAggregate(request({ keys: byStatus, fn: 'sum', column: 'total' })),
      fetchAggregate(request({ fn: 'distinct', column: 'status' })),
    ]);
    expect(sent).toHaveLength(1);
    expect(sent.flatMap(listQueries).map(String)).toEqual([
      'select=count%28%29%2Ctotal.sum%28%29&limit=1000',
      'select=count%28%29&status=eq.draft&limit=1000',
      'select=status%2Ctotal.sum%28%29&limit=1000',
      'select=status.count%28%29%3A%3Adistinct&limit=1000',
    ]);
    expect(found.map(({ groups }) => groups[0]?.value)).toEqual([
      ...['count()', 'total.sum()', 'count()', 'total.sum()', 'status.count()::distinct'],
    ]);
  });

  it('are requests of their own for other tables and time zones', async () => {
    const sent = respondWith({ 'GET /api/aggregates/': echo });
    await Promise.all([
      fetchAggregate(request()),
      fetchAggregate(request({ table: makeTable('customers', []) })),
      fetchAggregate(request({ zone: 'Asia/Tokyo' })),
    ]);
    expect(sent.map((each) => each.path)).toEqual([
      '/api/aggregates/orders',
      '/api/aggregates/customers',
      '/api/aggregates/orders',
    ]);
  });

  it('are requested alone if the backend has no batches, or rejects one of a batch', async () => {
    for (const status of [501, 403]) {
      const sent = respondWith({
        'GET /api/aggregates/orders/batch': errorResponse(status, 'aggregates_unavailable', 'no batches'),
        'GET /api/aggregates/orders': echo,
      });
      const found = await Promise.all([
        fetchAggregate(request()),
        fetchAggregate(request({ keys: byStatus })),
      ]);
      expect(sent.slice(1).map(select)).toEqual(['count()', 'status,count()']);
      expect(found.map(({ groups }) => groups[0]?.value)).toEqual(['count()', 'count()']);
    }
  });

  it('are several batches if the address would be too long', async () => {
    const sent = respondWith({
      'GET /api/aggregates/orders/batch': (sent: { query: URLSearchParams }) =>
        listQueries(sent).map((query) => echo({ query })),
    });
    const isLong = (i: number) => condition('status', 'eq', String(i).repeat(1000));
    await Promise.all([1, 2, 3, 4, 5, 6].map((i) => fetchAggregate(request({ filters: [isLong(i)] }))));
    expect(sent.map((each) => listQueries(each).length)).toEqual([4, 2]);
  });

  it('are requested alone if there are too many groups, whose largest depend on the aggregate', async () => {
    truncated = true;
    const sent = respondWith({ 'GET /api/aggregates/orders': echo });
    const sum = { fn: 'sum', column: 'total' } as const;
    await Promise.all([
      fetchAggregate(request({ keys: byStatus })),
      fetchAggregate(request({ keys: byStatus, ...sum })),
    ]);
    expect(sent.map(select)).toEqual(['status,count(),total.sum()', 'status,total.sum()']);
    const byMonth = [{ column: 'placed_at', bucket: 'month' as const }];
    await Promise.all([
      fetchAggregate(request({ keys: byMonth })),
      fetchAggregate(request({ keys: byMonth, ...sum })),
    ]);
    expect(sent.slice(2).map(select)).toEqual(['placed_at::month,count(),total.sum()']);
  });

  it('are requested alone if they are rejected together', async () => {
    respondWith({
      'GET /api/aggregates/orders': (sent: { query: URLSearchParams }) =>
        select(sent)?.includes('total') ? errorResponse(403, '42501', 'permission denied') : echo(sent),
    });
    const [count, sum] = await Promise.allSettled([
      fetchAggregate(request()),
      fetchAggregate(request({ fn: 'sum', column: 'total' })),
    ]);
    expect(count.status === 'fulfilled' && count.value.groups[0]?.value).toBe('count()');
    expect(sum.status).toBe('rejected');
  });

  it('are not sent if all of them are aborted', async () => {
    const sent = respondWith({ 'GET /api/aggregates/orders': echo });
    const abort = new AbortController();
    void fetchAggregate(request({ signal: abort.signal })).catch(() => undefined);
    abort.abort();
    await fetchAggregate(request({ keys: byStatus }));
    expect(sent.map(select)).toEqual(['status,count()']);
  });
});
