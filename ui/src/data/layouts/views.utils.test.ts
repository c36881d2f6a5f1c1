import { describe, expect, it } from 'vitest';
import type { Relation } from '@/data/relations/references';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import {
  findDefaultViewColumn,
  findPositionColumn,
  layoutCard,
  listDefaultFields,
  listViewArrangements,
} from './views.utils';

const customers = makeTable('customers', [makeColumn('id', 'integer'), makeColumn('name', 'text')]);
const profiles = makeTable('profiles', [makeColumn('id', 'uuid'), makeColumn('full_name', 'text')]);

function relation(column: string, target: typeof customers): [string, Relation] {
  const key = {
    name: `${column}_fkey`,
    columns: [column],
    refSchema: 'public',
    refTable: target.name,
    refColumns: ['id'],
    onDelete: 'no action',
  };
  return [column, { key, target }];
}
const relations = new Map([relation('customer_id', customers), relation('assigned_to', profiles)]);

const columns = [
  makeColumn('id', 'integer', { tags: { hidden: '' } }),
  makeColumn('number', 'integer'),
  makeColumn('customer_id', 'integer'),
  makeColumn('kind', 'enum', { enum: ['a', 'b'] }),
  makeColumn('kinds', 'enum', { enum: ['a', 'b'], array: true }),
  makeColumn('status', 'enum', { enum: ['draft', 'packed'] }),
  makeColumn('due_on', 'date'),
  makeColumn('assigned_to', 'uuid'),
  makeColumn('total', 'numeric'),
  makeColumn('notes', 'text'),
];
const orders = makeTable('orders', columns, { tags: { board: 'status' } });

const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

describe('a board', () => {
  it('uses the column of the table’s tag, or any enum or reference', () => {
    expect(names(listViewArrangements(orders, relations).board)).toEqual([
      'status',
      'kind',
      'customer_id',
      'assigned_to',
    ]);
  });
  it('uses a text that is a status after the enums, and the text of the table’s tag first', () => {
    const text = (name: string, status = false) => makeColumn(name, 'text', { base: 'text', status });
    const to = new Map([relation('customer_id', customers), relation('deal_status', customers)]);
    const own = ['id', 'customer_id'].map((name) => makeColumn(name, 'integer'));
    const deals = makeTable('deals', [...own, text('name'), text('stage', true), text('deal_status')]);
    const arrange = (of: typeof deals) => {
      const { board } = listViewArrangements(of, to);
      return [names(board), findDefaultViewColumn(of, 'board', board, () => false)?.name];
    };
    expect(arrange(deals)).toEqual([['stage', 'customer_id', 'deal_status'], 'stage']);
    const kind = makeColumn('kind', 'enum', { enum: ['a'] });
    const withEnum = makeTable('deals', [...deals.columns, kind]);
    expect(arrange(withEnum)).toEqual([['kind', 'stage', 'customer_id', 'deal_status'], 'kind']);
    const withReference = makeTable('deals', deals.columns.slice(0, 3).concat(text('deal_status')));
    expect(arrange(withReference), 'not a reference').toEqual([['customer_id', 'deal_status'], undefined]);
    const tagged = { ...deals, tags: { board: 'name' } };
    expect(arrange(tagged)).toEqual([['name', 'stage', 'customer_id', 'deal_status'], 'name']);
  });
  it('isn’t offered if no column can define lanes', () => {
    expect(listViewArrangements(customers, new Map()).board).toEqual([]);
  });
  it('uses no reference to more rows than there can be lanes', () => {
    const many = new Map([relation('customer_id', { ...customers, estimatedRows: 612 })]);
    expect(names(listViewArrangements(orders, many).board)).toEqual(['status', 'kind']);
  });
  it('has the tagged column, an enum, or a reference to few rows as default', () => {
    const start = (of: typeof orders, few: readonly string[]) =>
      findDefaultViewColumn(of, 'board', listViewArrangements(of, relations).board, ({ name }) =>
        few.includes(name),
      )?.name;
    const plain = makeTable('deliveries', [
      makeColumn('id', 'integer'),
      makeColumn('customer_id', 'integer'),
      makeColumn('assigned_to', 'uuid'),
    ]);
    expect(start(orders, [])).toBe('status');
    expect(start({ ...orders, tags: { board: 'kind' } }, [])).toBe('kind');
    expect(start({ ...orders, tags: {} }, ['assigned_to']), 'the status before other enums').toBe('status');
    expect(start(plain, ['assigned_to'])).toBe('assigned_to');
    expect(start(plain, [])).toBeUndefined();
    expect(start({ ...plain, tags: { board: 'customer_id' } }, [])).toBe('customer_id');
  });
  it('is ordered manually only by a tagged number column', () => {
    const tagged = { tags: { position: '' } };
    expect(findPositionColumn(orders)).toBeUndefined();
    expect(
      findPositionColumn(makeTable('t', [makeColumn('id', 'integer'), makeColumn('p', 'text', tagged)])),
    ).toBe(undefined);
    expect(findPositionColumn(makeTable('t', [makeColumn('p', 'numeric', tagged)]))?.name).toBe('p');
  });
});

describe('a calendar', () => {
  const since = makeColumn('customer_since', 'date', { default: 'CURRENT_DATE' });
  const created = makeColumn('created_at', 'timestamptz');
  const due = makeColumn('due_on', 'date', { default: '(CURRENT_DATE + 7)' });
  const start = (of: typeof orders) =>
    findDefaultViewColumn(of, 'calendar', listViewArrangements(of, new Map()).calendar, () => false)?.name;

  it('isn’t offered for dates of an insert or update only', () => {
    expect(start(makeTable('customers', [since, created]))).toBeUndefined();
  });
  it('has a planned date or the tagged column as default', () => {
    expect(start(makeTable('orders', [created, due]))).toBe('due_on');
    expect(start(makeTable('log', [created], { tags: { calendar: 'created_at' } }))).toBe('created_at');
  });
  it('has the start of a period as default, although the database sets it', () => {
    const began = makeColumn('start_time', 'timestamptz', { default: 'now()' });
    expect(start(makeTable('batches', [created, began, makeColumn('end_time', 'timestamptz')]))).toBe(
      'start_time',
    );
  });
  it('can use any date column', () => {
    expect(names(listViewArrangements(makeTable('t', [created, since]), new Map()).calendar)).toHaveLength(2);
  });
});

describe('a gallery', () => {
  it('uses the columns with files', () => {
    const photo = makeColumn('photo', 'text', { tags: { file: 'bucket=photos' } });
    const nowhere = makeColumn('scan', 'text', { tags: { file: '' } });
    const table = makeTable('products', [makeColumn('id', 'integer'), photo, nowhere]);
    expect(names(listViewArrangements(table, new Map()).gallery)).toEqual(['photo']);
    expect(listViewArrangements(orders, relations).gallery).toEqual([]);
  });
});

describe('a card', () => {
  it('shows a reference, an amount, a date, a long text and a user', () => {
    expect(listDefaultFields(orders, relations, ['status'])).toEqual([
      'customer_id',
      'total',
      'due_on',
      'notes',
      'assigned_to',
    ]);
  });
  it('shows neither the tenant nor a reference whose title is a key', () => {
    const tenants = makeTable('organizations', [makeColumn('id', 'uuid'), makeColumn('name', 'text')]);
    const leases = makeTable('leases', [makeColumn('id', 'integer'), makeColumn('starts_on', 'date')]);
    const own = ['organization_id', 'lease_id', 'customer_id'].map((name) => makeColumn(name, 'uuid'));
    const payments = makeTable('payments', [makeColumn('id', 'integer'), ...own]);
    const to = new Map([
      relation('organization_id', tenants),
      relation('lease_id', leases),
      relation('customer_id', customers),
    ]);
    expect(listDefaultFields(payments, to, [])).toEqual(['customer_id']);
  });
  it('prefers the due date to other dates', () => {
    const dated = [
      makeColumn('id', 'integer'),
      makeColumn('issued_on', 'date'),
      makeColumn('due_on', 'date'),
    ];
    expect(listDefaultFields(makeTable('invoices', dated), relations, [])).toEqual(['due_on']);
  });
  it('shows no currency that the amount shows', () => {
    const amounts = [
      makeColumn('title', 'text'),
      makeColumn('currency', 'text'),
      makeColumn('amount', 'numeric'),
    ];
    expect(listDefaultFields(makeTable('bills', amounts), relations, [])).toEqual(['amount']);
  });
  it('omits empty values', () => {
    const row = {
      id: '1',
      number: '5',
      customer_id: '3',
      total: '12.50',
      due_on: null,
      notes: '',
      assigned_to: null,
    };
    const card = layoutCard(orders, relations, columns.slice(2), row);
    expect(card.amount?.name).toBe('total');
    expect([names(card.lines), card.footer, card.people]).toEqual([['customer_id'], [], []]);
  });
});
