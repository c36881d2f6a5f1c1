import { expect, it, vi } from 'vitest';

it('measures tabular figures, which are wider than those of a canvas', async () => {
  const measureText = (text: string) => ({ width: text.length * 8.2 });
  const context = { font: '', measureText } as unknown as CanvasRenderingContext2D;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  const { measureTextWidth } = await import('./text-width');
  // Chromium draws a tabular figure of Inter with 8.4375 pixels.
  expect(measureTextWidth('-3,013,458', 13)).toBeGreaterThan(10 * 8.2 + 8 * 0.23);
  expect(measureTextWidth('abc', 13)).toBeCloseTo(3 * 8.2);
});
