import { type ReactNode, useId, useState } from 'react';
import styles from './sidebar.module.css';

/** More than these need asking for, so that 200 buckets don't push the rest out of sight. */
const initialCount = 24;

export interface NavSectionProps<T> {
  heading: string;
  items: readonly T[];
  /** One that must be shown even if it is far down: the page that is open. */
  isCurrent: (item: T) => boolean;
  children: (item: T) => ReactNode;
}

/** A group of links under a heading. */
export function NavSection<T>({ heading, items, isCurrent, children }: NavSectionProps<T>) {
  const id = useId();
  const [all, setAll] = useState(false);
  const shown = all ? items : items.filter((item, i) => i < initialCount || isCurrent(item));
  const more = items.length - shown.length;
  return (
    <div className={styles.section}>
      <h2 id={id} className={styles.heading} dir="auto">
        {heading}
      </h2>
      <ul aria-labelledby={id}>{shown.map(children)}</ul>
      {more > 0 && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          Show {more.toLocaleString()} more
        </button>
      )}
    </div>
  );
}
