import type { ComponentProps, ReactNode } from 'react';
import { cx } from '@/lib/text/cx';
import { useFieldControl } from './field';
import styles from './input.module.css';

export interface InputProps extends ComponentProps<'input'> {
  /** Shown inside the frame, before or after the text. */
  start?: ReactNode;
  end?: ReactNode;
}

/** A single-line text field. Inside a Field, it gets the field's id, hint and error. */
export function Input({ start, end, className, ...props }: InputProps) {
  return (
    <span className={cx(styles.frame, className)}>
      {start && <span className={styles.start}>{start}</span>}
      <input className={styles.input} {...useFieldControl()} {...props} />
      {end && <span className={styles.end}>{end}</span>}
    </span>
  );
}
