import { use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { getNotificationStore } from '@/data/follows/notification-store';
import { useFollows } from '@/data/follows/use-follows';
import { useStorageId } from '@/lib/auth/session';
import { showNotification } from '@/lib/browser/notifications';
import { setTitleCount } from '@/lib/browser/use-document-title';
import { type NotificationItem, NotificationItemsContext } from './notification-items';
import { useShownPage } from './use-shown-page';
import { useUnreadAssignments } from './use-unread-assignments';
import { useUnreadFollows } from './use-unread-follows';
import { useUnreadMentions } from './use-unread-mentions';

/** Finds what the user has not seen, for the bell, the title of the tab and notifications of the browser. Renders nothing. */
export function NotificationsWatcher() {
  const store = getNotificationStore(useStorageId());
  const state = useSyncExternalStore(store.subscribe, store.snapshot);
  useEffect(() => store.watch(), [store]);
  const page = useShownPage();
  const follows = useUnreadFollows(useFollows(), page);
  const mentions = useUnreadMentions(store, state);
  const assignments = useUnreadAssignments(store, state, page);
  const list = use(NotificationItemsContext);
  const items = useMemo(
    () => [...mentions.items, ...assignments.items, ...follows.items],
    [mentions, assignments, follows],
  );
  useEffect(() => {
    list.set({
      items,
      markAllRead: () => {
        for (const { markRead } of [mentions, assignments, follows]) markRead();
      },
    });
    setTitleCount(items.length);
  }, [list, items, mentions, assignments, follows]);
  useEffect(
    () => () => {
      list.set({ items: [], markAllRead: () => {} });
      setTitleCount(0);
    },
    [list],
  );
  useBrowserNotifications(items);
  return null;
}

/** Shows new notifications in the browser while the page is hidden, if the user has allowed it. */
function useBrowserNotifications(items: readonly NotificationItem[]) {
  const [, navigate] = useLocation();
  const known = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, text, href } of items) {
      if (known.current.has(id)) continue;
      known.current.add(id);
      showNotification(text, id, () => navigate(href));
    }
  }, [items, navigate]);
}
