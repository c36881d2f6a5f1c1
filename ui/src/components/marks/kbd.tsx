import type { ComponentProps } from 'react';
import { formatKeys } from '@/lib/browser/keyboard/keyboard';
import { cx } from '@/lib/text/cx';
import styles from './kbd.module.css';

export interface KbdProps extends ComponentProps<'kbd'> {
  /** The shortcut, e.g. "mod+k" (see Shortcut.keys). */
  keys: string;
}

/** A shortcut, with the labels of the device's keyboard: "⌘K" or "Ctrl K". */
export function Kbd({ keys, className, ...props }: KbdProps) {
  const labels = formatKeys(keys);
  return (
    <kbd className={cx(styles.kbd, className)} {...props}>
      {labels.every((label) => label.length === 1) ? labels.join('') : labels.join(' ')}
    </kbd>
  );
}
