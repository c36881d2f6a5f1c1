import { describe, expect, it, vi } from 'vitest';
import { getMaxRows } from './scroll-limit';

describe('getMaxRows', () => {
  it('returns a low limit for WebKit without measuring', () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
    const createElement = vi.spyOn(document, 'createElement');
    expect([getMaxRows(32, 1_000_000), getMaxRows(40, 1_000_000)]).toEqual([9_950, 9_950]);
    expect(createElement).not.toHaveBeenCalled();
  });

  it('does not measure for a table that every browser can show', () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.');
    const createElement = vi.spyOn(document, 'createElement');
    expect(getMaxRows(32, 9_950)).toBe(9_950);
    expect(createElement).not.toHaveBeenCalled();
  });

  it('measures the maximum height and number of rows of other browsers', () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.');
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
      const [, rows = '0', height = '0'] = /repeat\((\d+),(\d+)px\)/.exec(this.style.gridTemplateRows) ?? [];
      return Math.min(Number(rows) * Number(height), 33_554_430);
    });
    expect(getMaxRows(32, 1_000_000)).toBe(1_048_525);
    expect(getMaxRows(40, 1_000_000)).toBe(838_810);
  });
});
