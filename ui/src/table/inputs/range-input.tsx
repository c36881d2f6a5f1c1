import { useState } from 'react';
import { useFieldControl } from '@/components/fields/field';
import { Input, type InputProps } from '@/components/fields/input';
import { checkBound, formatRange, parseEnteredRange, type Range } from '@/data/values/ranges/range.utils';
import { tableMessages } from '@/table/table-messages';
import { DateInput, getEnteredDay } from './date-input';
import type { DayLimits } from './date-picker/month-days.utils';
import type { FieldInputProps } from './field-input';
import styles from './range-input.module.css';

const messages = tableMessages.inputs;

/** Returns the initial range of a type. The last day of a range of dates is included by default. */
const createEmptyRange = (base: string): Range => ({
  lower: '',
  upper: '',
  isLowerInclusive: true,
  isUpperInclusive: base === 'daterange',
});

/** Returns the range in the entered text and the handlers that change its bounds; undefined if bounds can't represent the text. */
function useRange({ column, entry, onChange }: FieldInputProps) {
  const text = typeof entry === 'string' ? entry : '';
  // The text of a range without bounds does not contain which bounds are included, so `last` preserves that.
  const [last, setLast] = useState(
    () => parseEnteredRange(column.base, text) ?? createEmptyRange(column.base),
  );
  const range = text === '' ? { ...last, lower: '', upper: '' } : parseEnteredRange(column.base, text);
  // Decided once, so that the control does not change while the user types.
  const [isText] = useState(range === undefined);
  if (isText || !range) return undefined;
  const change = (changes: Partial<Range>) => {
    const next = { ...range, ...changes };
    setLast(next);
    onChange(next.lower === '' && next.upper === '' ? '' : formatRange(next));
  };
  // The user can paste a whole range into either bound.
  const enter = (bound: 'lower' | 'upper') => (typed: string) => {
    const whole = parseEnteredRange(column.base, typed.trim());
    if (!whole) return change({ [bound]: typed });
    setLast(whole);
    onChange(typed.trim());
  };
  return { range, change, enter };
}

/** The two bounds of a range, each with a toggle that includes or excludes it. A text input if bounds can't represent the value. */
export function RangeInput(props: FieldInputProps) {
  const { column, entry, placeholder, onChange } = props;
  const { 'aria-invalid': isInvalid } = useFieldControl();
  const edited = useRange(props);
  if (!edited) {
    return (
      <Input
        dir="auto"
        value={String(entry ?? '')}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const { range, change, enter } = edited;
  // Marks the invalid bound, or both bounds if only their combination is invalid.
  const [lowerWrong, upperWrong] = [range.lower, range.upper].map(
    (bound) => 'problem' in checkBound(column.base, bound),
  );
  const emptyPlaceholder = entry === null || entry === undefined || entry === '' ? placeholder : '';
  return (
    <span className={styles.range} data-wide={column.base.startsWith('ts') || undefined}>
      <BoundInput
        base={column.base}
        value={range.lower}
        max={getEnteredDay(range.upper) || undefined}
        aria-label={messages.rangeStart(column.title)}
        aria-invalid={isInvalid && (lowerWrong || !upperWrong) ? true : undefined}
        placeholder={emptyPlaceholder || messages.noStart}
        onEnter={enter('lower')}
        start={
          <BoundToggle
            label={range.isLowerInclusive ? messages.from : messages.after}
            action={range.isLowerInclusive ? messages.excludeStart : messages.includeStart}
            onClick={() => change({ isLowerInclusive: !range.isLowerInclusive })}
          />
        }
      />
      <BoundInput
        id={undefined}
        base={column.base}
        value={range.upper}
        min={getEnteredDay(range.lower) || undefined}
        aria-label={messages.rangeEnd(column.title)}
        aria-invalid={isInvalid && (upperWrong || !lowerWrong) ? true : undefined}
        placeholder={emptyPlaceholder || messages.noEnd}
        onEnter={enter('upper')}
        start={
          <BoundToggle
            label={range.isUpperInclusive ? messages.through : messages.before}
            action={range.isUpperInclusive ? messages.excludeEnd : messages.includeEnd}
            onClick={() => change({ isUpperInclusive: !range.isUpperInclusive })}
          />
        }
      />
    </span>
  );
}

interface BoundInputProps extends Omit<InputProps, 'value' | 'onChange' | 'min' | 'max'>, DayLimits {
  base: string;
  value: string;
  onEnter: (text: string) => void;
}

function BoundInput({ base, onEnter, min, max, ...props }: BoundInputProps) {
  if (base === 'daterange' || base === 'tsrange' || base === 'tstzrange') {
    return <DateInput {...props} {...{ min, max }} withTime={base !== 'daterange'} onChange={onEnter} />;
  }
  return <Input {...props} autoComplete="off" onChange={(event) => onEnter(event.target.value)} />;
}

function BoundToggle(props: { label: string; action: string; onClick: () => void }) {
  const { label, action, onClick } = props;
  return (
    <button
      type="button"
      className={styles.boundToggle}
      title={action}
      aria-label={messages.boundToggle(label, action)}
      onClick={onClick}
    >
      {label}
    </button>
  );
}
