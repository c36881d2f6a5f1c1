import { describe, expect, it } from 'vitest';
import {
  cardGap,
  computeCardPosition,
  computeGalleryLayout,
  computeLineHeight,
  listPadding,
} from './gallery.utils';

describe('computeGalleryLayout', () => {
  const layout = computeGalleryLayout(1000, 1, true);
  it('fits as many cards as possible, two on a phone', () => {
    expect(layout.columns).toBe(4);
    expect(computeCardPosition(layout, 0, 3).left + layout.width).toBeCloseTo(1000 - listPadding);
    expect(computeGalleryLayout(390, 1, true).columns).toBe(2);
    expect(computeGalleryLayout(0, 0, false).columns).toBe(1);
  });
  it('positions lines below each other', () => {
    expect(computeCardPosition(layout, 1, 0)).toEqual({
      left: listPadding,
      top: listPadding + layout.height + cardGap,
    });
    expect(computeCardPosition(layout, 9, 0).top - computeCardPosition(layout, 8, 0).top).toBe(
      computeLineHeight(layout),
    );
  });
});
