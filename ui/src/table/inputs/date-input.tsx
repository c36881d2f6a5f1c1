import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Input, type InputProps } from '@/components/fields/input';
import { tableMessages } from '@/table/table-messages';
import { DayPicker } from './day-picker';
import styles from './field-input.module.css';

export interface DateInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
  /** Whether the text contains a time after the date. */
  withTime?: boolean;
}

/** A text input for a date, with a button that opens the browser's date picker. A text can contain what no picker can: infinity, seconds, BC. */
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
            label={tableMessages.inputs.chooseDay}
            icon={<CalendarDays aria-hidden />}
            onClick={() => picker.current?.showPicker()}
          />
        }
      />
      <DayPicker ref={picker} className={styles.picker} value={day} onPick={pick} />
    </span>
  );
}
