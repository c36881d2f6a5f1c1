import { Spinner } from '@/components/feedback/spinner';
import type { Pages } from '@/data/paging/segments/pages';
import { plural } from '@/lib/format';
import styles from './status-bar.module.css';

/** How many rows a grid has, and how sure that is. */
export function RowTotal({ pages }: { pages: Pages }) {
  const { count } = pages;
  if (!count) return pages.error ? '' : 'Loading…';
  if (count.exact) return plural(count.count, 'row');
  return (
    <>
      <span title="The database’s estimate">≈ {plural(count.count, 'row')}</span>
      {pages.counting ? (
        <>
          <Spinner size={12} label="" /> counting…
          <button type="button" className={styles.link} onClick={pages.stopCounting}>
            Stop
          </button>
        </>
      ) : (
        <button type="button" className={styles.link} onClick={pages.countExactly}>
          exact
        </button>
      )}
    </>
  );
}
