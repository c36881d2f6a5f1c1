import type { ComponentProps, ReactNode } from 'react';
import styles from './link-notice.module.css';

export interface LinkNoticeProps extends Pick<ComponentProps<'div'>, 'role'> {
  icon: ReactNode;
  tone?: 'danger' | 'accent';
  title: ReactNode;
  reason?: ReactNode;
  nextStep?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** Shows the result of a link: title, reason, next step and buttons. */
export function LinkNotice({
  icon,
  tone = 'accent',
  title,
  reason,
  nextStep,
  role,
  children,
}: LinkNoticeProps) {
  return (
    <div className={styles.notice}>
      <span className={styles.icon} data-tone={tone}>
        {icon}
      </span>
      <div className={styles.text} role={role}>
        <h1>{title}</h1>
        {reason && <p>{reason}</p>}
        {nextStep && <p>{nextStep}</p>}
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
