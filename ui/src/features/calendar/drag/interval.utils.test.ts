import { describe, expect, it } from 'vitest';
import { formatDay, parseDay as parseStoredDay } from '@/data/layouts/calendar-times';
import { gridView } from '@/data/query/page-state/view-ref.utils';
import {
  addIntervals,
  formatIntervalTitle,
  getInterval,
  getWallClockMinutes,
  getWeekday,
  isSameMonth,
  resolveVisibleDay,
} from './interval.utils';

const parseDay = (text: string) => parseStoredDay(text) ?? Number.NaN;

describe('an interval', () => {
  it.each([
    ['month', '2026-11-20', 1, '2026-10-26', '2026-12-07'],
    ['month', '2026-11-20', 0, '2026-11-01', '2026-12-06'],
    ['month', '2027-02-10', 1, '2027-02-01', '2027-03-01'],
    ['week', '2026-11-22', 1, '2026-11-16', '2026-11-23'],
    ['week', '2026-11-22', 0, '2026-11-22', '2026-11-29'],
    ['week', '1969-12-31', 1, '1969-12-29', '1970-01-05'],
  ] as const)('%s of %s, weeks from %i, is %s to %s', (span, text, first, from, to) => {
    const days = getInterval(span, parseDay(text), first);
    expect([formatDay(days.from), formatDay(days.to)]).toEqual([from, to]);
  });
  it.each([
    ['month', '2024-01-31', 1, '2024-02-29'],
    ['month', '2023-01-31', 1, '2023-02-28'],
    ['month', '2024-01-15', -1, '2023-12-15'],
    ['week', '2024-02-26', 1, '2024-03-04'],
    ['month', '9999-11-30', 3, '9999-11-30'],
    ['month', '0001-01-15', -1, '0001-01-08'],
  ] as const)('a %s from %s by %i is %s', (span, text, by, expected) => {
    expect(formatDay(addIntervals(span, parseDay(text), by))).toBe(expected);
  });
  it('has the month or the days as title', () => {
    const days = getInterval('week', parseDay('2026-11-20'), 1);
    expect(formatIntervalTitle('month', parseDay('2026-11-20'), days)).toMatch(/November 2026/);
    expect(formatIntervalTitle('week', parseDay('2026-11-20'), days)).toMatch(/16.*22.*2026/);
    expect(formatIntervalTitle('month', parseDay('2026-11-20'), days, true)).toMatch(/Nov 2026/);
    expect(formatIntervalTitle('week', parseDay('2026-11-20'), days, true)).not.toMatch(/2026/);
  });
  it('contains today if the URL contains no valid day', () => {
    const today = parseDay('2026-11-20');
    expect(resolveVisibleDay({ ...gridView, day: undefined }, today)).toBe(today);
    expect(resolveVisibleDay({ ...gridView, day: '2026-02-30' }, today)).toBe(today);
    expect(resolveVisibleDay({ ...gridView, day: '2026-02-28' }, today)).toBe(parseDay('2026-02-28'));
  });
});

describe('days', () => {
  it('have a weekday, also before 1970', () => {
    expect([getWeekday(parseDay('2026-11-20')), getWeekday(parseDay('1969-12-31'))]).toEqual([5, 3]);
  });
  it('are in the same month only in the same year', () => {
    expect(isSameMonth(parseDay('2026-11-01'), parseDay('2026-11-30'))).toBe(true);
    expect(isSameMonth(parseDay('2026-11-01'), parseDay('2025-11-01'))).toBe(false);
  });
  it('are counted in the time zone', () => {
    const now = new Date('2026-11-20T23:30:00Z');
    expect(getWallClockMinutes('UTC', now)).toBe(parseDay('2026-11-20') * 1440 + 23 * 60 + 30);
    expect(getWallClockMinutes('Europe/Berlin', now)).toBe(parseDay('2026-11-21') * 1440 + 30);
  });
});
