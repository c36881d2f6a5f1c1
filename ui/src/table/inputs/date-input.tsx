import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Input, type InputProps } from '@/components/fields/input';
import { DayPicker } from './day-picker';
import styles from './field-input.module.css';

export interface DateInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
  /** A time of day follows the date. */
  withTime?: boolean;
}

/** A date as text, which holds what no picker can (infinity, seconds, BC), with the browser's picker beside it. */
export function DateInput({ value, onChange, withTime = false, ...props }: DateInputProps) {
  const picker = useRef<HTMLInputElement>(null);
  const day = /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? '';
  const pick = (picked: string) => {
    const time = value.slice(day.length).trim() || '00:00';
    onChange(withTime ? `${picked} ${time}` : picked);
  };
  return (
    <span className={styles.date}>
      <Input
        {...props}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        end={
          <IconButton
            size="sm"
            label="Choose a day"
            icon={<CalendarDays aria-hidden />}
            onClick={() => picker.current?.showPicker()}
          />
        }
      />
      <DayPicker ref={picker} className={styles.picker} value={day} onPick={pick} />
    </span>
  );
}
