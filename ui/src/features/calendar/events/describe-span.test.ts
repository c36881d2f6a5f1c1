import { expect, it, vi } from 'vitest';

it.each([
  ['en-US', 0, '12:00 AM'],
  ['en-US', 9 * 60 + 30, '9:30 AM'],
  ['en-US', 24 * 60 + 5, '12:05 AM'],
  ['en-US', -5, '11:55 PM'],
  ['en-GB', 15 * 60, '15:00'],
  ['de-DE', 9 * 60 + 30, '09:30'],
  ['ar-EG', 15 * 60, '٣:٠٠ م'],
])('in %s, minute %i of a day is %s', async (locale, minutes, text) => {
  vi.resetModules();
  vi.doMock('@/lib/browser/zone/locale', () => ({ getLocale: () => locale }));
  const { formatClock } = await import('./describe-span');
  expect(formatClock(minutes).replace(/\s/g, ' ')).toBe(text);
});
