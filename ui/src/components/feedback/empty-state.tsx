import type { ComponentProps, ReactNode } from 'react';
import { cx } from '@/lib/text/cx';
import styles from './empty-state.module.css';

export interface EmptyStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  icon?: ReactNode;
  /** The message, e.g. that there are no items. */
  title: ReactNode;
  /** The main action: create the first item, clear the filter, or retry. */
  action?: ReactNode;
}

/** Shown in place of an empty list: no items yet, no match, or no permission. */
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
