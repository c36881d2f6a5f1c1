import type { ChangeEvent } from 'react';
import { Input, type InputProps } from '@/components/fields/input';
import styles from './code-input.module.css';

/** Whether an input event is no single key: the code was pasted, or filled in by the device or the browser. */
function isFilledIn(event: Event): boolean {
  const { inputType = '', data = '' } = event as Partial<InputEvent>;
  if (inputType.startsWith('delete')) return false;
  return inputType !== 'insertText' || (data?.length ?? 0) > 1;
}

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
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const code = target.value.replace(/\D/g, '').slice(0, maxLength);
    onValueChange(code);
    const isExact = minLength === maxLength && code.length === maxLength && code !== value;
    if (isExact || (code.length >= minLength && isFilledIn(nativeEvent))) onComplete(code);
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
