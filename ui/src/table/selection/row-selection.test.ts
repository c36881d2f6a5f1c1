import { describe, expect, it, vi } from 'vitest';
import { condition } from '@/data/query/filters/filters.utils';
import { RowSelection } from './row-selection';

const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const filters = [condition('status', 'eq', 'draft')];

describe('RowSelection', () => {
  it('contains the selected rows', () => {
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

  it('contains all matching rows except the deselected rows', () => {
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

  it('offers all matching rows only after the header’s checkbox', () => {
    const selection = new RowSelection();
    selection.set([['a', a]], true);
    expect(selection.canSelectAll()).toBe(false);
    selection.selectLoaded([['b', b]]);
    expect(selection.canSelectAll()).toBe(true);
    expect([...selection.rows().keys()]).toEqual(['a', 'b']);
    selection.set([['b', b]], false);
    expect(selection.canSelectAll()).toBe(false);
  });

  it('clears both kinds, and notifies only of changes', () => {
    const selection = new RowSelection();
    const listener = vi.fn();
    selection.subscribe(listener);
    selection.clear();
    expect(listener).not.toHaveBeenCalled();
    selection.selectAll([]);
    selection.clear();
    expect(listener).toHaveBeenCalledTimes(2);
    expect(selection.isEmpty()).toBe(true);
  });

  it('is cleared only when the filters change', () => {
    const selection = new RowSelection();
    selection.setFilters('a');
    selection.set([['a', a]], true);
    selection.setFilters('a');
    expect(selection.has('a')).toBe(true);
    selection.setFilters('b');
    expect(selection.isEmpty()).toBe(true);
  });
});
