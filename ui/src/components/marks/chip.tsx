import type { ComponentProps } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { cx } from '@/lib/text/cx';
import { getIndexHue, hashHue } from '@/lib/text/hue';
import styles from './chip.module.css';

const messages = componentsMessages.chip;

export interface ChipProps extends ComponentProps<'span'> {
  /** The text, which determines the hue if there is no index. */
  value: string;
  /** The value's index in its enum, which determines the hue. */
  index?: number;
}

/** Shows one value of a small set (an enum, a role), with a color for each value. */
export function Chip({ value, index, className, children, ...props }: ChipProps) {
  const hue = index === undefined || index < 0 ? hashHue(value) : getIndexHue(index);
  return (
    <span className={cx(styles.chip, className)} data-hue={hue} title={value} {...props}>
      <span className={styles.text}>{children ?? (value === '' ? messages.empty : value)}</span>
    </span>
  );
}
