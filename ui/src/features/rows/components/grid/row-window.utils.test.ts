import { describe, expect, it } from 'vitest';
import { shifted, slid, windowLength } from './row-window.utils';

const small = { count: 900_000, most: 1_048_000 };
const large = { count: 5_000_000, most: 1_048_000 };
const firefox = { count: 1_000_000, most: 9_950 };

describe('windowLength', () => {
  it('is the whole table while the browser takes it', () => {
    expect([small, large, firefox].map(windowLength)).toEqual([900_000, 200_000, 9_950]);
  });
});

describe('shifted', () => {
  it('moves the rows where the grid holds them all', () => {
    expect(shifted({ base: 0, moved: 7 }, -500, small)).toEqual({ base: 0, moved: -493 });
  });
  it('moves the window instead where there is one', () => {
    expect(shifted({ base: 2_400_000, moved: 0 }, -500, large)).toEqual({ base: 2_399_500, moved: 0 });
  });
  it('moves the rows by what the window can’t', () => {
    expect(shifted({ base: 300, moved: 0 }, -500, large)).toEqual({ base: 0, moved: -200 });
  });
  it('is the same while nothing changed', () => {
    const window = { base: 300, moved: 0 };
    expect(shifted(window, 0, large)).toBe(window);
  });
  it('keeps to a table that got shorter', () => {
    const window = { base: 4_800_000, moved: 0 };
    expect(shifted(window, 0, { ...large, count: 4_900_000 })).toEqual({ base: 4_700_000, moved: 100_000 });
  });
});

describe('slid', () => {
  const window = { base: 1_000_000, moved: 0 };
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
    expect(slid({ base: 0, moved: 0 }, { first: 0, last: 30 }, large)).toEqual({ base: 0, moved: 0 });
    const end = { base: 4_800_000, moved: 0 };
    expect(slid(end, { first: 4_999_970, last: 4_999_999 }, large)).toBe(end);
  });
});
