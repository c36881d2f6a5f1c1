import type { ChangeEvent } from 'react';
import { Input, type InputProps } from '@/components/fields/input';
import styles from './code-input.module.css';

export interface CodeInputProps extends Omit<InputProps, 'value' | 'onChange' | 'minLength' | 'maxLength'> {
  value: string;
  /** The number of digits: the exact one if both are equal. */
  minLength: number;
  maxLength: number;
  onValueChange: (code: string) => void;
  /** Called when the code is certainly complete: it was pasted or filled in by the device, or has its exact length. */
  onComplete: (code: string) => void;
}

/** Input for the digits of a one-time code. Ignores spaces and dashes, also in a pasted code. */
export function CodeInput(props: CodeInputProps) {
  const { value, minLength, maxLength, onValueChange, onComplete, ...inputProps } = props;
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const code = target.value.replace(/\D/g, '').slice(0, maxLength);
    onValueChange(code);
    const isFilledIn = code.length - value.length >= minLength;
    const isExact = minLength === maxLength && code.length === maxLength && code !== value;
    if (isFilledIn || isExact) onComplete(code);
  };
  return (
    <Input
      {...inputProps}
      className={styles.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={change}
    />
  );
}
