import { TriangleAlert } from 'lucide-react';
import styles from './column-notice.module.css';

export interface ColumnNoticeProps {
  text: string;
  /** The label of the button that removes the cause. */
  action: string;
  onAction: () => void;
}

/** A warning above the rows: the URL or the saved view names something that the table doesn't have. */
export function ColumnNotice({ text, action, onAction }: ColumnNoticeProps) {
  return (
    <div className={styles.notice} role="status">
      <TriangleAlert size={14} aria-hidden />
      <p dir="auto">{text}</p>
      <button type="button" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}
