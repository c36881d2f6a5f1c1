import { Spinner } from '@/components/feedback/spinner';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { formatPlural } from '@/lib/format';
import styles from './status-bar.module.css';

/** How many rows a grid has, and how sure that is. */
export function RowTotal({ pages }: { pages: PagedRows }) {
  const { count } = pages;
  if (!count) return pages.error ? '' : 'Loading…';
  if (count.exact) return formatPlural(count.count, 'row');
  return (
    <>
      <span title="The database’s estimate">≈ {formatPlural(count.count, 'row')}</span>
      {pages.isCounting ? (
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
