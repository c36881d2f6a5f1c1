import { CalendarDays } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { Input, type InputProps } from '@/components/fields/input';
import { formatDateForEdit, formatTimestampForEdit } from '@/data/values/dates/edit-dates';
import { parseLocalDate, parseLocalTimestamp } from '@/data/values/dates/parse-local-date';
import { tableMessages } from '@/table/table-messages';
import { DatePopover } from './date-picker/date-popover';
import type { DayLimits } from './date-picker/month-days.utils';
import styles from './field-input.module.css';

export interface DateInputProps extends Omit<InputProps, 'value' | 'onChange' | 'min' | 'max'>, DayLimits {
  value: string;
  onChange: (value: string) => void;
  /** Whether the text contains a time after the date. */
  withTime?: boolean;
  /** The day that the picker shows while the text has none; today by default. */
  initialDay?: string | undefined;
}

const dayPattern = /^\d{4}-\d\d-\d\d/;

/** Returns the day of an entered text, in the ISO form or in that of the user's locale; '' if it has none. */
export function getEnteredDay(text: string): string {
  const iso = dayPattern.test(text) ? text : (parseLocalTimestamp(text) ?? parseLocalDate(text) ?? '');
  const day = dayPattern.exec(iso)?.[0] ?? '';
  return day !== '' && Number.isNaN(Date.parse(day)) ? '' : day;
}

/** Returns what follows the day of an entered text: the time, also with seconds and an offset. */
function getEnteredTime(text: string): string {
  const iso = dayPattern.test(text) ? text : (parseLocalTimestamp(text) ?? '');
  return iso.replace(/^\d{4}-\d\d-\d\d[T ]?/, '').trim() || '00:00';
}

/** Formats a picked day, with the time if there is one, as the input's text. */
const formatPicked = (day: string, time: string | undefined) =>
  time === undefined ? formatDateForEdit(day) : formatTimestampForEdit(`${day} ${time}`);

/** A text input for a date, with a button that opens a date picker. A text can contain what no picker can: infinity, seconds, BC. */
export function DateInput(allProps: DateInputProps) {
  const { value, onChange, withTime = false, initialDay, min, max, ...props } = allProps;
  const day = getEnteredDay(value);
  const time = getEnteredTime(value);
  return (
    <span className={styles.date}>
      <Input
        {...props}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        end={
          <DatePopover
            {...{ day, initialDay, min, max }}
            trigger={
              <IconButton
                size="sm"
                label={tableMessages.inputs.chooseDay}
                icon={<CalendarDays aria-hidden />}
                disabled={props.disabled}
              />
            }
            onPick={(picked) => onChange(formatPicked(picked, withTime ? time : undefined))}
            {...(withTime && {
              time,
              onTimeChange: (next: string) => day !== '' && onChange(formatPicked(day, next)),
            })}
          />
        }
      />
    </span>
  );
}
