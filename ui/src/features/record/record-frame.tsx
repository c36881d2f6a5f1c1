import { SearchX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { EmptyState } from '@/components/feedback/empty-state';
import { Skeleton } from '@/components/feedback/skeleton';
import { recordMessages } from './record-messages';
import styles from './record-panel.module.css';

const messages = recordMessages.panel;

/** Explains why there is no record to show. */
export function NoRecord({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <RecordFrame onClose={onClose}>
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={title}
        action={<Button onClick={onClose}>{messages.close}</Button>}
      >
        {children}
      </EmptyState>
    </RecordFrame>
  );
}

/** The frame of a record that is loading or can't be shown, with a button to close it. */
export function RecordFrame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <>
      <div className={styles.bar}>
        <IconButton label={messages.close} keys="escape" icon={<X aria-hidden />} onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
    </>
  );
}

/** The placeholder of a record while it is loading. */
export function RecordSkeleton({ onClose }: { onClose: () => void }) {
  return (
    <RecordFrame onClose={onClose}>
      <div className={styles.skeleton} aria-busy>
        <Skeleton width="55%" height={22} />
        {[1, 2, 3, 4, 5].map((line) => (
          <span key={line} className={styles.skeletonField}>
            <Skeleton width="28%" height={10} />
            <Skeleton height="var(--control)" />
          </span>
        ))}
      </div>
    </RecordFrame>
  );
}
