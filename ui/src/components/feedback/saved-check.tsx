import { useEffect, useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { VisuallyHidden } from '@/components/visually-hidden';
import styles from './saved-check.module.css';

const messages = componentsMessages;

export interface SavedCheckProps {
  /** Changes with each save: the check draws itself anew. Nothing is shown for null. */
  saveId: string | number | null;
  size?: number;
  /** Spoken politely once; "" where something else says it. */
  label?: string;
}

/** How long the check stays before it fades, in milliseconds; see the keyframes. */
const visibleDuration = 1_800;

/** A check-circle that draws itself when something was saved, and fades. Takes its room only while shown. */
export function SavedCheck({ saveId, size = 14, label = messages.saved }: SavedCheckProps) {
  const [shown, setShown] = useState<string | number | null>(null);
  useEffect(() => {
    setShown(saveId);
    if (saveId === null) return;
    const timer = setTimeout(() => setShown(null), visibleDuration);
    return () => clearTimeout(timer);
  }, [saveId]);
  return (
    <span role="status" className={styles.check}>
      {shown !== null && (
        <svg key={shown} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="10" pathLength={1} />
          <path d="m8 12.5 3 3 5.5-6" pathLength={1} />
        </svg>
      )}
      {shown !== null && label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
