import { createContext } from 'react';
import { ExternalStore } from '@/lib/external-store';

/** Something that the user has not seen yet. */
export interface NotificationItem {
  id: string;
  kind: 'change' | 'mention' | 'assignment';
  text: string;
  /** The page that shows it. */
  href: string;
}

export interface NotificationList {
  items: readonly NotificationItem[];
  markAllRead: () => void;
}

/** The unread notifications of the user: the watcher sets them, the bell shows them. */
class NotificationItems extends ExternalStore<NotificationList> {
  set(list: NotificationList): void {
    this.setSnapshot(list);
  }
}

export const NotificationItemsContext = createContext(
  new NotificationItems({ items: [], markAllRead: () => {} }),
);
