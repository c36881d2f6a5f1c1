import { expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { errorResponse, jsonResponse, respondWith } from '@/testing/fake-backend';
import { hasCombinedTitle, type KeyLookup, lookUpKeys } from './look-up-keys';

const name = makeColumn('name', 'text');
const customers = makeTable('customers', [makeColumn('id', 'uuid'), name]);
const people = makeTable('people', [
  makeColumn('id', 'integer'),
  makeColumn('first_name', 'text'),
  makeColumn('last_name', 'text'),
]);

/** Responds with the rows that have one of the requested names, and to a case-insensitive search with all rows. */
function respondWithNames(rows: readonly { id: string; name: string }[], maxRows = 1_000) {
  return respondWith({
    'GET /api/rows/customers': ({ query }: { query: URLSearchParams }) => {
      const exact = query.get('name');
      const found = exact
        ? rows.filter((row) => exact.includes(`"${row.name}"`) || exact.includes(row.name))
        : rows;
      return jsonResponse(found.slice(0, maxRows));
    },
  });
}

const byName = (changes: Partial<KeyLookup> = {}): KeyLookup => ({
  ...{ table: customers, by: name, key: 'id', maxRows: 1_000 },
  ...changes,
});

it('finds rows by their name, then without spaces around it and case-insensitively', async () => {
  const sent = respondWithNames([
    { id: 'c1', name: 'Hansen & Co' },
    { id: 'c2', name: ' Café Øst ' },
    { id: 'c3', name: 'KAVOS NAMAI' },
  ]);
  const found = await lookUpKeys(byName(), [' Hansen & Co ', 'café øst', 'Kavos Namai', 'Nobody']);
  expect([...found]).toEqual([
    [' Hansen & Co ', 'c1'],
    ['café øst', 'c2'],
    ['Kavos Namai', 'c3'],
  ]);
  expect(sent.map(({ query }) => [query.has('name'), query.get('or')])).toEqual([
    [true, null],
    [false, expect.stringContaining('name.imatch.')],
  ]);
});

it('finds no row for a text that several rows have, and prefers the row with the same case', async () => {
  respondWithNames([
    { id: 'c1', name: 'Hansen' },
    { id: 'c2', name: 'HANSEN' },
    { id: 'c3', name: 'Moe' },
    { id: 'c4', name: 'Moe' },
  ]);
  const found = await lookUpKeys(byName(), ['Hansen', 'hansen', 'Moe']);
  expect(Object.fromEntries(found)).toEqual({ Hansen: 'c1', hansen: null, Moe: null });
});

it('requests fewer texts if the response can lack rows', async () => {
  const rows = Array.from({ length: 4 }, (_, i) => ({ id: `c${i}`, name: `Customer ${i}` }));
  const sent = respondWithNames(rows, 2);
  const texts = rows.map((row) => row.name);
  const found = await lookUpKeys(byName({ maxRows: 2 }), texts);
  expect([...found.values()]).toEqual(['c0', 'c1', 'c2', 'c3']);
  expect(sent.length).toBeLessThanOrEqual(7);
});

it('finds rows by a title of several columns', async () => {
  expect([hasCombinedTitle(people), hasCombinedTitle(customers)]).toEqual([true, false]);
  const rows = [
    { id: '1', first_name: 'Ada', last_name: 'Moe' },
    { id: '2', first_name: 'Bo', last_name: 'Moe' },
  ];
  respondWith({ 'GET /api/rows/people': rows });
  const found = await lookUpKeys(byName({ table: people, by: 'title' }), ['Ada Moe', 'BO MOE', 'Moe']);
  expect([...found]).toEqual([
    ['Ada Moe', '1'],
    ['BO MOE', '2'],
  ]);
});

it('does not request values that a column of numbers can’t have', async () => {
  const number = makeColumn('number', 'integer');
  const orders = makeTable('orders', [makeColumn('id', 'integer'), number]);
  const sent = respondWith({ 'GET /api/rows/orders': [{ id: '7', number: '10608' }] });
  const found = await lookUpKeys(byName({ table: orders, by: number }), ['10608', 'next one']);
  expect([...found]).toEqual([['10608', '7']]);
  expect(sent.map(({ query }) => query.get('number'))).toEqual(['in.(10608)']);
});

it('does not trust a single match among more rows than a response contains', async () => {
  respondWithNames(
    [
      { id: 'c1', name: 'LI AN' },
      { id: 'c2', name: 'Lilian' },
    ],
    2,
  );
  const found = await lookUpKeys(byName({ maxRows: 2 }), ['Li An']);
  expect([...found]).toEqual([['Li An', null]]);
});

it('halves a request whose address is too long, and ignores a search that takes too long', async () => {
  const sent = respondWith({
    'GET /api/rows/customers': ({ query }: { query: URLSearchParams }) => {
      if (!query.has('name')) return errorResponse(500, '57014', 'canceled');
      if ((query.get('name') ?? '').includes(',')) return errorResponse(414, 'address_too_long', 'too long');
      return jsonResponse(query.get('name')?.includes('Moe') ? [{ id: 'c1', name: 'Moe' }] : []);
    },
  });
  const found = await lookUpKeys(byName(), ['Moe', 'Nobody']);
  expect([...found]).toEqual([['Moe', 'c1']]);
  expect(sent.length).toBe(4);
});
