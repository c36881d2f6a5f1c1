import { expect, it, vi } from 'vitest';
import { ScrollPosition } from './scroll-position';

it('publishes a position at once', () => {
  const position = new ScrollPosition();
  const listener = vi.fn();
  position.subscribe(listener);
  position.update(3, 10);
  expect(listener).toHaveBeenCalledOnce();
  expect(position.snapshot()).toEqual({ first: 3, rows: 10, scrolling: true });
});

it('publishes only the last position of a frame, in the next one, if it is deferred', async () => {
  const position = new ScrollPosition({ isDeferred: true });
  const listener = vi.fn();
  position.subscribe(listener);
  position.update(3, 10);
  position.update(5, 10);
  expect(listener).not.toHaveBeenCalled();
  expect(position.latest()).toEqual({ first: 5, rows: 10 });
  await new Promise(requestAnimationFrame);
  expect(listener).toHaveBeenCalledOnce();
  expect(position.snapshot()).toEqual({ first: 5, rows: 10, scrolling: true });
});
