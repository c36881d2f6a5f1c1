import { anyColumn } from '@/data/live/refresh/changed-cells';
import styles from './change-flash.module.css';
import { useRowChanges } from './use-row-changes';

/** Marks a value, or a card without a column, for a moment after another user changed it. Its parent must be positioned. */
export function ChangeFlash({ rowKey, column = anyColumn }: { rowKey: string; column?: string }) {
  const stamp = useRowChanges(rowKey)?.get(column);
  return stamp !== undefined && <FlashMark key={stamp} column={column} />;
}

/** A mark that fades out. Render it with the stamp of the change as key, so that it starts again with each change. */
export function FlashMark({ column }: { column: string }) {
  return <span className={styles.flash} data-changed={column} aria-hidden />;
}
