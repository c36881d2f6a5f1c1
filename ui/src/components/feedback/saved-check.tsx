import { useEffect, useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { VisuallyHidden } from '@/components/visually-hidden';
import styles from './saved-check.module.css';

const messages = componentsMessages;

export interface SavedCheckProps {
  /** A change starts the animation, so it must differ for each save. Null shows nothing. */
  saveId: string | number | null;
  size?: number;
  /** The announcement for screen readers; "" if another element announces it. */
  label?: string;
}

/** The time until the check mark fades, in milliseconds; see the keyframes. */
const visibleDuration = 1_800;

/** Shows an animated check mark after a save, then fades. Uses space only while it is visible. */
export function SavedCheck({ saveId, size = 14, label = messages.saved }: SavedCheckProps) {
  const [visibleSaveId, setVisibleSaveId] = useState<string | number | null>(null);
  useEffect(() => {
    setVisibleSaveId(saveId);
    if (saveId === null) return;
    const timer = setTimeout(() => setVisibleSaveId(null), visibleDuration);
    return () => clearTimeout(timer);
  }, [saveId]);
  return (
    <span role="status" className={styles.check}>
      {visibleSaveId !== null && (
        <svg key={visibleSaveId} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="10" pathLength={1} />
          <path d="m8 12.5 3 3 5.5-6" pathLength={1} />
        </svg>
      )}
      {visibleSaveId !== null && label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
