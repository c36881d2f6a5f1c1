import { useState } from 'react';
import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import type { DayUnit } from '@/data/query/relative-days.utils';
import { toEnteredValue } from '@/data/values/checks/check-value';
import { formatDateForEdit, formatTimestampForEdit } from '@/data/values/dates/edit-dates';
import type { Column } from '@/lib/api.gen';
import { DateInput } from '@/table/inputs/date-input';
import styles from '../editor/filter-editor.module.css';
import { filtersMessages } from '../filters-messages';
import { formatDayChoice, listDayOptions, parseDayChoice } from './day-operand.utils';

const messages = filtersMessages.day;

const unitOptions: readonly { value: DayUnit; label: string }[] = [
  { value: 'd', label: messages.units.d },
  { value: 'w', label: messages.units.w },
  { value: 'm', label: messages.units.m },
  { value: 'y', label: messages.units.y },
];

export interface DayOperandProps {
  column: Column;
  value: string;
  autoFocus: boolean | undefined;
  onChange: (value: string) => void;
}

/**
 * Edits the operand of a filter on a date or time: a date, a period such as this week, or a number of days, weeks, months
 * or years before or after today. `value` is a date or the text of relative days, such as `today-7d`.
 */
export function DayOperand({ column, value, autoFocus, onChange }: DayOperandProps) {
  const withTime = column.kind !== 'date';
  const { choice, amount, unit } = parseDayChoice(value);
  // The text of the number, which can be empty while the user types.
  const [typed, setTyped] = useState(String(amount));
  const [date, setDate] = useState(() => String(toEnteredValue(column, value)));
  const enterDate = (text: string) => {
    setDate(text);
    onChange(text);
  };
  const isCounted = ['last', 'next', 'ago', 'ahead'].includes(choice);
  return (
    <span className={styles.days}>
      <Select
        aria-label={messages.choice}
        value={choice}
        onValueChange={(next) => {
          setDate('');
          onChange(formatDayChoice(next, Number(typed), unit));
        }}
        options={listDayOptions(withTime, choice)}
      />
      {isCounted && (
        <AmountOperand
          {...{ typed, unit }}
          onType={(text) => {
            setTyped(text);
            onChange(formatDayChoice(choice, Number(text), unit));
          }}
          onUnitChange={(next) => onChange(formatDayChoice(choice, amount, next))}
        />
      )}
      {choice === 'exact' && (
        <DateInput
          id={undefined}
          autoFocus={autoFocus}
          aria-label={withTime ? messages.dateTime : messages.date}
          placeholder={
            withTime ? formatTimestampForEdit('2026-11-20 14:30') : formatDateForEdit('2026-11-20')
          }
          withTime={withTime}
          value={date}
          onChange={enterDate}
        />
      )}
    </span>
  );
}

interface AmountOperandProps {
  /** The text of the number, which can be empty while the user types. */
  typed: string;
  unit: DayUnit;
  onType: (text: string) => void;
  onUnitChange: (unit: DayUnit) => void;
}

/** Edits a number of days, weeks, months or years. */
function AmountOperand({ typed, unit, onType, onUnitChange }: AmountOperandProps) {
  return (
    <span className={styles.count}>
      <Input
        id={undefined}
        type="number"
        min={1}
        max={9999}
        aria-label={messages.amount}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <Select
        id={undefined}
        aria-label={messages.unit}
        value={unit}
        onValueChange={(next) => onUnitChange(next as DayUnit)}
        options={unitOptions}
      />
    </span>
  );
}
