import { Clock3, Trash2, TriangleAlert } from 'lucide-react';
import type { RowPhase } from '@/data/writes/edits/edits';
import styles from './waiting-mark.module.css';

export interface WaitingMarkProps {
  phase: RowPhase;
  size?: number;
}

const words: Record<RowPhase, string> = {
  waiting: 'Not saved yet: waits to be sent',
  stuck: 'Not saved: the database did not take it. All changes say why',
  deleting: 'Not deleted yet: waits to be sent',
  kept: 'Not deleted: the database did not take it. All changes say why',
};

const icons: Record<RowPhase, typeof Clock3> = {
  waiting: Clock3,
  stuck: TriangleAlert,
  deleting: Trash2,
  kept: TriangleAlert,
};

/** Marks what was entered or deleted here and isn't so in the database. */
export function WaitingMark({ phase, size = 13 }: WaitingMarkProps) {
  const Icon = icons[phase];
  return (
    <span
      className={styles.mark}
      data-phase={phase}
      role="img"
      aria-label={words[phase]}
      title={words[phase]}
    >
      <Icon size={size} aria-hidden />
    </span>
  );
}
