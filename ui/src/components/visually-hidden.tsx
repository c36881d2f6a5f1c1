import type { ComponentProps } from 'react';
import { cx } from '@/lib/text/cx';
import styles from './visually-hidden.module.css';

/** Content for assistive technology that is not visible. */
export function VisuallyHidden({ className, ...props }: ComponentProps<'span'>) {
  return <span className={cx(styles.hidden, className)} {...props} />;
}
