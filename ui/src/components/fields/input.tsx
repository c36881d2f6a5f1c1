import type { ComponentProps, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { useFieldControl } from './field';
import styles from './input.module.css';

export interface InputProps extends ComponentProps<'input'> {
  /** Inside the frame, before and after the text. */
  start?: ReactNode;
  end?: ReactNode;
}

/** One line of text. */
export function Input({ start, end, className, ...props }: InputProps) {
  return (
    <span className={cx(styles.frame, className)}>
      {start && <span className={styles.start}>{start}</span>}
      <input className={styles.input} {...useFieldControl()} {...props} />
      {end && <span className={styles.end}>{end}</span>}
    </span>
  );
}
