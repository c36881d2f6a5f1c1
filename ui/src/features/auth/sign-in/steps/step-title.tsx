import type { ReactNode } from 'react';
import styles from '../sign-in-form.module.css';

/** The heading of a step of the sign-in, with an explanation. */
export function StepTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.stepTitle}>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
    </div>
  );
}
