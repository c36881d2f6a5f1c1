import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { findCommentsTable } from '@/data/comments/project-comments';
import { getReadVersion, onRead, readUntil } from '@/data/comments/read-marks';
import { type MentionNote, mentionsQuery } from '@/data/follows/follow-queries';
import type { NotificationState, NotificationStore } from '@/data/follows/notification-store';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { useSchema, useStorageId, useUser } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import type { NotificationItem } from './notification-items';
import { notificationsMessages as messages } from './notifications-messages';

/** Returns notifications of comments that mention the user and that they have not read, and the function that marks them as read. */
export function useUnreadMentions(store: NotificationStore, { mentionsSeenAt }: NotificationState) {
  const schema = useSchema();
  const user = useUser();
  const storageId = useStorageId();
  const { data } = useQuery(mentionsQuery(findCommentsTable(schema), user.id));
  const readVersion = useSyncExternalStore(onRead, getReadVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks of read comments changed
  return useMemo(() => {
    const unread = (data ?? []).filter(
      ({ createdAt, schema: tableSchema, table, recordKey }) =>
        createdAt > mentionsSeenAt &&
        createdAt > readUntil(storageId, { schema: tableSchema, table, key: recordKey }),
    );
    const newest = Math.max(0, ...(data ?? []).map(({ createdAt }) => createdAt));
    return {
      items: unread.map((note) => toItem(note)),
      markRead: () => store.setMentionsSeen(newest),
    };
  }, [data, mentionsSeenAt, storageId, readVersion, store, schema]);

  function toItem(note: MentionNote): NotificationItem {
    const table = findTable(schema, note.schema, note.table);
    const key = parseKey(note.recordKey);
    const record = table?.primaryKey.map((column, i) => ({ column, value: key[i] ?? '' }));
    return {
      id: `mention ${note.id}`,
      kind: 'mention',
      text: messages.mentioned(note.author || messages.someone, table?.title ?? note.table),
      href: hrefs.record(note.schema, note.table, record ? formatRecord(record) : ''),
    };
  }
}

/** Returns the texts of a comment's record key. */
function parseKey(recordKey: string): string[] {
  try {
    const parsed: unknown = JSON.parse(recordKey);
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
}
