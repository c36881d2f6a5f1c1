import { describe, expect, it } from 'vitest';
import { around, cardPlace, drawnCards, galleryHeight, galleryLayout, gap } from './gallery.utils';

describe('the gallery’s layout', () => {
  const layout = galleryLayout(1000, 1, true);
  it('fills the width with as many cards as fit, two on a phone', () => {
    expect(layout.columns).toBe(4);
    expect(cardPlace(layout, 3).left + layout.width).toBeCloseTo(1000 - around);
    expect(galleryLayout(390, 1, true).columns).toBe(2);
    expect(galleryLayout(0, 0, false).columns).toBe(1);
  });
  it('puts the last card at the end of its height', () => {
    expect(cardPlace(layout, 9).top + layout.height + around).toBe(galleryHeight(layout, 10));
    expect(cardPlace(layout, 4)).toEqual({ left: around, top: around + layout.height + gap });
  });
  it('draws what is in view and a little around it, never past the end', () => {
    expect(drawnCards(layout, 1000, 0, 600).from).toBe(0);
    const { from, to } = drawnCards(layout, 1_000_000, 5_000_000, 600);
    expect(to - from).toBeLessThan(40);
    expect(cardPlace(layout, from).top).toBeLessThan(5_000_000);
    expect(cardPlace(layout, to).top).toBeGreaterThan(5_000_600);
    expect(drawnCards(layout, 10, 0, 5000).to).toBe(10);
  });
});
