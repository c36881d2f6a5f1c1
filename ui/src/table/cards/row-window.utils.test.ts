import { describe, expect, it } from 'vitest';
import { carried, type RowWindow, shifted, slid, windowLength } from './row-window.utils';

const small = { count: 900_000, most: 1_048_000 };
const large = { count: 5_000_000, most: 1_048_000 };
const firefox = { count: 1_000_000, most: 9_950 };

/** A window over one of the tables. */
const over = (limits: typeof small, base: number, moved = 0): RowWindow => ({
  ...{ base, moved },
  length: windowLength(limits),
});

describe('windowLength', () => {
  it('is the whole table while the browser takes it', () => {
    expect([small, large, firefox].map(windowLength)).toEqual([900_000, 200_000, 9_950]);
  });
});

describe('shifted', () => {
  it('moves the rows where the grid holds them all', () => {
    expect(shifted(over(small, 0, 7), -500, small)).toEqual(over(small, 0, -493));
  });
  it('moves the window instead where there is one', () => {
    expect(shifted(over(large, 2_400_000), -500, large)).toEqual(over(large, 2_399_500));
  });
  it('moves the rows by what the window can’t', () => {
    expect(shifted(over(large, 300), -500, large)).toEqual(over(large, 0, -200));
  });
  it('is the same while nothing changed', () => {
    const window = over(large, 300);
    expect(shifted(window, 0, large)).toBe(window);
  });
  it('keeps to a table that got shorter', () => {
    const shorter = { ...large, count: 4_900_000 };
    expect(shifted(over(large, 4_800_000), 0, shorter)).toEqual(over(shorter, 4_700_000, 100_000));
  });
});

describe('carried', () => {
  it.each([
    [-500, small],
    [500, small],
    [-500, large],
  ])('lets rows keep their indexes when they lie %d elsewhere, of %o', (by, limits) => {
    const window = over(limits, 0, 7);
    const held = carried(window, by, limits);
    expect(held).toEqual({ ...window, base: by });
    // Put right, a row is at the place where it is in the table.
    expect(shifted(held, 0, limits)).toEqual(shifted(window, by, limits));
  });
  it('gets no shorter than what is edited', () => {
    expect(carried(over(small, 0), 0, { ...small, count: 400_000 }).length).toBe(900_000);
    expect(carried(over(small, 0), 0, { ...small, count: 900_001 }).length).toBe(900_001);
  });
  it('is the same while nothing changed', () => {
    const window = over(small, 0, 7);
    expect(carried(window, 0, small)).toBe(window);
  });
});

describe('slid', () => {
  const window = over(large, 1_000_000);
  it('stays while what is in view is far from its edges', () => {
    expect(slid(window, { first: 1_100_000, last: 1_100_030 }, large)).toBe(window);
  });
  it.each([1_010_000, 1_195_000, 3_000_000, 0, 4_999_970])(
    'puts row %d into its middle, or at an end',
    (first) => {
      const { base, moved } = slid(window, { first, last: first + 30 }, large);
      expect(base).toBe(Math.max(0, Math.min(4_800_000, first + 15 - 100_000)));
      // A row of before is where it was in the table.
      expect(base - window.base).toBe(-moved);
    },
  );
  it('has no edge at the table’s own ends', () => {
    expect(slid(over(large, 0), { first: 0, last: 30 }, large)).toEqual(over(large, 0));
    const end = over(large, 4_800_000);
    expect(slid(end, { first: 4_999_970, last: 4_999_999 }, large)).toBe(end);
  });
});
