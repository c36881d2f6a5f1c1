import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkChannelName } from './channel';
import { ChannelLog, filterEntries, formatLog } from './channel-log';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const message = (payload: unknown, event = 'message') => ({ event, payload, at: 0, isOwn: false });

it('shows messages together, and retains those that arrive while it is paused', () => {
  const log = new ChannelLog();
  log.addMessage(message({ text: 'first' }));
  log.addMessage({ ...message({ n: 1 }), isOwn: true });
  expect(log.snapshot().entries).toEqual([]);
  vi.runAllTimers();
  expect(log.snapshot().entries.map(({ kind, text }) => [kind, text])).toEqual([
    ['received', 'first'],
    ['sent', '{"n":1}'],
  ]);
  log.setPaused(true);
  log.addMessage(message('later'));
  vi.runAllTimers();
  expect(log.snapshot()).toMatchObject({ waiting: 1, isPaused: true });
  expect(log.snapshot().entries).toHaveLength(2);
  log.setPaused(false);
  expect(log.snapshot()).toMatchObject({ waiting: 0, isPaused: false });
  expect(log.snapshot().entries.at(-1)?.text).toBe('later');
});

it('discards the oldest entries above 500, and above 2 million characters', () => {
  const log = new ChannelLog();
  for (let i = 0; i < 1_200; i++) log.addMessage(message(`n${i}`));
  vi.runAllTimers();
  expect(log.snapshot().entries).toHaveLength(500);
  expect(log.snapshot()).toMatchObject({ discarded: 700 });
  expect(log.snapshot().entries[0]?.text).toBe('n700');
  for (let i = 0; i < 3; i++) log.addMessage(message('x'.repeat(900_000)));
  vi.runAllTimers();
  const characters = log.snapshot().entries.reduce((sum, { text }) => sum + text.length, 0);
  expect(characters).toBeGreaterThan(1_800_000);
  expect(characters).toBeLessThan(2_000_000);
  log.addMessage(message('y'.repeat(3_000_000)));
  vi.runAllTimers();
  expect(log.snapshot().entries).toHaveLength(1);
});

it('filters by event and payload, and saves JSON lines', () => {
  const log = new ChannelLog();
  log.addMessage(message({ text: 'Van leaves' }, 'notice'));
  log.addGap(1_000);
  log.addMessage(message({ id: 7 }, 'order'));
  vi.runAllTimers();
  const { entries } = log.snapshot();
  expect(filterEntries(entries, ' VAN ').map(({ event }) => event)).toEqual(['notice']);
  expect(filterEntries(entries, 'order').map(({ event }) => event)).toEqual(['order']);
  expect(filterEntries(entries, '')).toHaveLength(3);
  expect(
    formatLog(entries)
      .split('\n')
      .map((line) => line && JSON.parse(line)),
  ).toEqual([
    { at: '1970-01-01T00:00:00.000Z', kind: 'received', event: 'notice', payload: { text: 'Van leaves' } },
    { at: '1970-01-01T00:00:01.000Z', kind: 'gap' },
    { at: '1970-01-01T00:00:00.000Z', kind: 'received', event: 'order', payload: { id: 7 } },
    '',
  ]);
});

it('checks names as the relay does', () => {
  expect(checkChannelName('room 1/æ')).toBe('characters');
  expect(checkChannelName(' room')).toBe('characters');
  expect(checkChannelName('x'.repeat(101))).toBe('characters');
  expect(checkChannelName('')).toBe('empty');
  expect(checkChannelName('tableside:presence:public:orders')).toBe('reserved');
  for (const name of ['a', 'Tableside', 'room:1/a b', 'x'.repeat(100)])
    expect(checkChannelName(name)).toBeUndefined();
});
