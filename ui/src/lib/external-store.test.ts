import { expect, it, vi } from 'vitest';
import { ExternalStore, Listeners } from './external-store';

class Counter extends ExternalStore<number> {
  increment(): void {
    this.setSnapshot(this.snapshot() + 1);
  }
}

it('calls every listener after each change, until the listener is removed', () => {
  const counter = new Counter(0);
  const [first, second] = [vi.fn(() => counter.snapshot()), vi.fn()];
  const removeFirst = counter.subscribe(first);
  counter.subscribe(second);
  counter.increment();
  removeFirst();
  counter.increment();
  expect(first.mock.results.map(({ value }) => value)).toEqual([1]);
  expect(second).toHaveBeenCalledTimes(2);
});

it('passes the arguments on', () => {
  const listeners = new Listeners<[name: string]>();
  const listener = vi.fn();
  listeners.add(listener);
  listeners.notify('a');
  expect(listener).toHaveBeenCalledWith('a');
});
