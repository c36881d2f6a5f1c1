import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useDelayedFlag } from '@/lib/browser/use-delayed-flag';
import { cx } from '@/lib/cx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** Work is under way: the button can't be pressed, and past 200 ms it shows a spinner without changing its size. */
  pending?: boolean;
  icon?: ReactNode;
}

/** A button with a word on it. It doesn't submit a form unless type="submit". */
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
