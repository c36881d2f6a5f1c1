import {
  type DayUnit,
  describeRelativeDays,
  formatRelativeDays,
  parseRelativeDays,
} from '@/data/query/relative-days.utils';

/** A choice of days: one of the words, a number of days to be entered, or a date. */
export type DayChoice = 'exact' | 'last' | 'next' | 'ago' | 'ahead' | (string & {});

const fixedChoices = [
  ...['today', 'yesterday', 'tomorrow', 'week', 'week-1', 'week+1', 'month', 'month-1', 'month+1'],
  ...['quarter', 'quarter-1', 'quarter+1', 'year', 'year-1', 'year+1'],
];

const countedChoices = { last: 'the last …', next: 'the next …', ago: '… ago', ahead: '… from now' };

export interface DayOption {
  value: DayChoice;
  label: string;
}

/** What can be chosen; `now` where a column tells the time. */
export function listDayOptions(withTime: boolean, chosen: DayChoice): DayOption[] {
  const named = (value: string) => {
    const relative = parseRelativeDays(value);
    return relative ? [{ value, label: capitalize(describeRelativeDays(relative)) }] : [];
  };
  const listed = [...fixedChoices, ...(withTime ? ['now'] : [])];
  const others = Object.entries(countedChoices).map(([value, label]) => ({
    value,
    label: capitalize(label),
  }));
  const options = [
    { value: 'exact', label: withTime ? 'A date and time' : 'A date' },
    ...listed.slice(0, 3).flatMap(named),
    ...others,
    ...listed.slice(3).flatMap(named),
  ];
  return options.some(({ value }) => value === chosen) ? options : [...options, ...named(chosen)];
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Which choice a value comes from, and how many of which unit it counts. */
export function parseDayChoice(value: string): { choice: DayChoice; amount: number; unit: DayUnit } {
  const relative = parseRelativeDays(value);
  const none = { amount: 7, unit: 'd' } as const;
  if (!relative) return { choice: 'exact', ...none };
  if (relative.kind === 'last' || relative.kind === 'next') {
    return { choice: relative.kind, amount: relative.amount, unit: relative.unit };
  }
  // One day ago is yesterday, but whoever counts days is about to go on to eleven.
  const isCounted = /^today[-+ ]/.test(value);
  if (relative.kind !== 'day' || !isCounted) return { choice: formatRelativeDays(relative), ...none };
  const { amount, unit } = relative;
  return { choice: amount < 0 ? 'ago' : 'ahead', amount: Math.abs(amount), unit };
}

/** The value of a choice. */
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
