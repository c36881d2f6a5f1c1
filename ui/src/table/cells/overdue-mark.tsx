import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { tableMessages } from '@/table/table-messages';
import styles from './overdue-mark.module.css';

/** A date that is late: in red and with an icon, because color alone is not enough. `isLate` false shows only the content. */
export function OverdueMark({ isLate, children }: { isLate: boolean; children: ReactNode }) {
  if (!isLate) return children;
  return (
    <span className={styles.overdue}>
      <CircleAlert size={13} role="img" aria-label={tableMessages.cells.overdue} />
      {children}
    </span>
  );
}
