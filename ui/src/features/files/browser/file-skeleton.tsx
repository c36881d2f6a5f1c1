import { Skeleton } from '@/components/feedback/skeleton';
import { filesMessages } from '../files-messages';
import type { FilesView } from '../page/files-state.utils';
import styles from './file-skeleton.module.css';

/** Widths of the placeholders for file names, in pixels. */
const nameWidths = [180, 132, 220, 96, 164, 140, 200, 118, 152, 190];

/** Placeholder for a folder's entries while they load. */
export function FileSkeleton({ view }: { view: FilesView }) {
  return (
    <div
      className={styles.skeleton}
      data-view={view}
      aria-busy="true"
      role="status"
      aria-label={filesMessages.browser.loading}
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
