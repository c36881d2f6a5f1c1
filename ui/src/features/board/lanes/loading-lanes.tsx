import { Skeleton } from '@/components/feedback/skeleton';
import styles from '../board.module.css';

/** The skeleton of a board while its lanes are loading. */
export function LoadingLanes() {
  return (
    <div className={styles.board} aria-busy>
      {[3, 5, 2, 4].map((cards) => (
        <div key={cards} className={styles.loading}>
          <Skeleton width="45%" height={13} />
          {Array.from({ length: cards }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
            <Skeleton key={i} height={88} />
          ))}
        </div>
      ))}
    </div>
  );
}
