import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '../testing/fixtures';
import type { Filter } from './filters.utils';
import { formatNested } from './filters.utils';
import {
  afterAnchor,
  anchorOf,
  identityOf,
  keysetOrder,
  offsetOrder,
  reversed,
  withoutImpossibleNulls,
} from './keyset.utils';
import type { OrderTerm, Row, Value } from './row';

const id = makeColumn('id', 'integer', { nullable: false });
const due = makeColumn('due', 'date');
const note = makeColumn('note', 'text');
const orders = makeTable('orders', [id, due, note]);

describe('identityOf', () => {
  it('is the primary key', () => {
    expect(identityOf(orders)).toEqual(['id']);
  });
  it('is a unique key without nullable columns where there is no primary key', () => {
    const table = makeTable('t', [due, id], { primaryKey: [], uniqueKeys: [['due'], ['id']] });
    expect(identityOf(table)).toEqual(['id']);
  });
  it('is none where the key can’t be read', () => {
    const hidden = { ...id, privileges: { select: false, insert: false, update: false } };
    expect(identityOf(makeTable('t', [hidden, due]))).toBeUndefined();
    expect(identityOf(makeTable('t', [due], { primaryKey: ['id'] }))).toBeUndefined();
  });
});

describe('keysetOrder', () => {
  it('adds the key in the direction of the last term', () => {
    expect(keysetOrder(orders, [{ column: 'due', descending: true }])).toEqual([
      { column: 'due', descending: true },
      { column: 'id', descending: true },
    ]);
  });
  it('adds only the key columns that are not in the order', () => {
    const items = makeTable('items', [id, due], { primaryKey: ['id', 'due'] });
    expect(keysetOrder(items, [{ column: 'due', descending: false }])?.map((t) => t.column)).toEqual([
      'due',
      'id',
    ]);
  });
  it.each([
    ['a table without a key', makeTable('t', [due], { primaryKey: [] })],
    ['an order over an array', makeTable('t', [id, { ...due, array: true }])],
    ['an order over JSON', makeTable('t', [id, makeColumn('due', 'json')])],
  ])('is none for %s, which offsetOrder takes', (_, table) => {
    const order: OrderTerm[] = [{ column: 'due', descending: false }];
    expect(keysetOrder(table, order)).toBeUndefined();
    expect(offsetOrder(table, order)[0]).toEqual(order[0]);
  });
});

describe('anchorOf', () => {
  it('takes the values of the order’s columns', () => {
    expect(anchorOf([{ column: 'due', descending: false }], { id: '1', due: null })).toEqual({ due: null });
  });
  it('refuses a value too long for an address', () => {
    expect(anchorOf([{ column: 'note', descending: false }], { note: 'x'.repeat(5000) })).toBeUndefined();
  });
  it('refuses a row that lacks a column of the order', () => {
    expect(anchorOf([{ column: 'note', descending: false }], { id: '1' })).toBeUndefined();
  });
});

describe('afterAnchor', () => {
  it('writes the comparison that an index can use', () => {
    const filter = afterAnchor(
      [
        { column: 'due', descending: true },
        { column: 'id', descending: true },
      ],
      { due: '2026-11-20', id: '7' },
    );
    expect(formatNested(filter)).toBe('or(due.lt.2026-11-20,and(due.eq.2026-11-20,id.lt.7))');
  });

  it('leaves out tests for NULL on columns that have none', () => {
    const filter = afterAnchor([{ column: 'id', descending: false }], { id: '7' });
    expect(formatNested(filter)).toBe('or(or(id.gt.7,id.is.null))');
    expect(formatNested(withoutImpossibleNulls(filter, orders))).toBe('id.gt.7');
  });

  const rows: Row[] = [];
  for (let i = 0; i < 40; i++) {
    rows.push({
      id: String(i),
      due: i % 5 === 0 ? null : `2026-0${(i % 4) + 1}-01`,
      note: i % 7 === 0 ? null : `n${i % 3}`,
    });
  }
  const terms: OrderTerm[][] = [];
  for (const descending of [false, true]) {
    for (const nullsFirst of [undefined, false, true]) {
      const term =
        nullsFirst === undefined ? { column: 'due', descending } : { column: 'due', descending, nullsFirst };
      terms.push([term], [term, { column: 'note', descending: !descending }]);
    }
  }

  it.each(terms.map((order) => [order]))(
    'reaches each row once, in order, forwards and back: %j',
    (order) => {
      const total = keysetOrder(orders, order) ?? [];
      const sorted = [...rows].sort((a, b) => compareRows(total, a, b));
      expect(walk(sorted, total)).toEqual(sorted);
      const back = reversed(total);
      const sortedBack = [...rows].sort((a, b) => compareRows(back, a, b));
      expect(sortedBack).toEqual([...sorted].reverse());
      expect(walk(sortedBack, back)).toEqual(sortedBack);
    },
  );
});

/** Pages of 3 by key over what a database would answer. */
function walk(sorted: Row[], order: readonly OrderTerm[]): Row[] {
  const seen: Row[] = [];
  for (;;) {
    const last = seen.at(-1);
    const filter = last && withoutImpossibleNulls(afterAnchor(order, last), orders);
    const page = sorted.filter((row) => !filter || matches(filter, row)).slice(0, 3);
    if (page.length === 0) return seen;
    seen.push(...page);
  }
}

function compareRows(order: readonly OrderTerm[], a: Row, b: Row): number {
  for (const { column, descending, nullsFirst = descending } of order) {
    const [x, y] = [a[column] ?? null, b[column] ?? null];
    if (x === y) continue;
    if (x === null) return nullsFirst ? -1 : 1;
    if (y === null) return nullsFirst ? 1 : -1;
    return compareValues(column, x, y) * (descending ? -1 : 1);
  }
  return 0;
}

function compareValues(column: string, a: Value, b: Value): number {
  if (column === 'id') return Number(a) - Number(b);
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

function matches(filter: Filter, row: Row): boolean {
  if (filter.kind === 'group') {
    const results = filter.items.map((item) => matches(item, row));
    return (filter.logic === 'and' ? results.every(Boolean) : results.some(Boolean)) !== filter.negated;
  }
  const value = row[filter.column] ?? null;
  if (filter.operator === 'is') return (value === null) !== filter.negated;
  if (value === null) return false;
  const order = compareValues(filter.column, value, String(filter.value));
  return { eq: order === 0, gt: order > 0, lt: order < 0 }[filter.operator as 'eq' | 'gt' | 'lt'];
}
