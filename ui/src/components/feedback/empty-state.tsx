import type { ComponentProps, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './empty-state.module.css';

export interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  icon?: ReactNode;
  /** What would be here. */
  title: ReactNode;
  /** The one action that makes the first, clears the filter, or asks again. */
  action?: ReactNode;
}

/** For nothing yet, no match, and no permission: a sentence and what to do. */
export function EmptyState({ icon, title, action, className, children, ...props }: EmptyStateProps) {
  return (
    <div className={cx(styles.empty, className)} {...props}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
