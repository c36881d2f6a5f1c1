import { describe, expect, it } from 'vitest';
import { cellScrollRate, computeEdgeSpeed } from './edge-scroll';

describe('scrolling at the edges during a drag', () => {
  it.each([
    [300, 300, 0],
    [56, 300, 0],
    [28, 300, -7],
    [0, 300, -14],
    [-40, 640, -14],
    [300, 28, 7],
    [640, -40, 14],
  ])('%i from the start and %i from the end: %i a frame', (toStart, toEnd, speed) => {
    expect(computeEdgeSpeed(toStart, toEnd)).toBe(speed);
  });

  it('scrolls faster the farther the pointer is beyond the edge of the grid', () => {
    const speeds = [50, 200, 399, 430, 900].map((y) => computeEdgeSpeed(y - 100, 400 - y, cellScrollRate));
    expect(speeds).toEqual([-22, 0, 5, 16, 40]);
  });
});
