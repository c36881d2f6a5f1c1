import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { addMonths, getWallTime } from '@/data/values/dates/calendar-days';
import { checkTime } from '@/data/values/dates/datetime.utils';
import { formatTimeForEdit } from '@/data/values/dates/edit-dates';
import { getZone } from '@/lib/browser/zone/zone';
import { tableMessages } from '@/table/table-messages';
import styles from './date-picker.module.css';
import { DayGrid } from './day-grid';
import { pickerNames } from './day-names';
import { clampDay, type DayLimits, isAllowedDay } from './month-days.utils';

const messages = tableMessages.datePicker;

export interface DatePickerProps extends DayLimits {
  /** The selected day as 2026-11-20; '' for none. */
  day: string;
  /** The day that the picker shows if none is selected; today by default. */
  initialDay?: string | undefined;
  onPick: (day: string) => void;
  /** The time after the day, as the user typed it; undefined if the value has no time. */
  time?: string | undefined;
  onTimeChange?: (time: string) => void;
  onClose: () => void;
}

/** The content of a popover that chooses a day, and a time if the value has one. A click on a day without time closes it. */
export function DatePicker(props: DatePickerProps) {
  const { day, initialDay, time, min, max, onPick, onTimeChange, onClose } = props;
  const monthId = useId();
  const today = getWallTime(getZone(), new Date())[0];
  const [activeDay, setActiveDay] = useState(() => clampDay(day || initialDay || today, { min, max }));
  const showMonth = (months: number) => setActiveDay(clampDay(addMonths(activeDay, months), { min, max }));
  const pick = (picked: string) => {
    setActiveDay(picked);
    onPick(picked);
    if (time === undefined) onClose();
  };
  const step = (label: string, Icon: typeof ChevronLeft, months: number) => (
    <IconButton size="sm" label={label} icon={<Icon aria-hidden />} onClick={() => showMonth(months)} />
  );
  return (
    <div className={styles.picker}>
      <div className={styles.head}>
        {step(messages.previousYear, ChevronsLeft, -12)}
        {step(messages.previousMonth, ChevronLeft, -1)}
        <h2 id={monthId} className={styles.month} aria-live="polite">
          {pickerNames.month(activeDay)}
        </h2>
        {step(messages.nextMonth, ChevronRight, 1)}
        {step(messages.nextYear, ChevronsRight, 12)}
      </div>
      <DayGrid
        {...{ activeDay, today, min, max }}
        labelledBy={monthId}
        selectedDay={day}
        onActiveDayChange={setActiveDay}
        onPick={pick}
      />
      {time !== undefined && onTimeChange && (
        <TimeField key={day} time={time} onChange={onTimeChange} onClose={onClose} />
      )}
      <div className={styles.foot}>
        <Button
          size="sm"
          variant="ghost"
          disabled={!isAllowedDay(today, { min, max })}
          onClick={() => pick(today)}
        >
          {messages.today}
        </Button>
        {time !== undefined && (
          <Button size="sm" variant="primary" onClick={onClose}>
            {messages.done}
          </Button>
        )}
      </div>
    </div>
  );
}

interface TimeFieldProps {
  time: string;
  onChange: (time: string) => void;
  onClose: () => void;
}

/** The time of day. An incomplete time does not change the value. */
function TimeField({ time, onChange, onClose }: TimeFieldProps) {
  const [text, setText] = useState(() => formatTimeForEdit(time));
  const checked = checkTime(text.trim(), false);
  const problem = 'problem' in checked ? checked.problem : undefined;
  const [showsProblem, setShowsProblem] = useState(false);
  return (
    <Field label={messages.time} error={showsProblem ? problem : undefined}>
      <Input
        autoComplete="off"
        value={text}
        placeholder={formatTimeForEdit('00:00')}
        onChange={(event) => {
          setText(event.target.value);
          setShowsProblem(false);
          const next = checkTime(event.target.value.trim(), false);
          if ('value' in next) onChange(next.value);
        }}
        onBlur={() => setShowsProblem(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The picker can be in a form, which Enter would submit.
          event.preventDefault();
          if (problem === undefined) onClose();
          else setShowsProblem(true);
        }}
      />
    </Field>
  );
}
