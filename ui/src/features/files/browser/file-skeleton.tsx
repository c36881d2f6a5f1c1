import { Skeleton } from '@/components/feedback/skeleton';
import type { FilesView } from '../page/files-state.utils';
import styles from './file-skeleton.module.css';

const nameWidths = [180, 132, 220, 96, 164, 140, 200, 118, 152, 190];

/** A folder's outline while it loads. */
export function FileSkeleton({ view }: { view: FilesView }) {
  return (
    <div
      className={styles.skeleton}
      data-view={view}
      aria-busy="true"
      role="status"
      aria-label="Loading files"
    >
      {nameWidths.map((width) => (
        <div key={width} className={styles.entry}>
          <Skeleton className={styles.picture} width="" height="" />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
