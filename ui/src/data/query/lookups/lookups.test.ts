import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Schema } from '@/lib/api.gen';
import { condition, group } from '../filters/filters.utils';
import { formatRowsQuery, formatSelectedLookups } from './format-rows-query';
import { addLookups, findLookup, listLookupNames, listReferences } from './lookup-columns';
import { formatLookupName } from './lookup-name';

const country = formatLookupName(['customer_id'], 'country');
const region = formatLookupName(['customer_id', 'region_id'], 'full name');
const formatFilters = (...filters: Parameters<typeof group>[1]) =>
  formatRowsQuery({ select: 'id', filters }).map((pair) => pair.join('='));

describe('formatRowsQuery', () => {
  it('is the plain query without lookups', () => {
    expect(
      formatRowsQuery({
        select: 'id',
        filters: [condition('a', 'eq', '1')],
        order: [{ column: 'a', descending: true }],
      }),
    ).toEqual([
      ['select', 'id'],
      ['a', 'eq.1'],
      ['order', 'a.desc'],
    ]);
  });

  it('joins the record of a required condition', () => {
    expect(formatFilters(condition(country, 'eq', 'DE'))).toEqual([
      'select=id,tableside_filter_0:customer_id!inner(country)',
      'tableside_filter_0.and=(country.eq.DE)',
    ]);
    expect(formatFilters(condition(region, 'neq', 'North'))).toEqual([
      'select=id,tableside_filter_0:customer_id!inner(region_id!inner("full name"))',
      'tableside_filter_0.region_id.and=("full name".neq.North)',
    ]);
  });

  it('compares the existence of a record within groups, and for empty values', () => {
    expect(
      formatFilters(group('or', [condition('a', 'eq', '1'), condition(country, 'in', ['DE', 'DK'])])),
    ).toEqual([
      'select=id,tableside_filter_0:customer_id(country)',
      'or=(a.eq.1,tableside_filter_0.not.is.null)',
      'tableside_filter_0.and=(country.in.(DE,DK))',
    ]);
    expect(formatFilters(condition(country, 'is', 'null'))).toEqual([
      'select=id,tableside_filter_0:customer_id(country)',
      'tableside_filter_0=is.null',
      'tableside_filter_0.and=(country.not.is.null)',
    ]);
  });

  it('embeds no column beside aggregates, which PostgREST would group by it', () => {
    const filters = [condition(country, 'eq', 'DE')];
    expect(formatRowsQuery({ select: 'count()', filters, isAggregate: true })[0]?.[1]).toBe(
      'count(),tableside_filter_0:customer_id!inner()',
    );
  });

  it('sorts by an embedded record', () => {
    const order = [
      { column: country, descending: true, nullsFirst: false },
      { column: 'id', descending: false },
    ];
    expect(formatRowsQuery({ select: 'id', order })).toEqual([
      ['select', 'id,tableside_order_0:customer_id(country)'],
      ['order', 'tableside_order_0(country).desc.nullslast,id.asc'],
    ]);
  });
});

it('formatSelectedLookups spreads each record once', () => {
  const lookups = [
    country,
    region,
    formatLookupName(['customer_id'], 'city'),
    formatLookupName(['driver'], 'name'),
  ];
  expect(formatSelectedLookups(lookups.map((name, i) => ({ name, alias: `l${i}`, cast: '' })))).toEqual([
    '...customer_id(l0:country,l2:city,...region_id(l1:"full name"))',
    '...driver(l3:name)',
  ]);
});

describe('lookup columns', () => {
  const key = (name: string, columns: string[], refTable: string, refSchema = 'public') => ({
    ...{ name, columns, refSchema, refTable, refColumns: ['id'], onDelete: '' },
  });
  const privileges = { select: false, insert: false, update: false };
  const customers = makeTable('customers', [
    makeColumn('id', 'integer'),
    makeColumn('country', 'text'),
    { ...makeColumn('secret', 'text'), privileges },
  ]);
  const orders = makeTable(
    'orders',
    ['id', 'customer_id', 'billed_to', 'customers', 'log_id'].map((name) => makeColumn(name, 'integer')),
    {
      foreignKeys: [
        key('fk_customer', ['customer_id'], 'customers'),
        key('fk_billed', ['billed_to'], 'customers'),
        key('fk_named', ['customers'], 'customers'),
        key('fk_log', ['log_id'], 'log', 'private'),
        { ...key('fk_partition', ['id'], 'customers'), notEmbeddable: true },
      ],
    },
  );
  const log = { ...makeTable('log', [makeColumn('id', 'integer')]), schema: 'private' };
  const schema = { tables: [orders, customers, log] } as unknown as Schema;

  it('are named by the column, or by the constraint if a table has the name of the column', () => {
    expect(listReferences(schema, orders).map(({ name }) => name)).toEqual([
      'customer_id',
      'billed_to',
      'fk_named',
    ]);
  });

  it('are read-only, can be empty, and are not added for what the role cannot read', () => {
    const names = listLookupNames({
      filters: [group('or', [condition(country, 'eq', 'DE')])],
      colors: [],
      order: [{ column: formatLookupName(['billed_to'], 'country'), descending: false }],
      select: [
        'id',
        formatLookupName(['customer_id'], 'secret'),
        formatLookupName(['log_id'], 'id'),
        formatLookupName(['nothing'], 'x'),
      ],
    });
    const added = addLookups(schema, orders, names).columns.slice(orders.columns.length);
    expect(added.map(({ name }) => name).sort()).toEqual(
      [formatLookupName(['billed_to'], 'country'), country].sort(),
    );
    expect(
      added.every(({ nullable, privileges: rights }) => nullable && !rights.update && !rights.insert),
    ).toBe(true);
    expect(findLookup(schema, orders, country)?.title).toBe('customer_id › country');
    expect(addLookups(schema, orders, [])).toBe(orders);
  });
});
