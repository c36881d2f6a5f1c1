import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { useDelayedFlag } from '@/lib/browser/use-delayed-flag';
import { cx } from '@/lib/cx';
import styles from './spinner.module.css';

const messages = componentsMessages;

export interface SpinnerProps extends ComponentProps<'span'> {
  /** The accessible name: what is loading. */
  label?: string;
  size?: number;
  /** Shown at once rather than after 200 ms. */
  immediate?: boolean;
}

/** A loading indicator. It reserves its space at once, and appears after 200 ms. */
export function Spinner({
  label = messages.loading,
  size = 16,
  immediate = false,
  className,
  ...props
}: SpinnerProps) {
  const late = useDelayedFlag(!immediate);
  return (
    <span role="status" aria-label={label} className={cx(styles.spinner, className)} {...props}>
      <LoaderCircle size={size} data-shown={immediate || late || undefined} aria-hidden />
    </span>
  );
}
