import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import { useFieldControl } from './field';
import styles from './textarea.module.css';
import { countTextRows } from './textarea.utils';

export interface TextareaProps extends ComponentProps<'textarea'> {
  /** For code, JSON and ids. */
  mono?: boolean;
}

/** Lines of text. It grows with them, up to half of the screen. */
export function Textarea({ mono = false, className, ...props }: TextareaProps) {
  return (
    <textarea
      className={cx(styles.textarea, className)}
      data-mono={mono || undefined}
      // Counts where the browser doesn’t size a field by its content.
      rows={countTextRows(props.value)}
      {...useFieldControl()}
      {...props}
    />
  );
}
