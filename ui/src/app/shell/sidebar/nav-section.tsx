import { type ReactNode, useId, useState } from 'react';
import { shellMessages } from '../shell-messages';
import styles from './sidebar.module.css';

/** Number of links before "Show more", so that 200 buckets do not displace the other sections. */
export const maxInitialLinks = 24;

export interface NavSectionProps<T> {
  heading: string;
  items: readonly T[];
  /** Whether an item is the open page, which is visible even if it is beyond the initial links. */
  isCurrent: (item: T) => boolean;
  /** Returns the texts by which an item is found. Long sections with it have a filter. */
  searchTexts?: (item: T) => readonly string[];
  /** Number of links before "Show more"; `maxInitialLinks` by default. */
  initialCount?: number;
  children: (item: T) => ReactNode;
}

/** A group of links under a heading. */
export function NavSection<T>(props: NavSectionProps<T>) {
  const { heading, items, isCurrent, searchTexts, initialCount = maxInitialLinks, children } = props;
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const [text, setText] = useState('');
  const term = text.trim().toLocaleLowerCase();
  const isFiltered = searchTexts !== undefined && term !== '';
  const matches = isFiltered
    ? items.filter((item) => searchTexts(item).some((own) => own.toLocaleLowerCase().includes(term)))
    : items;
  const visibleItems =
    showsAll || isFiltered ? matches : items.filter((item, i) => i < initialCount || isCurrent(item));
  const more = matches.length - visibleItems.length;
  return (
    <div className={styles.section}>
      <h2 id={id} className={styles.heading} dir="auto">
        {heading}
      </h2>
      {searchTexts && items.length > initialCount && (
        <input
          type="search"
          className={styles.filter}
          value={text}
          placeholder={shellMessages.filterSection(heading)}
          aria-label={shellMessages.filterSection(heading)}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {isFiltered && matches.length === 0 && (
        <p className={styles.noMatches}>{shellMessages.noSectionMatches}</p>
      )}
      <ul aria-labelledby={id}>{visibleItems.map(children)}</ul>
      {more > 0 && (
        <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
          {shellMessages.showMore(more)}
        </button>
      )}
    </div>
  );
}
