import { Globe, Lock } from 'lucide-react';
import { Tooltip } from '@/components/overlays/tooltip';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Bucket, FilePrivileges } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { describeLimits } from '@/lib/files/file-checks';
import { filesMessages } from '../files-messages';
import styles from './bucket-note.module.css';

const messages = filesMessages.bucketNote;

export interface BucketNoteProps {
  /** Undefined while the bucket is not loaded. */
  bucket: Bucket | undefined;
  privileges: FilePrivileges;
}

/** Shows whether a bucket is public, and which files it accepts or that it is view only. */
export function BucketNote({ bucket, privileges }: BucketNoteProps) {
  const { limits } = useWorkspace();
  if (!bucket) return null;
  const Icon = bucket.public ? Globe : Lock;
  const isViewOnly =
    privileges.insert === false && privileges.update === false && privileges.delete === false;
  return (
    <>
      <Tooltip content={bucket.public ? messages.publicHelp : messages.privateHelp}>
        <button type="button" className={styles.note}>
          <Icon size={12} aria-hidden />
          <span className={styles.label}>{bucket.public ? messages.public : messages.private}</span>
        </button>
      </Tooltip>
      {isViewOnly ? (
        <span className={styles.note}>{messages.viewOnly}</span>
      ) : (
        <span className={styles.limits}>
          <VisuallyHidden>{messages.accepts} </VisuallyHidden>
          {describeLimits(bucket, limits)}
        </span>
      )}
    </>
  );
}
