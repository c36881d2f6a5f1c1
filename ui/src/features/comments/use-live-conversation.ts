import { use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { formatConversationTopic, LiveConversation } from '@/data/comments/live-conversation';
import type { CommentedRecord } from '@/data/comments/project-comments';
import { LiveContext } from '@/data/live/live-state';
import { onPresenceModeChange, readPresenceMode } from '@/data/live/presence/presence-mode';
import { useUser } from '@/lib/auth/session';

/**
 * Joins the channel of a record's conversation while the component is mounted, as the user's choice about presence allows
 * it. `record` must be the same object until the record changes.
 */
export function useLiveConversation(record: CommentedRecord) {
  const { channels } = use(LiveContext);
  const { id, name, avatarUrl } = useUser();
  const mode = useSyncExternalStore(onPresenceModeChange, readPresenceMode);
  const topic = formatConversationTopic(record);
  const conversation = useMemo(
    () => new LiveConversation(channels, topic ?? '', { id, name, avatarUrl }),
    [channels, topic, id, name, avatarUrl],
  );
  useEffect(
    () => (mode === 'off' || topic === undefined ? undefined : conversation.open(mode === 'private')),
    [conversation, mode, topic],
  );
  const state = useSyncExternalStore(conversation.subscribe, conversation.snapshot);
  return { conversation, mode, ...state };
}
