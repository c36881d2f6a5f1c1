import { type ReactNode, useId, useState } from 'react';
import { shellMessages } from '../shell-messages';
import styles from './sidebar.module.css';

/** Number of links before "Show more", so that 200 buckets do not displace the other sections. */
const initialCount = 24;

export interface NavSectionProps<T> {
  heading: string;
  items: readonly T[];
  /** Whether an item is the open page, which is visible even if it is beyond the initial links. */
  isCurrent: (item: T) => boolean;
  children: (item: T) => ReactNode;
}

/** A group of links under a heading. */
export function NavSection<T>({ heading, items, isCurrent, children }: NavSectionProps<T>) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const visibleItems = showsAll ? items : items.filter((item, i) => i < initialCount || isCurrent(item));
  const more = items.length - visibleItems.length;
  return (
    <div className={styles.section}>
      <h2 id={id} className={styles.heading} dir="auto">
        {heading}
      </h2>
      <ul aria-labelledby={id}>{visibleItems.map(children)}</ul>
      {more > 0 && (
        <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
          {shellMessages.showMore(more)}
        </button>
      )}
    </div>
  );
}
