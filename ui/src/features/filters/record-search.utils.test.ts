import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatFilters } from '@/data/query/filters/filters.utils';
import { makeBaseTable, makeColumn } from '@/testing/api-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { findRecords, recordFilter } from './record-search.utils';

const reference = (name: string, refTable: string) => ({
  ...{ name: `${name}_fkey`, columns: [name], refSchema: 'public', refTable, refColumns: ['id'] },
  onDelete: 'no action',
});

const customers = makeBaseTable('customers', {
  columns: [
    makeColumn('id', 'integer'),
    makeColumn('name', 'text'),
    makeColumn('kind', 'enum', { enum: ['café', 'bakery'] }),
    makeColumn('city', 'text'),
    makeColumn('notes', 'text'),
  ],
});

const orders = makeBaseTable('orders', {
  columns: [
    makeColumn('id', 'integer', { tags: { hidden: '' } }),
    makeColumn('number', 'integer'),
    makeColumn('customer_id', 'integer'),
  ],
  uniqueKeys: [['number']],
  foreignKeys: [reference('customer_id', 'customers')],
});

const items = makeBaseTable('order_items', {
  columns: [
    makeColumn('order_id', 'integer'),
    makeColumn('product_id', 'integer'),
    makeColumn('quantity', 'integer'),
  ],
  primaryKey: ['order_id', 'product_id'],
  foreignKeys: [reference('order_id', 'orders'), reference('product_id', 'products')],
});

const people = makeBaseTable('profiles', {
  columns: [makeColumn('id', 'uuid', { tags: { hidden: '' } }), makeColumn('full_name', 'text')],
});

function query(of: typeof customers, text: string) {
  const filter = recordFilter(of, text);
  return filter && Object.fromEntries(formatFilters([filter]));
}

describe('recordFilter', () => {
  it('searches only the title and keys', () => {
    expect(query(customers, 'lund')).toEqual({ or: '(name.ilike.*lund*)' });
    expect(query(customers, '12')).toEqual({ or: '(name.ilike.*12*,id.eq.12)' });
  });

  it('searches a number, except in hidden columns', () => {
    expect(query(orders, '10608')).toEqual({ or: '(number.eq.10608)' });
    expect(query(orders, 'lund')).toBeUndefined();
  });

  it('accepts the kind of record before the number, as headings have it', () => {
    expect(query(orders, 'Order 10608')).toEqual({ or: '(number.eq.10608)' });
    expect(query(orders, 'orders 10608')).toEqual({ or: '(number.eq.10608)' });
  });

  it('finds a row by its UUID although the column is hidden', () => {
    const id = '00000000-0000-4000-8000-0000000000a1';
    expect(query(people, id)).toEqual({ or: `(full_name.ilike.*${id}*,id.eq.${id})` });
  });

  it('does not search references: they name another record', () => {
    expect(query(items, '10608')).toBeUndefined();
  });

  it('skips tables whose rows have no key', () => {
    expect(query({ ...customers, primaryKey: [] }, 'lund')).toBeUndefined();
  });

  it('searches only keys in a large table, because a search in texts reads every row', () => {
    const large = { ...customers, uniqueKeys: [['city']], estimatedRows: 2_000_000 };
    expect(query(large, 'lund')).toEqual({ or: '(city.eq.lund)' });
    expect(query(large, '12')).toEqual({ or: '(city.eq.12,id.eq.12)' });
  });
});

describe('findRecords', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('sends one bounded request and describes what it found', async () => {
    const sent = respondWith({
      'GET /api/rows/customers': [{ id: 12, name: 'Bakery Lund', kind: 'bakery', city: 'Lund' }],
    });
    const found = await findRecords(customers, 'lund', new AbortController().signal);
    expect(sent).toHaveLength(1);
    expect(Object.fromEntries(sent[0]?.query ?? [])).toMatchObject({ limit: '20', order: 'name.asc' });
    expect(found).toEqual([
      {
        ...{ table: customers, record: 'id.eq.12', heading: 'Bakery Lund' },
        ...{ detail: 'Bakery · Lund', texts: ['12', 'Bakery Lund'] },
      },
    ]);
  });

  it('describes a record by the value that distinguishes its title, and not by its currency', async () => {
    const invoices = makeBaseTable('invoices', {
      columns: ['number', 'currency', 'note_to', 'carrier', 'customer_name'].map((name) =>
        makeColumn(name, 'text'),
      ),
      foreignKeys: [reference('customer_id', 'customers')],
    });
    const row = {
      id: 1,
      customer_id: 2,
      number: 'INV-7',
      currency: 'EUR',
      note_to: 'Ann',
      customer_name: 'Lund',
    };
    const table = {
      ...invoices,
      columns: [...orders.columns.filter(({ name }) => name !== 'number'), ...invoices.columns],
    };
    respondWith({ 'GET /api/rows/invoices': [row] });
    const [found] = await findRecords(table, 'inv', new AbortController().signal);
    expect([found?.heading, found?.detail]).toEqual(['INV-7', 'Ann · Lund']);
  });

  it('does not describe a record by the key of another, such as that of the tenant', async () => {
    const pets = makeBaseTable('pets', {
      columns: [
        makeColumn('id', 'uuid'),
        ...['clinic_id', 'name', 'breed'].map((name) => makeColumn(name, 'text')),
      ],
      foreignKeys: [reference('clinic_id', 'clinics')],
    });
    respondWith({ 'GET /api/rows/pets': [{ id: 'p1', clinic_id: 'adris', name: 'Luna', breed: 'Poodle' }] });
    const [found] = await findRecords(pets, 'luna', new AbortController().signal);
    expect([found?.heading, found?.detail]).toEqual(['Luna', 'Poodle']);
  });

  it('sends no request to a table in which nothing can match', async () => {
    const sent = respondWith({});
    expect(await findRecords(orders, 'lund', new AbortController().signal)).toEqual([]);
    expect(sent).toEqual([]);
  });
});
