import { Globe, Lock } from 'lucide-react';
import { Tooltip } from '@/components/overlays/tooltip';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Bucket, FilePrivileges } from '@/lib/api.gen';
import { describeLimits } from '@/lib/files/file-checks';
import { useWorkspace } from '@/lib/session';
import styles from './bucket-note.module.css';

/** Who can see a bucket's files, what it takes, and whether one may only look. */
export function BucketNote({
  bucket,
  privileges,
}: {
  bucket: Bucket | undefined;
  privileges: FilePrivileges;
}) {
  const { limits } = useWorkspace();
  if (!bucket) return null;
  const Icon = bucket.public ? Globe : Lock;
  const readOnly = privileges.insert === false && privileges.update === false && privileges.delete === false;
  const takes = describeLimits(bucket, limits);
  return (
    <>
      <Tooltip
        content={
          bucket.public
            ? 'Who knows a file’s address can open it, signed in or not.'
            : 'Policies decide who sees a file.'
        }
      >
        <button type="button" className={styles.note}>
          <Icon size={12} aria-hidden />
          <span className={styles.word}>{bucket.public ? 'Public' : 'Private'}</span>
        </button>
      </Tooltip>
      {readOnly ? (
        <span className={styles.note}>View only</span>
      ) : (
        <span className={styles.limits}>
          <VisuallyHidden>Takes </VisuallyHidden>
          {takes}
        </span>
      )}
    </>
  );
}
