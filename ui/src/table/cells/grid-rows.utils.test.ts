import { describe, expect, it } from 'vitest';
import { createVirtualRows, unloadedRow } from './grid-rows.utils';

describe('createVirtualRows', () => {
  it('requests only the rows that are accessed', () => {
    const asked: number[] = [];
    const rows = createVirtualRows(1_000_000, (index) => {
      asked.push(index);
      return index === 7 ? { id: '7' } : undefined;
    });
    expect(rows.length).toBe(1_000_000);
    expect(rows[7]).toEqual({ id: '7' });
    expect(rows[8]).toBe(unloadedRow);
    expect(rows[1_000_000]).toBeUndefined();
    expect(asked).toEqual([7, 8]);
  });
  it('returns the edited row', () => {
    const changed = createVirtualRows(10, () => undefined).with(3, { id: 'x' });
    expect(changed[3]).toEqual({ id: 'x' });
  });
});
