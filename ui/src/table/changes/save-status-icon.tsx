import { Clock3, Trash2, TriangleAlert } from 'lucide-react';
import type { RowSaveStatus } from '@/data/writes/edits/table-edits';
import styles from './save-status-icon.module.css';

export interface SaveStatusIconProps {
  status: RowSaveStatus;
  size?: number;
}

const labels: Record<RowSaveStatus, string> = {
  waiting: 'Not saved yet: waits to be sent',
  stuck: 'Not saved: the database did not take it. All changes say why',
  deleting: 'Not deleted yet: waits to be sent',
  kept: 'Not deleted: the database did not take it. All changes say why',
};

const icons: Record<RowSaveStatus, typeof Clock3> = {
  waiting: Clock3,
  stuck: TriangleAlert,
  deleting: Trash2,
  kept: TriangleAlert,
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
