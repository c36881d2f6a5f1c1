import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { ForeignKey, Table } from '@/lib/api.gen';
import { makeSchema } from '@/testing/api-fixtures';
import {
  buildRelatedFilters,
  canAdd,
  canLink,
  copyTenant,
  formatRelatedTitle,
  getRelatedTitleHeading,
  isPlainJoin,
  linkValues,
  listRelatedColumns,
  listRelatedTables,
  unlinkChanges,
} from './related.utils';

const fk = (columns: string[], refTable: string, refColumns = ['id']): ForeignKey => ({
  name: `${columns.join('_')}_fkey`,
  refSchema: 'public',
  onDelete: 'no action',
  ...{ columns, refTable, refColumns },
});
const id = makeColumn('id', 'integer', { nullable: false, identity: 'always' });
const name = makeColumn('name', 'text', { nullable: false });
const ref = (column: string, nullable = true) => makeColumn(column, 'integer', { nullable });

const orders = makeTable('orders', [id, name]);
const products = makeTable('products', [id, name]);
const deliveries = makeTable('deliveries', [id, name, ref('order_id')], {
  foreignKeys: [fk(['order_id'], 'orders')],
});
const items = makeTable(
  'items',
  [ref('order_id', false), ref('product_id', false), makeColumn('quantity', 'integer')],
  {
    primaryKey: ['order_id', 'product_id'],
    foreignKeys: [fk(['order_id'], 'orders'), fk(['product_id'], 'products')],
  },
);
const invoices = makeTable('invoices', [ref('order_id', false), name], {
  foreignKeys: [fk(['order_id'], 'orders')],
});

const findOnlyRelated = (table: Table, target: Table, ...more: Table[]) => {
  const [found] = listRelatedTables(makeSchema([target, table, ...more]), target);
  if (!found) throw new Error('nothing leads there');
  return found;
};

describe('listRelatedTables', () => {
  it('distinguishes many rows, one row, and a join table', () => {
    const schema = makeSchema([orders, products, deliveries, items, invoices]);
    const found = listRelatedTables(schema, orders).map(({ table, kind, farRelation }) => [
      table.name,
      kind,
      farRelation?.target.name,
    ]);
    expect(found).toEqual([
      ['deliveries', 'many', undefined],
      ['items', 'through', 'products'],
      ['invoices', 'one', undefined],
    ]);
  });
  it('omits views, which show the rows of tables again', () => {
    const view: Table = { ...deliveries, name: 'late_deliveries', kind: 'view' };
    const stored: Table = { ...deliveries, name: 'deliveries_by_day', kind: 'materialized view' };
    expect(listRelatedTables(makeSchema([orders, view, stored]), orders)).toEqual([]);
  });
  it('finds a join table by a unique key in addition to its primary key', () => {
    const tagged = { ...items, columns: [id, ...items.columns], primaryKey: ['id'] };
    expect(
      findOnlyRelated({ ...tagged, uniqueKeys: [['product_id', 'order_id']] }, orders, products).kind,
    ).toBe('through');
    expect(findOnlyRelated(tagged, orders, products).kind).toBe('many');
  });
  it('does not follow a join table to an unreadable table', () => {
    const closed = { ...products, privileges: { ...products.privileges, select: false } };
    expect(findOnlyRelated(items, orders, closed).kind).toBe('many');
  });
  it('marks tables that the role can’t read', () => {
    expect(findOnlyRelated(deliveries, orders).isReadable).toBe(true);
    const closed = { ...deliveries, privileges: { ...deliveries.privileges, select: false } };
    expect(findOnlyRelated(closed, orders).isReadable).toBe(false);
  });
  it('names several relations between the same tables, and a relation to the table itself', () => {
    const routes = makeTable('routes', [id, ref('from'), ref('to')], {
      foreignKeys: [fk(['from'], 'orders'), fk(['to'], 'orders')],
    });
    expect(listRelatedTables(makeSchema([orders, routes]), orders).map(({ keyTitles }) => keyTitles)).toEqual(
      ['from', 'to'],
    );
    expect(findOnlyRelated(deliveries, orders).keyTitles).toBe('');
    const tree = makeTable('tree', [id, ref('parent')], { foreignKeys: [fk(['parent'], 'tree')] });
    expect(findOnlyRelated(tree, tree).keyTitles).toBe('parent');
  });
  it('omits views, which show the rows of a table again', () => {
    const view = makeTable('open_routes', [id, ref('from')], {
      kind: 'view',
      foreignKeys: [fk(['from'], 'orders')],
    });
    expect(listRelatedTables(makeSchema([orders, view]), orders)).toEqual([]);
  });
});

describe('linking', () => {
  const pair = fk(['tenant', 'order_id'], 'orders', ['tenant', 'id']);
  it('copies each part of the key from the row', () => {
    expect(linkValues(pair, { tenant: 'a', id: '5' })).toEqual({ tenant: 'a', order_id: '5' });
    expect(buildRelatedFilters(pair, { tenant: 'a', id: '5' })).toHaveLength(2);
  });
  it('is not possible to a row with NULL in its key', () => {
    expect(linkValues(pair, { tenant: null, id: '5' })).toBeUndefined();
    expect(buildRelatedFilters(pair, { tenant: null, id: '5' })).toBeUndefined();
  });
  it('clears the columns of the key that no other key contains', () => {
    const table = makeTable('notes', [id, ref('tenant'), ref('order_id'), ref('product_id')], {
      foreignKeys: [pair, fk(['tenant', 'product_id'], 'products', ['tenant', 'id'])],
    });
    expect(unlinkChanges(findOnlyRelated(table, orders))).toEqual({ order_id: null });
  });
  it.each([
    ['takes no NULL', [id, ref('order_id', false)]],
    [
      'may not be changed',
      [id, { ...ref('order_id'), privileges: { select: true, insert: true, update: false } }],
    ],
  ])('can’t clear a key that %s', (_, columns) => {
    expect(unlinkChanges(findOnlyRelated({ ...deliveries, columns }, orders))).toBeUndefined();
  });
  it('is offered according to the role’s privileges', () => {
    const [through, many] = [findOnlyRelated(items, orders, products), findOnlyRelated(deliveries, orders)];
    expect([canLink(through), canLink(many)]).toEqual([false, true]);
    expect([canAdd(through), canAdd(many)]).toEqual([true, true]);
    const fixed = { ...deliveries, privileges: { ...deliveries.privileges, insert: false, update: false } };
    expect([canLink(findOnlyRelated(fixed, orders)), canAdd(findOnlyRelated(fixed, orders))]).toEqual([
      false,
      false,
    ]);
  });
});

describe('the title of a related row', () => {
  it('is the title, or that of the referenced row if it has none', () => {
    const schema = makeSchema([orders, products, items, deliveries]);
    expect(listRelatedColumns(schema, findOnlyRelated(deliveries, orders)).named).toBeUndefined();
    const shown = listRelatedColumns(schema, findOnlyRelated(items, orders, products));
    expect(shown.named?.target.name).toBe('products');
    expect(shown.facts.map((column) => column.name)).toEqual(['quantity']);
  });
  it('names rows by the first reference that is no user who changed them, with the time in their title', () => {
    const time = (column: string) => makeColumn(column, 'timestamptz', { nullable: false });
    const visits = makeTable(
      'visits',
      [ref('id', false), ref('cancelled_by'), ref('order_id', false), ref('product_id'), time('start_time')],
      {
        foreignKeys: ['cancelled_by', 'order_id', 'product_id'].map((column) =>
          fk([column], column === 'order_id' ? 'orders' : 'products'),
        ),
      },
    );
    visits.columns[0] = makeColumn('id', 'uuid');
    const related = findOnlyRelated(visits, orders);
    const shown = listRelatedColumns(makeSchema([orders, products, visits]), related);
    expect(shown.named?.key.columns).toEqual(['product_id']);
    expect(shown.facts.map((column) => column.name)).toEqual(['start_time']);
  });

  it('contains the text of rows that are named by a reference, such as comments', () => {
    const columns = [id, makeColumn('body', 'text'), ref('order_id'), ref('author_id')];
    const comments = makeTable('comments', columns, {
      foreignKeys: [fk(['order_id'], 'orders'), fk(['author_id'], 'products')],
    });
    const shown = listRelatedColumns(
      makeSchema([orders, products, comments]),
      findOnlyRelated(comments, orders, products),
    );
    expect(shown.named?.target.name).toBe('products');
    expect(shown.facts.map((column) => column.name)).toEqual(['body']);
  });
  it('omits a value that all rows share', () => {
    const at = makeColumn('at', 'date', { nullable: false });
    const readings = makeTable('readings', [ref('order_id', false), at], {
      primaryKey: ['order_id', 'at'],
      foreignKeys: [fk(['order_id'], 'orders')],
    });
    const row = { order_id: '5', at: '2026-11-20', name: 'van' };
    expect(formatRelatedTitle(findOnlyRelated(readings, orders), row)).toBe('Nov 20, 2026');
    expect(getRelatedTitleHeading(findOnlyRelated(readings, orders))).toBe('at');
    expect(getRelatedTitleHeading(findOnlyRelated(deliveries, orders))).toBe('name');
    expect(formatRelatedTitle(findOnlyRelated(deliveries, orders), row)).toBe('van');
    expect(formatRelatedTitle(findOnlyRelated(invoices, orders), row)).toBe('van');
    const tagged = { ...deliveries, tags: { 'record-title': '{order_id} · {name}' } };
    expect(formatRelatedTitle(findOnlyRelated(tagged, orders), { ...row, order_id: '7' })).toBe('van');
    expect(getRelatedTitleHeading(findOnlyRelated(tagged, orders))).toBe('name');
  });
  it('is not that of a referenced row that is the same for all rows', () => {
    const orgs = makeTable('orgs', [id, name]);
    const warehouses = makeTable('warehouses', [ref('org_id', false), id, name], {
      primaryKey: ['org_id', 'id'],
    });
    const tenant = fk(['org_id'], 'orgs');
    const tickets = makeTable('tickets', [id, name, ref('organization_id')], {
      foreignKeys: [fk(['organization_id'], 'orgs'), fk(['customer_id'], 'products')],
    });
    const findNamed = (...more: ForeignKey[]) => {
      const moves = makeTable(
        'moves',
        [id, ref('ticket_id'), ref('org_id'), ref('customer_id'), ref('stock_id')],
        {
          foreignKeys: [tenant, fk(['ticket_id'], 'tickets'), fk(['customer_id'], 'products'), ...more],
        },
      );
      const schema = makeSchema([orgs, products, warehouses, tickets, moves]);
      const [related] = listRelatedTables(schema, tickets);
      return related && listRelatedColumns(schema, related).named;
    };
    expect(findNamed()).toBeUndefined();
    const stock = fk(['org_id', 'stock_id'], 'warehouses', ['org_id', 'id']);
    expect(findNamed(stock)?.key).toBe(stock);
    const users = makeTable('users', [id, name]);
    const members = makeTable('members', [id, ref('user_id'), ref('org_id')], {
      foreignKeys: [fk(['user_id'], 'users'), tenant],
    });
    const schema = makeSchema([orgs, users, members]);
    const shown = listRelatedColumns(schema, findOnlyRelated(members, users, orgs));
    expect(shown.named?.target.name).toBe('orgs');
  });
  it('omits the tenant from a composite key', () => {
    const day = makeColumn('day', 'date', { nullable: false });
    const counts = makeTable('counts', [ref('org_id', false), ref('order_id', false), day], {
      primaryKey: ['org_id', 'order_id', 'day'],
      foreignKeys: [fk(['order_id'], 'orders')],
    });
    const row = { org_id: '1', order_id: '5', day: '2026-11-20' };
    expect(formatRelatedTitle(findOnlyRelated(counts, orders), row)).toBe('Nov 20, 2026');
  });
  it('is only a chip if the join table has no other data', () => {
    expect(isPlainJoin(findOnlyRelated(items, orders, products))).toBe(false);
    const addedAt = makeColumn('addedAt', 'timestamp', { default: 'now()' });
    const camel = { ...items, columns: [...items.columns.slice(0, 2), addedAt] };
    expect(isPlainJoin(findOnlyRelated(camel, orders, products))).toBe(true);
    const added = makeColumn('added_at', 'timestamptz', { default: 'now()' });
    const plain = { ...items, columns: [...items.columns.slice(0, 2), added] };
    expect(isPlainJoin(findOnlyRelated(plain, orders, products))).toBe(true);
    const owned = {
      ...plain,
      columns: [...plain.columns, ref('org_id', false)],
      foreignKeys: [...plain.foreignKeys, fk(['org_id'], 'orgs')],
    };
    expect(isPlainJoin(findOnlyRelated(owned, orders, products))).toBe(true);
    expect(copyTenant(owned, { id: '1', org_id: '7' })).toEqual({ org_id: '7' });
    expect(copyTenant(owned, { id: '1' })).toEqual({});
  });
});
