import type { ComponentProps } from 'react';
import { cx } from '@/lib/text/cx';
import styles from './day-picker.module.css';

export interface DayPickerProps extends Pick<ComponentProps<'input'>, 'ref' | 'className'> {
  /** The selected day as 2026-11-20; '' for none. */
  value: string;
  onPick: (day: string) => void;
}

/**
 * The browser's date picker without a visible field. A button opens it with `showPicker()` of the element in `ref`.
 * `className` positions the invisible element, next to which the browser opens the picker.
 */
export function DayPicker({ className, onPick, ...props }: DayPickerProps) {
  return (
    <input
      type="date"
      className={cx(styles.picker, className)}
      tabIndex={-1}
      aria-hidden
      onChange={({ target }) => target.value !== '' && onPick(target.value)}
      {...props}
    />
  );
}
