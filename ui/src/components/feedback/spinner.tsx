import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { useDelayedFlag } from '@/lib/browser/use-delayed-flag';
import { cx } from '@/lib/text/cx';
import styles from './spinner.module.css';

const messages = componentsMessages;

export interface SpinnerProps extends ComponentProps<'span'> {
  /** The accessible name, which names the loading content. */
  label?: string;
  size?: number;
  /** Shows the indicator immediately instead of after 200 ms. */
  immediate?: boolean;
}

/** A loading indicator. It reserves its space immediately, and appears after 200 ms. */
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
