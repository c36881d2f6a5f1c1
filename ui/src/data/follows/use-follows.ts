import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { useSchema, useStorageId, useUser } from '@/lib/auth/session';
import { type Follow, maxFollows } from './follow';
import { getNotificationStore } from './notification-store';
import {
  createFollowStorage,
  type FollowStorage,
  findFollowsTable,
  projectFollowsQuery,
} from './project-follows';

export interface Follows extends FollowStorage {
  /** The user's follows: those stored in the project, then those stored in this browser. */
  follows: readonly Follow[];
  /** Whether the user follows the maximum number of records and views. */
  isFull: boolean;
}

/** Returns what the user follows, and the functions that change it. New follows are stored in the project if it has a table for them. */
export function useFollows(): Follows {
  const { id: userId } = useUser();
  const table = findFollowsTable(useSchema());
  const client = useQueryClient();
  const store = getNotificationStore(useStorageId());
  const { data } = useQuery(projectFollowsQuery(table, userId));
  const { follows: browserFollows } = useSyncExternalStore(store.subscribe, store.snapshot);
  const project = useMemo(() => table && createFollowStorage(table, client, userId), [table, client, userId]);
  return useMemo(() => {
    const follows = [...(data ?? []), ...browserFollows];
    const browser: FollowStorage = {
      add: async (page) => store.add(page),
      remove: async (id) => store.remove(id),
      setSeen: (id, seen) => store.setSeen(id, seen),
    };
    const chooseStorage = (id: string) =>
      (browserFollows.some((follow) => follow.id === id) ? undefined : project) ?? browser;
    return {
      follows,
      isFull: follows.length >= maxFollows,
      add: (page) => (table?.privileges.insert && project ? project : browser).add(page),
      remove: (id) => chooseStorage(id).remove(id),
      setSeen: (id, seen) => chooseStorage(id).setSeen(id, seen),
    };
  }, [data, browserFollows, project, store, table]);
}
