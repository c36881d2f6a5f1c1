import { Clock3, Trash2, TriangleAlert } from 'lucide-react';
import type { RowSaveStatus } from '@/data/writes/edits/cell-statuses';
import { tableMessages } from '@/table/table-messages';
import styles from './save-status-icon.module.css';

export interface SaveStatusIconProps {
  status: RowSaveStatus;
  size?: number;
}

const icons: Record<RowSaveStatus, typeof Clock3> = {
  queued: Clock3,
  failed: TriangleAlert,
  pendingDelete: Trash2,
  failedDelete: TriangleAlert,
};

/** Marks an edit or a delete that the database does not contain. */
export function SaveStatusIcon({ status, size = 13 }: SaveStatusIconProps) {
  const Icon = icons[status];
  const label = tableMessages.unsaved[status];
  return (
    <span className={styles.icon} data-status={status} role="img" aria-label={label} title={label}>
      <Icon size={size} aria-hidden />
    </span>
  );
}
