import { useEffect, useState } from 'react';
import type { Comment, CommentedRecord } from '@/data/comments/project-comments';
import { markRead, readUntil } from '@/data/comments/read-marks';
import { useStorageId } from '@/lib/auth/session';

/**
 * Marks the shown comments as read while the page is visible. Returns until when the user had read the conversation before
 * it was opened, in milliseconds since 1970.
 */
export function useReadMark(record: CommentedRecord, comments: readonly Comment[] | undefined): number {
  const storageId = useStorageId();
  const [readAt] = useState(() => readUntil(storageId, record));
  const last = comments?.at(-1)?.createdAt;
  useEffect(() => {
    const mark = () => {
      if (last && !document.hidden) markRead(storageId, record, last);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [storageId, record, last]);
  return readAt;
}
