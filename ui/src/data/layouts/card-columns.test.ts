import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import type { Column } from '@/lib/api.gen';
import { findStatusColumn } from './card-columns';

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
  it('needs a value', () => {
    expect(
      findStatusColumn([makeEnum('status'), makeEnum('phase')], { status: null, phase: 'a' })?.name,
    ).toBe('phase');
    expect(findStatusColumn([makeEnum('status')], { status: '' })).toBeUndefined();
    expect(findStatusColumn([makeEnum('status', { array: true })], { status: ['a'] })).toBeUndefined();
  });
});
