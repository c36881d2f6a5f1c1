import { Clock3, TriangleAlert } from 'lucide-react';
import styles from './waiting-mark.module.css';

export interface WaitingMarkProps {
  phase: 'waiting' | 'stuck';
  size?: number;
}

const words = {
  waiting: 'Not saved yet: waits to be sent',
  stuck: 'Not saved: the database did not take it. All changes say why',
} as const;

/** Marks a value that was entered here and isn't in the database. */
export function WaitingMark({ phase, size = 13 }: WaitingMarkProps) {
  const Icon = phase === 'waiting' ? Clock3 : TriangleAlert;
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
