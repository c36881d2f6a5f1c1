import { describe, expect, it } from 'vitest';
import { clampDay, isAllowedDay, listWeeks, moveDay } from './month-days.utils';

describe('listWeeks', () => {
  it('starts weeks with the first weekday of the locale', () => {
    const monday = listWeeks('2026-11-20', 1);
    expect(monday[0]?.slice(5)).toEqual([undefined, '2026-11-01']);
    expect(monday[1]?.[0]).toBe('2026-11-02');
    expect(listWeeks('2026-11-20', 0)[0]?.[0]).toBe('2026-11-01');
    expect(listWeeks('2026-11-20', 6)[0]?.slice(0, 2)).toEqual([undefined, '2026-11-01']);
  });
  it.each([
    ['2026-02-10', 28],
    ['2024-02-10', 29],
    ['9999-12-31', 31],
    ['0001-01-01', 31],
  ])('lists all days of the month of %s: %i', (day, count) => {
    const days = listWeeks(day, 1).flat();
    expect(days.filter((each) => each !== undefined)).toHaveLength(count);
    expect(days.length % 7).toBe(0);
  });
});

describe('moveDay', () => {
  it.each([
    ['ArrowLeft', false, '2026-11-19'],
    ['ArrowRight', false, '2026-11-21'],
    ['ArrowUp', false, '2026-11-13'],
    ['ArrowDown', false, '2026-11-27'],
    ['Home', false, '2026-11-16'],
    ['End', false, '2026-11-22'],
    ['PageUp', false, '2026-10-20'],
    ['PageDown', false, '2026-12-20'],
    ['PageUp', true, '2025-11-20'],
    ['PageDown', true, '2027-11-20'],
    ['a', false, undefined],
  ])('%s with Shift %s moves to %s', (key, shiftKey, day) => {
    expect(moveDay('2026-11-20', { key, shiftKey }, 1)).toBe(day);
  });
  it('moves to the last day of a shorter month, and in the direction of the text', () => {
    expect(moveDay('2026-01-31', { key: 'PageDown', shiftKey: false }, 1)).toBe('2026-02-28');
    expect(moveDay('2026-11-20', { key: 'ArrowLeft', shiftKey: false }, 1, true)).toBe('2026-11-21');
  });
});

it('limits days', () => {
  const limits = { min: '2026-11-10', max: '2026-11-20' };
  expect(['2026-11-01', '2026-11-15', 'infinity'].map((day) => clampDay(day, limits))).toEqual([
    '2026-11-10',
    '2026-11-15',
    '2026-11-20',
  ]);
  expect(['2026-11-09', '2026-11-10', '2026-11-21'].map((day) => isAllowedDay(day, limits))).toEqual([
    false,
    true,
    false,
  ]);
});
