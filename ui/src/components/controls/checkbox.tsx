import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { useFieldControl } from '@/components/fields/field';
import { cx } from '@/lib/text/cx';
import styles from './checkbox.module.css';

/**
 * A checkbox: on, off, or "indeterminate" if some of several items are selected. Needs a Field, a label or aria-label.
 */
export function Checkbox({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root className={cx(styles.box, className)} {...useFieldControl()} {...props}>
      <Radix.Indicator className={styles.mark}>
        {props.checked === 'indeterminate' ? <Minus aria-hidden /> : <Check aria-hidden />}
      </Radix.Indicator>
    </Radix.Root>
  );
}
