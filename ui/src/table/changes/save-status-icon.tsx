import { Clock3, Trash2, TriangleAlert } from 'lucide-react';
import type { RowSaveStatus } from '@/data/writes/edits/table-edits';
import styles from './save-status-icon.module.css';

export interface SaveStatusIconProps {
  status: RowSaveStatus;
  size?: number;
}

const labels: Record<RowSaveStatus, string> = {
  queued: 'Not saved yet: waits to be sent',
  failed: 'Not saved: the database did not take it. All changes say why',
  pendingDelete: 'Not deleted yet: waits to be sent',
  failedDelete: 'Not deleted: the database did not take it. All changes say why',
};

const icons: Record<RowSaveStatus, typeof Clock3> = {
  queued: Clock3,
  failed: TriangleAlert,
  pendingDelete: Trash2,
  failedDelete: TriangleAlert,
};

/** Marks what was entered or deleted here and isn't so in the database. */
export function SaveStatusIcon({ status, size = 13 }: SaveStatusIconProps) {
  const Icon = icons[status];
  return (
    <span
      className={styles.icon}
      data-phase={status}
      role="img"
      aria-label={labels[status]}
      title={labels[status]}
    >
      <Icon size={size} aria-hidden />
    </span>
  );
}
