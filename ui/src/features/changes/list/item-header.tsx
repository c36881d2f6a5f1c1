import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatDateTime, formatRecent } from '@/lib/text/format';
import styles from './change-item.module.css';

export interface ItemHeaderProps {
  /** The text before the rows: 'Edited'. */
  title: ReactNode;
  /** The heading of the row or the number of rows; undefined if the title contains it. */
  rowsText: string | undefined;
  /** The address of the row's record; undefined if there is none. */
  href: string | undefined;
  tableTitle: string;
  /** Milliseconds since 1970. */
  time: number;
  /** The status after the time. */
  status: ReactNode;
  /** The buttons. */
  children: ReactNode;
  /** Called when the link is followed, to close the list. */
  onLeave: () => void;
}

/** The header of an item in the list of changes: title, changed rows, table, time, status and buttons. */
export function ItemHeader(props: ItemHeaderProps) {
  const { title, rowsText, href, tableTitle, time, status, children, onLeave } = props;
  const date = new Date(time);
  return (
    <header className={styles.head}>
      <span className={styles.title}>
        {title}{' '}
        {rowsText !== undefined &&
          (href === undefined ? (
            <b className={styles.rowsText} dir="auto">
              {rowsText}
            </b>
          ) : (
            <Link href={href} className={styles.rowsText} dir="auto" onClick={onLeave}>
              {rowsText}
            </Link>
          ))}
      </span>
      <span className={styles.location}>
        <span dir="auto">{tableTitle}</span> ·{' '}
        <time dateTime={date.toISOString()} title={formatDateTime(date)}>
          {formatRecent(date)}
        </time>
        {status}
      </span>
      <span className={styles.tools}>{children}</span>
    </header>
  );
}
