import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import type { Column } from '@/lib/api.gen';
import { findStatusColumn, listStatusTexts } from './card-columns';

const makeText = (name: string, over: Partial<Column> = {}) =>
  makeColumn(name, 'text', { base: 'text', ...over });
const makeStatus = (name: string) => makeText(name, { status: true });
const makeEnum = (name: string, over: Partial<Column> = {}) =>
  makeColumn(name, 'enum', { enum: ['a', 'b'], ...over });

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
    expect(findStatusColumn([makeText('name'), makeStatus('deal_stage')], row)?.name).toBe('deal_stage');
    expect(findStatusColumn([makeStatus('deal_stage'), makeEnum('status')], row)?.name).toBe('status');
    expect(findStatusColumn([makeStatus('stage')], { stage: 'x'.repeat(41) }), 'short').toBeUndefined();
    expect(findStatusColumn([makeStatus('stage')], { stage: 'a\nb' }), 'in one line').toBeUndefined();
  });
  it('needs a value', () => {
    expect(
      findStatusColumn([makeEnum('status'), makeEnum('phase')], { status: null, phase: 'a' })?.name,
    ).toBe('phase');
    expect(findStatusColumn([makeEnum('status')], { status: '' })).toBeUndefined();
    expect(findStatusColumn([makeEnum('status', { array: true })], { status: ['a'] })).toBeUndefined();
  });
});

it('listStatusTexts puts the status first', () => {
  const columns = [makeStatus('lead_phase'), makeText('note'), makeStatus('status')];
  expect(listStatusTexts(columns).map(({ name }) => name)).toEqual(['status', 'lead_phase']);
});
