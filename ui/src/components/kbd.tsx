import type { ComponentProps } from 'react';
import { formatKeys } from '@/lib/browser/keyboard';
import { cx } from '@/lib/cx';
import styles from './kbd.module.css';

export interface KbdProps extends ComponentProps<'kbd'> {
  /** A shortcut as `lib/shortcuts` writes it, e.g. "mod+k". */
  keys: string;
}

/** A shortcut, as printed on this device's keyboard. */
export function Kbd({ keys, className, ...props }: KbdProps) {
  const printed = formatKeys(keys);
  return (
    <kbd className={cx(styles.kbd, className)} {...props}>
      {printed.every((key) => key.length === 1) ? printed.join('') : printed.join(' ')}
    </kbd>
  );
}
