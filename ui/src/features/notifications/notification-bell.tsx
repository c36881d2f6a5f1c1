import { AtSign, Bell, CheckCheck, RefreshCw, UserCheck, X } from 'lucide-react';
import { use, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { Popover } from '@/components/overlays/popover';
import { toast } from '@/components/overlays/toast';
import { useFollows } from '@/data/follows/use-follows';
import { readNotificationPermission } from '@/lib/browser/notifications';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import { NotificationItemsContext } from './notification-items';
import styles from './notifications.module.css';
import { notificationsMessages as messages } from './notifications-messages';
import { followHref } from './use-unread-follows';

const icons = { change: RefreshCw, mention: AtSign, assignment: UserCheck };

/** The button that opens the unread notifications and the list of what the user follows. */
export function NotificationBell({ collapsed }: { collapsed: boolean }) {
  const list = use(NotificationItemsContext);
  const { items } = useSyncExternalStore(list.subscribe, list.snapshot);
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMediaQuery(mediaQueries.narrow);
  return (
    <Popover
      flush
      // A drawer has no space beside it.
      side={isNarrow ? 'top' : 'right'}
      className={styles.popover}
      open={isOpen}
      onOpenChange={setOpen}
      aria-label={messages.title}
      trigger={
        <button
          type="button"
          className={styles.bell}
          data-collapsed={collapsed || undefined}
          aria-label={messages.button(items.length)}
          title={collapsed ? messages.title : undefined}
        >
          <Bell size={15} aria-hidden />
          <span className={styles.label}>{messages.title}</span>
          {items.length > 0 && (
            <span className={styles.count} aria-hidden>
              {messages.count(items.length)}
            </span>
          )}
        </button>
      }
    >
      <Panel onClose={() => setOpen(false)} />
    </Popover>
  );
}

function Panel({ onClose }: { onClose: () => void }) {
  const list = use(NotificationItemsContext);
  const { items, markAllRead } = useSyncExternalStore(list.subscribe, list.snapshot);
  const isBlocked = readNotificationPermission() === 'denied';
  return (
    <>
      <header className={styles.header}>
        <h2>{messages.title}</h2>
        {items.length > 0 && (
          <Button size="sm" variant="ghost" icon={<CheckCheck aria-hidden />} onClick={markAllRead}>
            {messages.markAllRead}
          </Button>
        )}
      </header>
      {items.length === 0 ? (
        <div className={styles.empty}>
          <p>{messages.none}</p>
          <p>{messages.noneHint}</p>
        </div>
      ) : (
        <ul className={styles.list} aria-label={messages.unread(items.length)}>
          {items.map(({ id, kind, text, href }) => {
            const Icon = icons[kind];
            return (
              <li key={id}>
                <Link href={href} className={styles.item} onClick={onClose}>
                  <Icon size={14} aria-hidden />
                  <span dir="auto">{text}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      <Following onClose={onClose} />
      {isBlocked && <p className={styles.note}>{messages.blocked}</p>}
    </>
  );
}

/** Lists the user's follows. */
function Following({ onClose }: { onClose: () => void }) {
  const { follows, remove } = useFollows();
  if (follows.length === 0) return null;
  return (
    <section className={styles.following} aria-label={messages.following}>
      <h3>{messages.following}</h3>
      <ul>
        {follows.map((follow) => (
          <li key={follow.id}>
            <Link href={followHref(follow)} className={styles.item} onClick={onClose}>
              <span dir="auto">{follow.title}</span>
            </Link>
            <IconButton
              size="sm"
              label={messages.unfollow(follow.title)}
              icon={<X aria-hidden />}
              onClick={() => {
                remove(follow.id).catch((error) => toast.error(error, messages.unfollowFailed));
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
