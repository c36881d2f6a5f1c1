import { useState } from 'react';
import { useFieldControl } from '@/components/fields/field';
import { Input, type InputProps } from '@/components/fields/input';
import { checkBound, formatRange, parseRange, type Range } from '@/data/values/range.utils';
import { DateInput } from './date-input';
import type { FieldInputProps } from './field-input';
import styles from './range-input.module.css';

/** What a range of this type begins as: days are counted with the last one. */
const createEmptyRange = (base: string): Range => ({
  lower: '',
  upper: '',
  isLowerInclusive: true,
  isUpperInclusive: base === 'daterange',
});

/** The range that a text is, and what entering one of its bounds makes of it; none where no bounds can say it. */
function useRange({ column, entry, onChange }: FieldInputProps) {
  const text = typeof entry === 'string' ? entry : '';
  // A text without bounds doesn't tell which are included: a bound that is cleared to be typed anew keeps that.
  const [last, setLast] = useState(() => parseRange(text) ?? createEmptyRange(column.base));
  const range = text === '' ? { ...last, lower: '', upper: '' } : parseRange(text);
  // Judged once: the control must not become another one under a person's hands.
  const [isText] = useState(range === undefined);
  if (isText || !range) return undefined;
  const change = (changes: Partial<Range>) => {
    const next = { ...range, ...changes };
    setLast(next);
    onChange(next.lower === '' && next.upper === '' ? '' : formatRange(next));
  };
  // A whole range may be pasted into either bound.
  const enter = (bound: 'lower' | 'upper') => (typed: string) => {
    const whole = parseRange(typed.trim());
    if (!whole) return change({ [bound]: typed });
    setLast(whole);
    onChange(typed.trim());
  };
  return { range, change, enter };
}

/** A range as its two bounds, each beside whether it is in the range itself. What no bounds can say is a text. */
export function RangeInput(props: FieldInputProps) {
  const { column, entry, placeholder, onChange } = props;
  const { 'aria-invalid': refused } = useFieldControl();
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
  // The bound that is wrong is marked, both where it is the two together.
  const [lowerWrong, upperWrong] = [range.lower, range.upper].map(
    (bound) => 'problem' in checkBound(column.base, bound),
  );
  const none = entry === null || entry === undefined || entry === '' ? placeholder : '';
  return (
    <span className={styles.range} data-wide={column.base.startsWith('ts') || undefined}>
      <BoundInput
        base={column.base}
        value={range.lower}
        aria-label={`${column.title} from`}
        aria-invalid={refused && (lowerWrong || !upperWrong) ? true : undefined}
        placeholder={none || 'no start'}
        onEnter={enter('lower')}
        start={
          <BoundToggle
            label={range.isLowerInclusive ? 'from' : 'after'}
            action={range.isLowerInclusive ? 'Leave the start itself out' : 'Include the start itself'}
            onClick={() => change({ isLowerInclusive: !range.isLowerInclusive })}
          />
        }
      />
      <BoundInput
        id={undefined}
        base={column.base}
        value={range.upper}
        aria-label={`${column.title} to`}
        aria-invalid={refused && (upperWrong || !lowerWrong) ? true : undefined}
        placeholder={none || 'no end'}
        onEnter={enter('upper')}
        start={
          <BoundToggle
            label={range.isUpperInclusive ? 'through' : 'before'}
            action={range.isUpperInclusive ? 'Leave the end itself out' : 'Include the end itself'}
            onClick={() => change({ isUpperInclusive: !range.isUpperInclusive })}
          />
        }
      />
    </span>
  );
}

interface BoundInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  base: string;
  value: string;
  onEnter: (text: string) => void;
}

function BoundInput({ base, onEnter, ...props }: BoundInputProps) {
  if (base === 'daterange' || base === 'tsrange' || base === 'tstzrange') {
    return <DateInput {...props} withTime={base !== 'daterange'} onChange={onEnter} />;
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
      aria-label={`${label}. ${action}`}
      onClick={onClick}
    >
      {label}
    </button>
  );
}
