import { describe, expect, it } from 'vitest';
import { around, cardPlace, galleryLayout, gap, lineHeight } from './gallery.utils';

describe('the gallery’s layout', () => {
  const layout = galleryLayout(1000, 1, true);
  it('fills the width with as many cards as fit, two on a phone', () => {
    expect(layout.columns).toBe(4);
    expect(cardPlace(layout, 0, 3).left + layout.width).toBeCloseTo(1000 - around);
    expect(galleryLayout(390, 1, true).columns).toBe(2);
    expect(galleryLayout(0, 0, false).columns).toBe(1);
  });
  it('puts lines below each other', () => {
    expect(cardPlace(layout, 1, 0)).toEqual({ left: around, top: around + layout.height + gap });
    expect(cardPlace(layout, 9, 0).top - cardPlace(layout, 8, 0).top).toBe(lineHeight(layout));
  });
});
