import { describe, expect, it } from 'vitest';
import type { Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { selectCardFields } from './select-card-fields';

const name = makeColumn('name', 'text', { base: 'text' });
const kind = makeColumn('kind', 'enum', { enum: ['bean', 'machine'] });
const origin = makeColumn('origin', 'text', { base: 'text' });
const price = makeColumn('price', 'numeric');
const weight = makeColumn('weight', 'integer');
const stock = makeColumn('stock', 'integer');
const due = makeColumn('due_on', 'date');
const created = makeColumn('created_at', 'timestamptz', { default: 'now()' });
const tags = makeColumn('tags', 'text', { array: true });

describe('selectCardFields', () => {
  const select = (columns: (typeof name)[], row: Row, relations = new Map<string, Relation>()) => {
    const { state, lead, figures } = selectCardFields(makeTable('t', columns), columns, relations, row);
    return [state?.name, lead?.name, figures.map((column) => column.name)];
  };
  const filled = { name: 'n', kind: 'bean', origin: 'o', price: '1', stock: '2', due_on: '2026-01-01' };

  it('selects no currency that an amount shows', () => {
    const currency = makeColumn('currency', 'text');
    const row = { ...filled, currency: 'EUR' };
    expect(select([name, currency, origin, price], row)).toEqual([undefined, 'origin', ['price']]);
    expect(select([name, currency], row)).toEqual([undefined, 'currency', []]);
  });
  it('selects amount and quantity rather than the time of the insert', () => {
    const columns = [name, tags, kind, origin, created, price, weight, stock];
    expect(select(columns, { ...filled, tags: ['a'], created_at: 'x', weight: '3' })).toEqual([
      'kind',
      'origin',
      ['price', 'stock'],
    ]);
  });
  it('selects a date first, and at most two figures', () => {
    expect(select([name, price, stock, due], filled)).toEqual([undefined, undefined, ['due_on', 'price']]);
  });
  it('selects the period of a booking, and the status before other enums', () => {
    const during = makeColumn('during', 'range', { base: 'tstzrange' });
    const status = makeColumn('status', 'enum', { enum: ['open'] });
    const row = { ...filled, during: '[2026-01-01,2026-01-02)', status: 'open' };
    expect(select([name, kind, status, during], row)).toEqual(['status', undefined, ['during']]);
  });
  it('selects a text that is a status as the state, not as the lead', () => {
    const stage = makeColumn('stage', 'text', { status: true });
    const row = { ...filled, stage: 'won' };
    expect(select([name, stage, origin], row)).toEqual(['stage', 'origin', []]);
    expect(select([name, stage, kind], row), 'unless there is an enum').toEqual(['kind', 'stage', []]);
  });
  it('leaves out fields without a value', () => {
    expect(select([name, kind, price, created], { name: 'n', kind: null, created_at: 'x' })).toEqual([
      undefined,
      undefined,
      ['created_at'],
    ]);
  });
});
