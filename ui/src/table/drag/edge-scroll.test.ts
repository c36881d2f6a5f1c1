import { describe, expect, it } from 'vitest';
import { computeEdgeSpeed } from './edge-scroll';

describe('scrolling at the edges while something is carried', () => {
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
});
