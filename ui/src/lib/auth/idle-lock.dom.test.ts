import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A tab has modules of its own, and shares the storage with the others. */
async function openTab() {
  vi.resetModules();
  return import('./idle-lock');
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.documentElement.removeAttribute('data-locked');
});

const minute = 60_000;
const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));

test('locks after the idle minutes, counted from the last input', async () => {
  const { watchIdle } = await openTab();
  const lock = vi.fn();
  const stop = watchIdle(5, lock);
  vi.advanceTimersByTime(4 * minute);
  press();
  vi.advanceTimersByTime(4.9 * minute);
  expect(lock).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0.2 * minute);
  expect(lock).toHaveBeenCalled();
  stop();
});

test('locks a page that was never used', async () => {
  const { watchIdle } = await openTab();
  const lock = vi.fn();
  const stop = watchIdle(5, lock);
  vi.advanceTimersByTime(5.1 * minute);
  expect(lock).toHaveBeenCalled();
  stop();
});

test('an input in another tab counts', async () => {
  const [used, unused] = [await openTab(), await openTab()];
  const lock = vi.fn();
  const stops = [used.watchIdle(5, () => {}), unused.watchIdle(5, lock)];
  vi.advanceTimersByTime(4 * minute);
  localStorage.setItem('tableside.last-input', String(Date.now()));
  vi.advanceTimersByTime(2 * minute);
  expect(lock).not.toHaveBeenCalled();
  for (const stop of stops) stop();
});

test('locks at once if the browser was closed for longer', async () => {
  const before = await openTab();
  before.watchIdle(5, () => {})();
  before.unlockApp();
  vi.advanceTimersByTime(20 * minute);
  const after = await openTab();
  const lock = vi.fn();
  after.watchIdle(5, lock)();
  expect(lock).toHaveBeenCalled();
});

test('a new session starts with a full interval', async () => {
  const before = await openTab();
  before.unlockApp();
  vi.advanceTimersByTime(20 * minute);
  const after = await openTab();
  after.forgetLastInput();
  const lock = vi.fn();
  after.watchIdle(5, lock)();
  expect(lock).not.toHaveBeenCalled();
});

test('after a sleep, the first input locks instead of counting as use', async () => {
  const { watchIdle, unlockApp } = await openTab();
  unlockApp();
  const lock = vi.fn();
  const stop = watchIdle(5, lock);
  vi.setSystemTime(Date.now() + 20 * minute); // the timers did not run
  press();
  expect(lock).toHaveBeenCalled();
  stop();
});

test('a locked page hides its contents until the next sign-in, and remembers a session that did not end', async () => {
  const tab = await openTab();
  const changed = vi.fn();
  tab.onLockChange(changed);
  tab.lockApp();
  expect(document.documentElement.hasAttribute('data-locked')).toBe(true);
  expect((await openTab()).isSessionEndPending()).toBe(true);
  tab.confirmSessionEnd();
  expect(tab.isSessionEndPending()).toBe(false);
  expect(tab.isAppLocked()).toBe(true);
  tab.unlockApp();
  expect([tab.isAppLocked(), document.documentElement.hasAttribute('data-locked')]).toEqual([false, false]);
  expect(changed).toHaveBeenCalledTimes(2);
});
