import { describe, expect, it, vi } from 'vitest';
import { condition } from '@/data/query/filters.utils';
import { RowSelection } from './row-selection';

const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const filters = [condition('status', 'eq', 'draft')];

describe('RowSelection', () => {
  it('holds the rows that are ticked', () => {
    const selection = new RowSelection();
    selection.set(
      [
        ['a', a],
        ['b', b],
      ],
      true,
    );
    selection.set([['a', a]], false);
    expect(selection.mode()).toEqual({ kind: 'rows', rows: new Map([['b', b]]) });
    expect([selection.has('a'), selection.has('b')]).toEqual([false, true]);
  });

  it('holds all that match, but those that are unticked', () => {
    const selection = new RowSelection();
    selection.set([['a', a]], true);
    selection.selectAll(filters);
    selection.set(
      [
        ['b', b],
        ['c', c],
      ],
      false,
    );
    selection.set([['c', c]], true);
    expect(selection.mode()).toEqual({ kind: 'all', filters, excluded: new Map([['b', b]]) });
    expect([selection.has('a'), selection.has('b'), selection.has('never seen')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(selection.rows().size).toBe(0);
    expect(selection.isEmpty()).toBe(false);
  });

  it('offers all that match after the header’s box alone', () => {
    const selection = new RowSelection();
    selection.set([['a', a]], true);
    expect(selection.canSelectAll()).toBe(false);
    selection.selectLoaded([['b', b]]);
    expect(selection.canSelectAll()).toBe(true);
    expect([...selection.rows().keys()]).toEqual(['a', 'b']);
    selection.set([['b', b]], false);
    expect(selection.canSelectAll()).toBe(false);
  });

  it('clears either, and tells only when something changed', () => {
    const selection = new RowSelection();
    const told = vi.fn();
    selection.subscribe(told);
    selection.clear();
    expect(told).not.toHaveBeenCalled();
    selection.selectAll([]);
    selection.clear();
    expect(told).toHaveBeenCalledTimes(2);
    expect(selection.isEmpty()).toBe(true);
  });

  it('is cleared when the filters change, and not when they stay', () => {
    const selection = new RowSelection();
    selection.setFilters('a');
    selection.set([['a', a]], true);
    selection.setFilters('a');
    expect(selection.has('a')).toBe(true);
    selection.setFilters('b');
    expect(selection.isEmpty()).toBe(true);
  });
});
