import { describe, expect, it } from 'vitest';
import { computeWindowLength, type RowWindow, shiftWindow, slideWindow, translateWindow } from './row-window';

const small = { count: 900_000, maxRows: 1_048_000 };
const large = { count: 5_000_000, maxRows: 1_048_000 };
const firefox = { count: 1_000_000, maxRows: 9_950 };

/** A window over one of the tables. */
const makeWindow = (limits: typeof small, base: number, indexOffset = 0): RowWindow => ({
  ...{ base, indexOffset },
  length: computeWindowLength(limits),
});

describe('computeWindowLength', () => {
  it('is the whole table if the browser can scroll it', () => {
    expect([small, large, firefox].map(computeWindowLength)).toEqual([900_000, 200_000, 9_950]);
  });
});

describe('shiftWindow', () => {
  it('moves the rows if the grid contains all of them', () => {
    expect(shiftWindow(makeWindow(small, 0, 7), -500, small)).toEqual(makeWindow(small, 0, -493));
  });
  it('moves the window if there is one', () => {
    expect(shiftWindow(makeWindow(large, 2_400_000), -500, large)).toEqual(makeWindow(large, 2_399_500));
  });
  it('moves the rows by the rest that the window can’t move', () => {
    expect(shiftWindow(makeWindow(large, 300), -500, large)).toEqual(makeWindow(large, 0, -200));
  });
  it('is unchanged if nothing changed', () => {
    const window = makeWindow(large, 300);
    expect(shiftWindow(window, 0, large)).toBe(window);
  });
  it('stays within a table that became shorter', () => {
    const shorter = { ...large, count: 4_900_000 };
    expect(shiftWindow(makeWindow(large, 4_800_000), 0, shorter)).toEqual(
      makeWindow(shorter, 4_700_000, 100_000),
    );
  });
});

describe('translateWindow', () => {
  it.each([
    [-500, small],
    [500, small],
    [-500, large],
  ])('keeps the indexes of rows that moved by %d, of %o', (by, limits) => {
    const window = makeWindow(limits, 0, 7);
    const held = translateWindow(window, by, limits);
    expect(held).toEqual({ ...window, base: by });
    // After the correction, the indexes are those of the table.
    expect(shiftWindow(held, 0, limits)).toEqual(shiftWindow(window, by, limits));
  });
  it('can become longer, but not shorter', () => {
    expect(translateWindow(makeWindow(small, 0), 0, { ...small, count: 400_000 }).length).toBe(900_000);
    expect(translateWindow(makeWindow(small, 0), 0, { ...small, count: 900_001 }).length).toBe(900_001);
  });
  it('is unchanged if nothing changed', () => {
    const window = makeWindow(small, 0, 7);
    expect(translateWindow(window, 0, small)).toBe(window);
  });
});

describe('slideWindow', () => {
  const window = makeWindow(large, 1_000_000);
  it('does not move while the visible rows are far from its edges', () => {
    expect(slideWindow(window, { first: 1_100_000, last: 1_100_030 }, large)).toBe(window);
  });
  it.each([1_010_000, 1_195_000, 3_000_000, 0, 4_999_970])(
    'puts row %d into its middle, or at an end',
    (first) => {
      const { base, indexOffset } = slideWindow(window, { first, last: first + 30 }, large);
      expect(base).toBe(Math.max(0, Math.min(4_800_000, first + 15 - 100_000)));
      // A row of before is where it was in the table.
      expect(base - window.base).toBe(-indexOffset);
    },
  );
  it('has no edge at the ends of the table', () => {
    expect(slideWindow(makeWindow(large, 0), { first: 0, last: 30 }, large)).toEqual(makeWindow(large, 0));
    const end = makeWindow(large, 4_800_000);
    expect(slideWindow(end, { first: 4_999_970, last: 4_999_999 }, large)).toBe(end);
  });
});
