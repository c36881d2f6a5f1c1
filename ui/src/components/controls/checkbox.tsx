import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { useFieldControl } from '@/components/fields/field';
import { cx } from '@/lib/cx';
import styles from './checkbox.module.css';

/** On, off, or "indeterminate" for some of many. Give it a Field, a label or aria-label. */
export function Checkbox({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root className={cx(styles.box, className)} {...useFieldControl()} {...props}>
      <Radix.Indicator className={styles.mark}>
        {props.checked === 'indeterminate' ? <Minus aria-hidden /> : <Check aria-hidden />}
      </Radix.Indicator>
    </Radix.Root>
  );
}
