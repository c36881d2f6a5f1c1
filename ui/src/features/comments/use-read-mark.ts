import { useEffect, useState } from 'react';
import type { Comment, CommentedRecord } from '@/data/comments/project-comments';
import { markRead, readUntil } from '@/data/comments/read-marks';
import { useUser } from '@/lib/auth/session';

/**
 * Marks the shown comments as read while the page is visible. Returns until when the user had read the conversation before
 * it was opened, in milliseconds since 1970.
 */
export function useReadMark(record: CommentedRecord, comments: readonly Comment[] | undefined): number {
  const user = useUser();
  const [readAt] = useState(() => readUntil(user.id, record));
  const last = comments?.at(-1)?.createdAt;
  useEffect(() => {
    const mark = () => {
      if (last && !document.hidden) markRead(user.id, record, last);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [user.id, record, last]);
  return readAt;
}
