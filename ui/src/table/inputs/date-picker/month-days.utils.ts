import { addDays, addMonths, countDaysSinceMonday } from '@/data/values/dates/calendar-days';

/** The first and last day that can be chosen; undefined if there is no limit. */
export interface DayLimits {
  min?: string | undefined;
  max?: string | undefined;
}

/** Days that the picker can show: the years that every browser formats. */
const firstDay = '0001-01-01';
const lastDay = '9999-12-31';

/** Whether a day is in the limits. Days have four-digit years, so that texts have the order of days. */
export function isAllowedDay(day: string, { min = firstDay, max = lastDay }: DayLimits): boolean {
  return day >= min && day <= max;
}

/** Returns the number of days since the first day of the week; 0 is Sunday. */
function countDaysInWeek(day: string, firstWeekday: number): number {
  return (countDaysSinceMonday(day) + 8 - firstWeekday) % 7;
}

/** Returns the weeks that contain the days of a month. Days of other months are undefined. */
export function listWeeks(day: string, firstWeekday: number): (string | undefined)[][] {
  const month = day.slice(0, 7);
  const first = `${month}-01`;
  const start = countDaysInWeek(first, firstWeekday);
  const next = addMonths(first, 1);
  const days: (string | undefined)[] = Array.from({ length: start }, () => undefined);
  for (let each = first; each < next && each.startsWith(month); each = addDays(each, 1)) days.push(each);
  while (days.length % 7 > 0) days.push(undefined);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/**
 * Returns the day to which a key moves from a day, as in the date picker of the ARIA Authoring Practices: arrows by days
 * and weeks, Home and End in the week, PageUp and PageDown by months, with Shift by years. Undefined for other keys.
 */
export function moveDay(
  day: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  firstWeekday: number,
  isRightToLeft = false,
): string | undefined {
  const forward = isRightToLeft ? -1 : 1;
  const months = shiftKey ? 12 : 1;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -forward);
    case 'ArrowRight':
      return addDays(day, forward);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -countDaysInWeek(day, firstWeekday));
    case 'End':
      return addDays(day, 6 - countDaysInWeek(day, firstWeekday));
    case 'PageUp':
      return addMonths(day, -months);
    case 'PageDown':
      return addMonths(day, months);
    default:
      return undefined;
  }
}

/** Returns the nearest day in the limits. */
export function clampDay(day: string, { min = firstDay, max = lastDay }: DayLimits): string {
  if (day === '-infinity' || day < min) return min;
  return day === 'infinity' || day > max ? max : day;
}
