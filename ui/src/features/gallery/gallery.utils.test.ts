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
  it('has space for titles of two lines on a phone', () => {
    const [phone, desk] = [computeGalleryLayout(390, 1, true), layout];
    expect([phone.titleLines, desk.titleLines]).toEqual([2, 1]);
    expect(phone.height - phone.pictureHeight).toBeGreaterThan(desk.height - desk.pictureHeight);
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
