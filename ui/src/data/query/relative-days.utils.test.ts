import { describe, expect, it } from 'vitest';
import {
  describeRelativeDays,
  formatRelativeDays,
  parseRelativeDays,
  toDaySpan,
} from './relative-days.utils';

describe('relative days', () => {
  const cases: [text: string, today: string, first: string, end: string, words: string][] = [
    ['today', '2026-11-20', '2026-11-20', '2026-11-21', 'today'],
    ['yesterday', '2026-01-01', '2025-12-31', '2026-01-01', 'yesterday'],
    ['tomorrow', '2026-12-31', '2027-01-01', '2027-01-02', 'tomorrow'],
    ['today-7d', '2026-03-03', '2026-02-24', '2026-02-25', '7 days ago'],
    ['today+2w', '2026-11-20', '2026-12-04', '2026-12-05', '2 weeks from now'],
    ['today+1m', '2026-01-31', '2026-02-28', '2026-03-01', '1 month from now'],
    ['today-1m', '2024-03-31', '2024-02-29', '2024-03-01', '1 month ago'],
    ['today-1y', '2024-02-29', '2023-02-28', '2023-03-01', '1 year ago'],
    // Weeks begin on Monday: 2026-11-22 is a Sunday, 2026-11-23 a Monday.
    ['week', '2026-11-22', '2026-11-16', '2026-11-23', 'this week'],
    ['week', '2026-11-23', '2026-11-23', '2026-11-30', 'this week'],
    ['week-1', '2026-11-23', '2026-11-16', '2026-11-23', 'last week'],
    ['week+1', '2026-12-31', '2027-01-04', '2027-01-11', 'next week'],
    ['month', '2026-11-30', '2026-11-01', '2026-12-01', 'this month'],
    ['month-1', '2026-03-31', '2026-02-01', '2026-03-01', 'last month'],
    ['month+1', '2026-12-15', '2027-01-01', '2027-02-01', 'next month'],
    ['quarter', '2026-03-31', '2026-01-01', '2026-04-01', 'this quarter'],
    ['quarter-1', '2026-02-10', '2025-10-01', '2026-01-01', 'last quarter'],
    ['quarter+1', '2026-11-20', '2027-01-01', '2027-04-01', 'next quarter'],
    ['year', '2026-01-01', '2026-01-01', '2027-01-01', 'this year'],
    ['year-3', '2026-12-31', '2023-01-01', '2024-01-01', '3 years ago'],
    ['last-7d', '2026-03-01', '2026-02-23', '2026-03-02', 'the last 7 days'],
    ['last-1d', '2026-03-01', '2026-03-01', '2026-03-02', 'the last 1 day'],
    ['last-2m', '2026-03-31', '2026-02-01', '2026-04-01', 'the last 2 months'],
    ['next-7d', '2026-12-28', '2026-12-28', '2027-01-04', 'the next 7 days'],
    ['next-2w', '2026-11-20', '2026-11-20', '2026-12-04', 'the next 2 weeks'],
    ['today-9999y', '2026-11-20', '-infinity', '-infinity', '9999 years ago'],
    ['year+9999', '2026-11-20', 'infinity', 'infinity', '9999 years from now'],
  ];
  it.each(cases)('%s, seen on %s', (text, today, first, end, words) => {
    const relative = parseRelativeDays(text);
    if (!relative || relative.kind === 'now') throw new Error('not days');
    expect(toDaySpan(relative, today)).toEqual({ first, end });
    expect(formatRelativeDays(relative)).toBe(text);
    expect(describeRelativeDays(relative)).toBe(words);
  });

  it('accepts a space in place of a plus, which URL decoding replaces', () => {
    expect(parseRelativeDays('today 3d')).toEqual(parseRelativeDays('today+3d'));
    expect(parseRelativeDays('week 1')).toEqual(parseRelativeDays('week+1'));
  });

  it.each([
    '',
    'Today',
    'today-',
    'today-7',
    'today-7h',
    'last-0d',
    'last-7',
    'toString',
    '2026-11-20',
    'week-1d',
  ])('rejects “%s”', (text) => {
    expect(parseRelativeDays(text)).toBeUndefined();
  });
});
