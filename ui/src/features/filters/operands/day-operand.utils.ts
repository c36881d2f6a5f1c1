import {
  type DayUnit,
  describeRelativeDays,
  formatRelativeDays,
  parseRelativeDays,
} from '@/data/query/relative-days.utils';
import { filtersMessages } from '../filters-messages';

const messages = filtersMessages.day;

/** An option of the day picker: a date, a counted number of days, or a fixed name such as `today`. */
export type DayChoice = 'exact' | 'last' | 'next' | 'ago' | 'ahead' | (string & {});

const fixedChoices = [
  ...['today', 'yesterday', 'tomorrow', 'week', 'week-1', 'week+1', 'month', 'month-1', 'month+1'],
  ...['quarter', 'quarter-1', 'quarter+1', 'year', 'year-1', 'year+1'],
];

export interface DayOption {
  value: DayChoice;
  label: string;
}

/** Returns the options of the day picker. Columns with a time also have `now`. */
export function listDayOptions(withTime: boolean, chosen: DayChoice): DayOption[] {
  const named = (value: string) => {
    const relative = parseRelativeDays(value);
    return relative ? [{ value, label: capitalize(describeRelativeDays(relative)) }] : [];
  };
  const listed = [...fixedChoices, ...(withTime ? ['now'] : [])];
  const others = Object.entries(messages.counted).map(([value, label]) => ({ value, label }));
  const options = [
    { value: 'exact', label: withTime ? messages.dateTimeOption : messages.dateOption },
    ...listed.slice(0, 3).flatMap(named),
    ...others,
    ...listed.slice(3).flatMap(named),
  ];
  return options.some(({ value }) => value === chosen) ? options : [...options, ...named(chosen)];
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Parses the stored value of a day, such as `today-7d`, into the option of the form and its number and unit. An absolute date has the option `exact`. */
export function parseDayChoice(value: string): { choice: DayChoice; amount: number; unit: DayUnit } {
  const relative = parseRelativeDays(value);
  const none = { amount: 7, unit: 'd' } as const;
  if (!relative) return { choice: 'exact', ...none };
  if (relative.kind === 'last' || relative.kind === 'next') {
    return { choice: relative.kind, amount: relative.amount, unit: relative.unit };
  }
  // `today-1d` equals `yesterday`, but stays a counted option while the user types 11.
  const isCounted = /^today[-+ ]/.test(value);
  if (relative.kind !== 'day' || !isCounted) return { choice: formatRelativeDays(relative), ...none };
  const { amount, unit } = relative;
  return { choice: amount < 0 ? 'ago' : 'ahead', amount: Math.abs(amount), unit };
}

/** Returns the value of an option, in the syntax of relative days. Empty for a date. */
export function formatDayChoice(choice: DayChoice, amount: number, unit: DayUnit): string {
  const whole = Math.min(Math.max(Math.trunc(amount) || 1, 1), 9999);
  switch (choice) {
    case 'exact':
      return '';
    case 'last':
    case 'next':
      return `${choice}-${whole}${unit}`;
    case 'ago':
    case 'ahead':
      return `today${choice === 'ago' ? '-' : '+'}${whole}${unit}`;
    default:
      return choice;
  }
}
