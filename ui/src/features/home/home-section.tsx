import { type ReactNode, useId } from 'react';
import styles from './home-page.module.css';

/** A part of the home page with its heading. */
export function HomeSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      {children}
    </section>
  );
}
