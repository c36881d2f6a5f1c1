import { Spinner } from '@/components/feedback/spinner';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { tableMessages } from '@/table/table-messages';
import styles from './status-bar.module.css';

const messages = tableMessages.view;

/** The number of rows of a view; an estimate has a button that counts exactly. */
export function RowTotal({ pages }: { pages: PagedRows }) {
  const { count } = pages;
  if (!count) return pages.error ? '' : messages.loading;
  if (count.exact) return messages.rows(count.count);
  return (
    <>
      <span title={messages.estimate}>≈ {messages.rows(count.count)}</span>
      {pages.isCounting ? (
        <>
          <Spinner size={12} label="" /> {messages.counting}
          <button type="button" className={styles.link} onClick={pages.stopCounting}>
            {messages.stop}
          </button>
        </>
      ) : (
        <button type="button" className={styles.link} onClick={pages.countExactly}>
          {messages.countExactly}
        </button>
      )}
    </>
  );
}
