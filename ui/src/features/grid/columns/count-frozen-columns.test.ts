import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { countFrozenColumns, type FrozenColumnsOptions } from './count-frozen-columns';

const columns = [makeColumn('id', 'integer'), makeColumn('name', 'text'), makeColumn('total', 'numeric')];
const table = makeTable('t', columns);
const count = (options: Partial<FrozenColumnsOptions>) =>
  countFrozenColumns({
    ...{ table, columns, widths: [80, 220, 900], pinned: new Set<string>(), availableWidth: 1000 },
    ...options,
  });

describe('countFrozenColumns', () => {
  it('counts the columns up to the title if the columns scroll', () => {
    expect(count({})).toBe(2);
    expect(count({ columns: columns.toReversed(), widths: [900, 220, 80] })).toBe(0);
  });
  it('counts none if all columns fit, or if the title is wide or hidden', () => {
    expect(count({ availableWidth: 1200 })).toBe(0);
    expect(count({ availableWidth: 700 })).toBe(0);
    expect(count({ columns: [columns[0], columns[2]].flatMap((column) => column ?? []) })).toBe(0);
  });
  it('counts the pinned columns if there are any', () => {
    expect(count({ pinned: new Set(['id']) })).toBe(1);
    expect(count({ pinned: new Set(['id']), availableWidth: 2000 })).toBe(1);
  });
});
