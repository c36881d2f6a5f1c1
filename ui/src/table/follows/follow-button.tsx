import { useMutation } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { toast } from '@/components/overlays/toast';
import { type FollowedPage, findFollow, maxFollows } from '@/data/follows/follow';
import { useFollows } from '@/data/follows/use-follows';
import { askForNotifications } from '@/lib/browser/notifications';
import { tableMessages } from '../table-messages';

const messages = tableMessages.follows;

export interface FollowButtonProps {
  /** The record or view: its page and title. */
  page: FollowedPage;
}

/** Follows a record or a view: the user is notified of its changes. The first follow asks for notifications of the browser. */
export function FollowButton({ page }: FollowButtonProps) {
  const { follows, isFull, add, remove } = useFollows();
  const follow = findFollow(follows, page);
  const change = useMutation({
    mutationFn: () => (follow ? remove(follow.id) : add(page)),
    onError: (error) => toast.error(error, follow ? messages.unfollowFailed : messages.followFailed),
  });
  const toggle = () => {
    if (!follow && isFull) {
      toast.info(messages.tooMany(maxFollows));
      return;
    }
    if (follows.length === 0) askForNotifications();
    change.mutate();
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      pending={change.isPending}
      aria-pressed={follow !== undefined}
      title={messages.hint(page.title)}
      icon={follow ? <BellRing aria-hidden /> : <Bell aria-hidden />}
      onClick={toggle}
    >
      {follow ? messages.following : messages.follow}
    </Button>
  );
}
