import { Bell, BellRing } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '@/components/controls/button';
import { toast } from '@/components/overlays/toast';
import { type Follow, maxFollows } from '@/data/follows/follow';
import { notificationStore } from '@/data/follows/notification-store';
import { useUser } from '@/lib/auth/session';
import { askForNotifications } from '@/lib/browser/notifications';
import { tableMessages } from '../table-messages';

const messages = tableMessages.follows;

export interface FollowButtonProps {
  /** The record or view: its page and title. */
  page: Pick<Follow, 'schema' | 'table' | 'query' | 'title'>;
}

/** Follows a record or a view: the user is notified of its changes. The first follow asks for notifications of the browser. */
export function FollowButton({ page }: FollowButtonProps) {
  const store = notificationStore(useUser().id);
  const follow = useSyncExternalStore(store.subscribe, () => store.find(page));
  const toggle = () => {
    if (follow) {
      store.remove(follow.id);
      return;
    }
    const isFirst = store.snapshot().follows.length === 0;
    if (!store.add(page)) {
      toast.info(messages.tooMany(maxFollows));
      return;
    }
    if (isFirst) askForNotifications();
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-pressed={follow !== undefined}
      title={messages.hint(page.title)}
      icon={follow ? <BellRing aria-hidden /> : <Bell aria-hidden />}
      onClick={toggle}
    >
      {follow ? messages.following : messages.follow}
    </Button>
  );
}
