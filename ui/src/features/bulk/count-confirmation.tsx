import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { formatCount } from '@/lib/format';

export interface CountConfirmationProps {
  count: number;
  value: string;
  onChange: (value: string) => void;
}

/** A number to type, so that nobody changes thousands of rows by a slip of the hand. */
export function CountConfirmation({ count, value, onChange }: CountConfirmationProps) {
  return (
    <Field label={`Type ${formatCount(count)} to confirm`}>
      <Input
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
