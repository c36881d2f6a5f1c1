import { describe, expect, test } from 'vitest';
import { fittedView, getMaxScale, getSwipe, limitPan, zoomAt } from './zoom.utils';

const shown = { width: 400, height: 300 };
const frame = { width: 800, height: 300 };

describe('zoom', () => {
  test('keeps the point below the pointer', () => {
    const point = { x: 100, y: -50 };
    const before = { scale: 2, x: 10, y: 20 };
    const after = zoomAt(before, 1.5, point, 10);
    expect(after.scale).toBe(3);
    // The position in the picture, in its pixels at scale 1.
    const locate = (view: typeof before) => [
      (point.x - view.x) / view.scale,
      (point.y - view.y) / view.scale,
    ];
    expect(locate(after)).toEqual(locate(before));
  });

  test('is between fitted and the maximum', () => {
    expect(zoomAt(fittedView, 0.1, { x: 5, y: 5 }, 8)).toEqual(fittedView);
    expect(zoomAt(fittedView, 100, { x: 0, y: 0 }, 8).scale).toBe(8);
  });

  test('enlarges each pixel of a large picture, and small pictures at least four times', () => {
    expect(getMaxScale(shown, { width: 4_000, height: 3_000 })).toBe(80);
    expect(getMaxScale(shown, { width: 40, height: 30 })).toBe(4);
    expect(getMaxScale({ width: 0, height: 0 }, shown)).toBe(4);
  });
});

test('a picture can’t be moved out of its frame', () => {
  expect(limitPan({ scale: 1, x: 50, y: 50 }, shown, frame)).toEqual({ scale: 1, x: 0, y: 0 });
  expect(limitPan({ scale: 4, x: 999, y: -999 }, shown, frame)).toEqual({ scale: 4, x: 400, y: -450 });
  expect(limitPan({ scale: 4, x: -7, y: 7 }, shown, frame)).toEqual({ scale: 4, x: -7, y: 7 });
});

test.each([
  [{ x: -80, y: 10 }, 1],
  [{ x: 80, y: 10 }, -1],
  [{ x: -40, y: 0 }, 0],
  [{ x: -80, y: 60 }, 0],
] as const)('the movement %o is the swipe %i', (movement, swipe) => {
  expect(getSwipe(movement)).toBe(swipe);
});
