import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useDelayedFlag } from '@/lib/browser/use-delayed-flag';
import { cx } from '@/lib/text/cx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** Disables the button while its action runs, and shows a spinner after 200 ms without changing its size. */
  pending?: boolean;
  icon?: ReactNode;
}

/** A button with a label. It only submits a form with type="submit". */
export function Button({
  variant = 'secondary',
  size = 'md',
  pending = false,
  icon,
  className,
  children,
  ...props
}: ButtonProps) {
  const spinning = useDelayedFlag(pending);
  return (
    <button
      type="button"
      className={cx(styles.button, className)}
      data-variant={variant}
      data-size={size}
      data-state={pending ? 'pending' : 'idle'}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      {...props}
      onClick={pending ? (event) => event.preventDefault() : props.onClick}
    >
      <span className={styles.content} data-hidden={spinning || undefined}>
        {icon}
        {children}
      </span>
      {spinning && <LoaderCircle className={styles.spinner} aria-hidden />}
    </button>
  );
}
