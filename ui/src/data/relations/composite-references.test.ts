import { describe, expect, it } from 'vitest';
import { buildRowsView } from '@/data/paging/rows-view';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { ForeignKey } from '@/lib/api.gen';
import { makeSchema } from '@/testing/api-fixtures';
import { findCompositeRelations, listOwnKeyColumns } from './composite-references';

function makeKey(refTable: string, ...columns: string[]): ForeignKey {
  const key = { name: `${refTable}_${columns.join('_')}`, columns, refSchema: 'public', refTable };
  return { ...key, refColumns: columns, onDelete: 'no action', notEmbeddable: false };
}

const unreadable = { select: false, insert: true, update: true };

function makeVisits(columns: string[], ...foreignKeys: ForeignKey[]) {
  return makeTable(
    'visits',
    columns.map((name) => makeColumn(name, 'text')),
    { foreignKeys },
  );
}

/** The own columns of each key. */
const listOwn = (...keys: ForeignKey[]) => {
  const table = makeVisits([], ...keys);
  return keys.map((key) => listOwnKeyColumns(table, key));
};

describe('listOwnKeyColumns', () => {
  it('excludes the tenant and columns of other keys', () => {
    expect(listOwn(makeKey('stores', 'org_id', 'store'))).toEqual([['store']]);
    expect(listOwn(makeKey('countries', 'country'), makeKey('stores', 'country', 'store'))[1]).toEqual([
      'store',
    ]);
    expect(listOwn(makeKey('stores', 'area', 'from'), makeKey('stores', 'area', 'to'))).toEqual([
      ['from'],
      ['to'],
    ]);
  });
  it('returns all columns if other keys contain them', () => {
    expect(listOwn(makeKey('a', 'x', 'y'), makeKey('b', 'x', 'y'))).toEqual([
      ['x', 'y'],
      ['x', 'y'],
    ]);
    const customer = makeKey('customers', 'org_id', 'customer');
    expect(listOwn(customer, makeKey('sites', 'org_id', 'customer', 'site'))).toEqual([
      ['customer'],
      ['site'],
    ]);
  });
});

describe('findCompositeRelations', () => {
  const orders = makeTable('order_lines', [makeColumn('order_no', 'integer'), makeColumn('line', 'integer')]);
  const schema = makeSchema([orders]);
  const key = makeKey('order_lines', 'order_no', 'line');
  const visits = makeVisits(['id', 'order_no', 'line'], key);
  it('shows the referenced row in the last column of its own', () => {
    expect([...findCompositeRelations(schema, visits)]).toEqual([['line', { key, target: orders }]]);
  });
  it('needs a readable target and readable columns', () => {
    expect(findCompositeRelations(makeSchema([]), visits).size).toBe(0);
    const columns = visits.columns.map((column) => ({ ...column, privileges: unreadable }));
    expect(findCompositeRelations(schema, { ...visits, columns }).size).toBe(0);
  });
  it('needs all columns of the key, which a view reads although it does not show them', () => {
    const columns = visits.columns.filter(({ name }) => name === 'line');
    expect(buildRowsView(visits, { filters: [], order: [], columns }).columns).toEqual([
      'id',
      'line',
      'order_no',
    ]);
  });
});
