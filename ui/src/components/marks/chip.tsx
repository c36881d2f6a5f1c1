import type { ComponentProps } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { cx } from '@/lib/text/cx';
import { hashHue } from '@/lib/text/hue';
import styles from './chip.module.css';

const messages = componentsMessages.chip;

export interface ChipProps extends ComponentProps<'span'> {
  /** The text, which determines the hue if there is none. */
  value: string;
  /** The hue, from 0 to 9. */
  hue?: number;
}

/** Shows one value of a small set (an enum, a role), with a color for each value. */
export function Chip({ value, hue, className, children, ...props }: ChipProps) {
  return (
    <span className={cx(styles.chip, className)} data-hue={hue ?? hashHue(value)} title={value} {...props}>
      <span className={styles.text}>{children ?? (value === '' ? messages.empty : value)}</span>
    </span>
  );
}
