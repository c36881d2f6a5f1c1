import { beforeEach, expect, test, vi } from 'vitest';
import { markRead, onRead, readUntil } from './read-marks';

const record = { schema: 'public', table: 'orders', key: '["1"]' };
const other = { ...record, key: '["2"]' };

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: 1_000 });
  return () => vi.useRealTimers();
});

test('comments that are older than the first use count as read; later ones until they are marked', () => {
  expect(readUntil('ada', record)).toBe(1_000);
  vi.setSystemTime(5_000);
  expect(readUntil('ada', record)).toBe(1_000);
  const listener = vi.fn();
  const end = onRead(listener);
  markRead('ada', record, new Date(4_000));
  expect(readUntil('ada', record)).toBe(4_000);
  expect(readUntil('ada', other)).toBe(1_000);
  markRead('ada', record, new Date(3_000));
  expect(readUntil('ada', record)).toBe(4_000);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(readUntil('bob', record)).toBe(5_000);
  end();
});

test('forgets the oldest marks, and survives an invalid text', () => {
  readUntil('ada', record);
  markRead('ada', record, new Date(2_000));
  for (let i = 0; i < 500; i++) markRead('ada', { ...record, key: `["x${i}"]` }, new Date(3_000));
  expect(readUntil('ada', record)).toBe(1_000);
  localStorage.setItem('tableside.read-comments.ada', '{');
  expect(readUntil('ada', record)).toBe(1_000);
});
