import { describe, expect, it } from 'vitest';
import type { Row } from '@/data/rows/row';
import { makeAccountKey, makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { Column } from '@/lib/api.gen';
import { findStatusColumn as findColumn, listStatusTexts } from './card-columns';

const makeText = (name: string, over: Partial<Column> = {}) =>
  makeColumn(name, 'text', { base: 'text', ...over });
const makeEnum = (name: string, over: Partial<Column> = {}) =>
  makeColumn(name, 'enum', { enum: ['a', 'b'], ...over });

const findStatusColumn = (columns: readonly Column[], row: Row) => findColumn(columns, row, new Map());

describe('findStatusColumn', () => {
  it.each([
    ['status', ['kind', 'status'], 'status'],
    ['a status with a prefix after the status', ['payment_status', 'status'], 'status'],
    ['a status in camel case', ['orderState', 'unit'], 'orderState'],
    ['no kind, unit or priority', ['kind', 'unit', 'priority'], undefined],
  ])('finds %s', (_, names, expected) => {
    const columns = names.map((name) => makeEnum(name));
    const row = Object.fromEntries(names.map((name) => [name, 'a']));
    expect(findStatusColumn(columns, row)?.name).toBe(expected);
  });
  it('finds a column with the tags of a status', () => {
    expect(
      findStatusColumn([makeEnum('kind'), makeEnum('progress', { done: ['b'] })], { progress: 'a' })?.name,
    ).toBe('progress');
    expect(findStatusColumn([makeEnum('step', { transitions: { a: ['b'] } })], { step: 'a' })?.name).toBe(
      'step',
    );
  });
  it('finds a text by its name if no enum is a status', () => {
    const row = { status: 'a', deal_stage: 'Won', name: 'n' };
    expect(findStatusColumn([makeText('name'), makeText('deal_stage')], row)?.name).toBe('deal_stage');
    expect(findStatusColumn([makeText('deal_stage'), makeEnum('status')], row)?.name).toBe('status');
    expect(findStatusColumn([makeText('stage')], { stage: 'x'.repeat(41) }), 'short').toBeUndefined();
    expect(findStatusColumn([makeText('stage')], { stage: 'a\nb' }), 'in one line').toBeUndefined();
  });
  it('needs a value', () => {
    expect(
      findStatusColumn([makeEnum('status'), makeEnum('phase')], { status: null, phase: 'a' })?.name,
    ).toBe('phase');
    expect(findStatusColumn([makeEnum('status')], { status: '' })).toBeUndefined();
    expect(findStatusColumn([makeEnum('status', { array: true })], { status: ['a'] })).toBeUndefined();
  });
});

describe('listStatusTexts', () => {
  const names = (...columns: Column[]) => listStatusTexts(columns).map(({ name }) => name);
  it('lists texts that are a status by their names, no other types and arrays', () => {
    expect(names(makeText('lead_phase'), makeText('note'), makeText('status'))).toEqual([
      'status',
      'lead_phase',
    ]);
    expect(names(makeText('lead_stage', { base: 'varchar' }))).toEqual(['lead_stage']);
    expect(names(makeText('status', { base: 'citext' }), makeColumn('stage', 'integer'))).toEqual([]);
    expect(names(makeText('status', { array: true }), makeEnum('state'))).toEqual([]);
  });
  it('omits the state of an address', () => {
    expect(names(makeText('postalCode'), makeText('billing_state'), makeText('status'))).toEqual(['status']);
    expect(names(makeText('state'), makeText('capacity'))).toEqual(['state']);
  });
  it('omits a reference', () => {
    const key = { ...makeAccountKey('status'), refSchema: 'public', refTable: 'statuses' };
    const relations = new Map([['status', { key, target: makeTable('statuses', [makeText('name')]) }]]);
    expect(listStatusTexts([makeText('status')], relations)).toEqual([]);
  });
});
