import type { ReactNode } from 'react';
import { tableMessages } from '@/table/table-messages';
import styles from './overdue-mark.module.css';

/** A date that is late: in red and with an icon, because color alone is not enough. `isLate` false shows only the content. */
export function OverdueMark({ isLate, children }: { isLate: boolean; children: ReactNode }) {
  if (!isLate) return children;
  return (
    <span className={styles.overdue}>
      <svg
        viewBox="0 0 24 24"
        width={13}
        height={13}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        role="img"
        aria-label={tableMessages.cells.overdue}
      >
        <path d="M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 8v4M12 16h.01" />
      </svg>
      {children}
    </span>
  );
}
