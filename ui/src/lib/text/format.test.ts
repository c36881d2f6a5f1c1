import { describe, expect, test } from 'vitest';
import {
  formatBytes,
  formatCompact,
  formatPlural,
  formatRelativeTime,
  getInitials,
  truncateMiddle,
} from './format';

test.each([
  ['Signe Østergaard', 'SØ'],
  ['ada', 'A'],
  ['jonas.keller', 'JK'],
  ['Ana María de la Cruz', 'AC'],
  ['Andrew Fuller · Feb 19, 1952', 'AF'],
  ['👩‍🔬 Lab', '👩‍🔬L'],
  ['مقهى الميناء', 'ما'],
  ['高橋 はるか', '高'],
  ['  ', '?'],
])('the initials of %s are %s', (name, letters) => {
  expect(getInitials(name)).toBe(letters);
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [1434, '1.4 KB'],
  [10 * 1024, '10 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [5 * 1024 * 1024, '5 MB'],
  [3.2 * 1024 ** 3, '3.2 GB'],
  [9000 * 1024 ** 4, '9,000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0k'],
  [2449, '2.4k'],
  [20_000, '20.0k'],
  [123_456, '123k'],
  [999_499, '999k'],
  [999_500, '1.0m'],
  [1_048_576, '1.0m'],
  [2_000_000_000, '2.0b'],
])('%d in compact form is %s', (count, text) => {
  expect(formatCompact(count)).toBe(text);
});

test('only one is singular', () => {
  expect([
    formatPlural(0, 'row'),
    formatPlural(1, 'row'),
    formatPlural(1n, 'row'),
    formatPlural(1200, 'row'),
  ]).toEqual(['0 rows', '1 row', '1 row', '1,200 rows']);
});

describe('relative times', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  test.each([
    ['2026-11-20T11:59:40Z', 'just now'],
    ['2026-11-20T12:00:20Z', 'just now'],
    ['2026-11-20T11:55:00Z', '5 minutes ago'],
    ['2026-11-20T09:00:00Z', '3 hours ago'],
    ['2026-11-19T12:00:00Z', 'yesterday'],
    ['2026-10-01T12:00:00Z', 'Oct 1, 2026'],
  ])('%s is %s', (date, text) => {
    expect(formatRelativeTime(new Date(date), now)).toBe(text);
  });
});

test('a long name is shortened in its middle, and keeps its extension', () => {
  const cut = truncateMiddle('a-very-long-name-of-a-photo-from-the-harbour.jpg', 24);
  expect(cut).toHaveLength(24);
  expect(cut.startsWith('a-very')).toBe(true);
  expect(cut.endsWith('.jpg')).toBe(true);
  expect(truncateMiddle('short.jpg', 24)).toBe('short.jpg');
});
