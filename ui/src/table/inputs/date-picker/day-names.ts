import { getLocale } from '@/lib/browser/zone/locale';

const create = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(getLocale(), { ...options, timeZone: 'UTC' });

const month = create({ month: 'long', year: 'numeric' });
const fullDay = create({ dateStyle: 'full' });
const dayOfMonth = create({ day: 'numeric' });
const shortWeekday = create({ weekday: 'short' });
const longWeekday = create({ weekday: 'long' });

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
// A week that starts with a Sunday.
const toWeekday = (weekday: number) => new Date(Date.UTC(2026, 10, 1 + weekday));

/** Formats days and weekdays in the user's locale; 0 is Sunday. */
export const pickerNames = {
  /** 'November 2026' */
  month: (day: string) => month.format(toDate(day)),
  /** 'Friday, November 20, 2026' */
  full: (day: string) => fullDay.format(toDate(day)),
  /** '20' */
  day: (day: string) => dayOfMonth.format(toDate(day)).replace(/[日일]$/, ''),
  /** 'Fri' */
  shortWeekday: (weekday: number) => shortWeekday.format(toWeekday(weekday)),
  /** 'Friday' */
  longWeekday: (weekday: number) => longWeekday.format(toWeekday(weekday)),
};
