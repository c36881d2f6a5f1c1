import { describe, expect, it } from 'vitest';
import {
  formatLocalDate,
  formatLocalDays,
  formatLocalTime,
  formatLocalTimestamp,
  formatLocalTimestamps,
} from './local-dates';

const zone = 'Europe/Berlin';

/** Replaces the special spaces that Intl uses in en-US. */
const withPlainSpaces = (text: string | undefined) => text?.replace(/[\u2009\u202f]/g, ' ');

describe('dates and times in the locale en-US', () => {
  it.each([
    ['2026-11-20', 'Nov 20, 2026'],
    ['0044-03-15 BC', '0044-03-15 BC'],
    ['infinity', 'infinity'],
  ])('formats the date %s as %s', (text, formatted) => expect(formatLocalDate(text)).toBe(formatted));

  it.each([
    ['2026-11-20T08:41:00+00:00', 'Nov 20, 2026, 9:41 AM'],
    ['2026-11-20T08:41:07+00:00', 'Nov 20, 2026, 9:41:07 AM'],
    ['2026-11-20T08:41:07.000001+00:00', 'Nov 20, 2026, 9:41:07.000001 AM'],
    ['2026-11-20T23:30:00', 'Nov 20, 2026, 11:30 PM'],
    ['-infinity', '-infinity'],
  ])('formats the timestamp %s as %s', (text, formatted) =>
    expect(withPlainSpaces(formatLocalTimestamp(text, { zone }))).toBe(formatted),
  );

  it('omits seconds with the precision minute', () => {
    const options = { zone, precision: 'minute' } as const;
    expect(withPlainSpaces(formatLocalTimestamp('2026-11-20T08:41:07.5+00:00', options))).toBe(
      'Nov 20, 2026, 9:41 AM',
    );
  });

  it.each([
    ['14:30:00', '2:30 PM'],
    ['14:30:05', '2:30:05 PM'],
    ['14:30:05.25', '14:30:05.25'],
    ['14:30:00+02', '14:30:00+02'],
    ['24:00:00', '24:00:00'],
  ])('formats the time %s as %s', (text, formatted) =>
    expect(withPlainSpaces(formatLocalTime(text))).toBe(formatted),
  );

  it('formats ranges with the common parts once', () => {
    expect(withPlainSpaces(formatLocalDays('2026-11-16', '2026-11-18'))).toBe('Nov 16 – 18, 2026');
    expect(withPlainSpaces(formatLocalDays('2026-11-16', '2026-11-16'))).toBe('Nov 16, 2026');
    expect(withPlainSpaces(formatLocalDays('2026-11-16', ''))).toBe('Nov 16, 2026 – …');
    expect(formatLocalDays('infinity', '')).toBeUndefined();
    const [first, last] = ['2026-11-24 08:00:00+00', '2026-11-24 10:00:00+00'];
    expect(withPlainSpaces(formatLocalTimestamps(first, last, { zone }))).toBe(
      'Nov 24, 2026, 9:00 – 11:00 AM',
    );
    expect(withPlainSpaces(formatLocalTimestamps('', last, { zone }))).toBe('… – Nov 24, 2026, 11:00 AM');
  });
});
