import type { ComponentProps } from 'react';
import { cx } from '@/lib/text/cx';
import { useFieldControl } from './field';
import styles from './textarea.module.css';
import { countTextRows } from './textarea.utils';

export interface TextareaProps extends ComponentProps<'textarea'> {
  /** Uses a monospaced font, for code, JSON and ids. */
  mono?: boolean;
}

/** Length in characters from which a field has a fixed size: the browser measures a growing field at each key press. */
const maxGrowingLength = 100_000;

/** A multi-line text field. It grows with its text, up to half of the screen. */
export function Textarea({ mono = false, className, ...props }: TextareaProps) {
  return (
    <textarea
      className={cx(styles.textarea, className)}
      data-mono={mono || undefined}
      data-fixed={(typeof props.value === 'string' && props.value.length > maxGrowingLength) || undefined}
      // For browsers without `field-sizing: content`.
      rows={countTextRows(props.value)}
      {...useFieldControl()}
      {...props}
    />
  );
}
