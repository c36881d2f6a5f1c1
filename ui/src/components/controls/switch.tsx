import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { useFieldControl } from '@/components/fields/field';
import { cx } from '@/lib/text/cx';
import styles from './switch.module.css';

/** A switch that takes effect immediately. Needs a Field, a label or aria-label. */
export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root className={cx(styles.track, className)} {...useFieldControl()} {...props}>
      <Radix.Thumb className={styles.thumb} />
    </Radix.Root>
  );
}
