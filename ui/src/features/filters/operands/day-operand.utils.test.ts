import { describe, expect, it } from 'vitest';
import { formatDayChoice, listDayOptions, parseDayChoice } from './day-operand.utils';

describe('the day picker', () => {
  it.each([
    ['', 'exact', 7, 'd'],
    ['2026-11-20', 'exact', 7, 'd'],
    ['yesterday', 'yesterday', 7, 'd'],
    ['today-1d', 'ago', 1, 'd'],
    ['today+3m', 'ahead', 3, 'm'],
    ['last-2w', 'last', 2, 'w'],
    ['next-30d', 'next', 30, 'd'],
    ['week-1', 'week-1', 7, 'd'],
    ['month-5', 'month-5', 7, 'd'],
    ['now', 'now', 7, 'd'],
  ])('“%s” is %s', (value, choice, amount, unit) => {
    expect(parseDayChoice(value)).toEqual({ choice, amount, unit });
  });
  it.each(['today-1d', 'today+3m', 'last-2w', 'next-30d', 'week-1', 'month-5', 'now', 'tomorrow'])(
    'writes %s as it was read, and offers it',
    (value) => {
      const { choice, amount, unit } = parseDayChoice(value);
      expect(formatDayChoice(choice, amount, unit)).toBe(value);
      expect(listDayOptions(true, choice).map((option) => option.value)).toContain(choice);
    },
  );
  it('counts at least one', () => {
    expect(formatDayChoice('last', Number(''), 'd')).toBe('last-1d');
    expect(formatDayChoice('ago', -5, 'w')).toBe('today-1w');
    expect(formatDayChoice('next', 1e9, 'y')).toBe('next-9999y');
  });
  it('offers the current time only for columns with a time', () => {
    expect(listDayOptions(false, 'exact').map(({ value }) => value)).not.toContain('now');
  });
});
