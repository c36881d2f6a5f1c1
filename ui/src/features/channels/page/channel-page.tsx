import { CircleSlash, Lock, RadioTower } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { Avatar } from '@/components/marks/avatar';
import { Popover } from '@/components/overlays/popover';
import { Tooltip } from '@/components/overlays/tooltip';
import { PageHeader } from '@/components/page-header';
import { type ChannelStatus, type ChannelUser, checkChannelName } from '@/data/channels/channel';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { useConnection } from '@/lib/requests/use-connection';
import { hrefs } from '@/lib/routes';
import { channelsMessages } from '../channels-messages';
import { MessageLog } from '../log/message-log';
import styles from './channel-page.module.css';
import { Composer } from './composer';
import { recentChannels } from './recent-channels';
import { useChannel } from './use-channel';

const crumbs = [{ label: channelsMessages.title, href: hrefs.channels() }];

/** Maximum number of avatars; further clients are counted. */
const maxAvatars = 3;

/** Page of a channel: who is in it, its messages while the page is open, and a form to send one. */
export function ChannelPage({ name }: { name: string }) {
  const isPrivate = new URLSearchParams(useSearch()).has('private');
  useDocumentTitle(name);
  const problem = checkChannelName(name);
  const [, navigate] = useLocation();
  if (problem === undefined) return <JoinedChannel key={`${name} ${isPrivate}`} {...{ name, isPrivate }} />;
  return (
    <>
      <PageHeader crumbs={crumbs} title={name} />
      <EmptyState
        icon={<CircleSlash aria-hidden />}
        title={channelsMessages.page.invalidName}
        action={<Button onClick={() => navigate(hrefs.channels())}>{channelsMessages.page.otherName}</Button>}
      >
        {channelsMessages.page.nameErrors[problem]}
      </EmptyState>
    </>
  );
}

interface ChannelProps {
  name: string;
  isPrivate: boolean;
}

function JoinedChannel({ name, isPrivate }: ChannelProps) {
  const { log, status, retry, send } = useChannel(name, isPrivate);
  const isJoined = status.phase === 'joined';
  useEffect(() => {
    if (isJoined) recentChannels.add({ name, isPrivate });
  }, [isJoined, name, isPrivate]);
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title={name}
        titleAddon={<ChannelStatusBadge status={status} isPrivate={isPrivate} />}
        actions={isJoined && <Users users={status.users} />}
      />
      {status.phase === 'rejected' ? (
        <RejectedChannel {...{ name, isPrivate, retry }} reason={status.reason} />
      ) : (
        <div className={styles.channel}>
          <MessageLog log={log} name={name} />
          <Composer isJoined={isJoined} onSend={send} />
        </div>
      )}
    </>
  );
}

function ChannelStatusBadge({ status, isPrivate }: { status: ChannelStatus; isPrivate: boolean }) {
  const { state } = useConnection();
  const messages = channelsMessages.status;
  const isOffline = state === 'offline' && status.phase !== 'rejected';
  const phase = isOffline ? 'offline' : status.phase;
  return (
    <Tooltip content={isPrivate ? messages.privateHint : messages.publicHint}>
      {/* Focusable, so that the keyboard reaches the hint. */}
      <button type="button" className={styles.status} data-phase={phase}>
        {isPrivate ? <Lock size={12} aria-hidden /> : <RadioTower size={12} aria-hidden />}
        <span role="status">{messages[phase]}</span>
      </button>
    </Tooltip>
  );
}

function Users({ users }: { users: readonly ChannelUser[] }) {
  const messages = channelsMessages.users;
  return (
    <Popover
      align="end"
      className={styles.users}
      aria-label={messages.title}
      trigger={
        <button type="button" className={styles.usersTrigger} aria-label={messages.label(users.length)}>
          {users.slice(0, maxAvatars).map(({ id, name, avatarUrl }) => (
            <Avatar key={id} name={name} url={avatarUrl} size="sm" decorative />
          ))}
          <span className={styles.count}>{users.length}</span>
        </button>
      }
    >
      <p className={styles.usersTitle}>{messages.title}</p>
      {users.length === 0 && <p>{messages.none}</p>}
      <ul>
        {users.map(({ id, name, avatarUrl }) => (
          <li key={id} className={styles.user}>
            <Avatar name={name} url={avatarUrl} size="sm" decorative />
            <span dir="auto">{name}</span>
          </li>
        ))}
      </ul>
      <p className={styles.usersHint}>{messages.hint}</p>
    </Popover>
  );
}

interface RejectedChannelProps extends ChannelProps {
  reason: string;
  retry: () => void;
}

function RejectedChannel({ name, isPrivate, reason, retry }: RejectedChannelProps) {
  const [, navigate] = useLocation();
  const messages = channelsMessages.rejected;
  const isUnauthorized = /^(Unauthorized|PrivateOnly)/.test(reason);
  const isLimit = /RateLimit|Too many/.test(reason);
  const explanation = isLimit
    ? messages.limit
    : isUnauthorized
      ? messages[isPrivate ? 'private' : 'public']
      : messages.other;
  return (
    <EmptyState
      role="alert"
      icon={<CircleSlash aria-hidden />}
      title={messages.title}
      action={
        <div className={styles.actions}>
          {isUnauthorized && !isPrivate && (
            <Button variant="primary" onClick={() => navigate(hrefs.channel(name, true))}>
              {messages.joinPrivate}
            </Button>
          )}
          <Button onClick={retry}>{messages.retry}</Button>
        </div>
      }
    >
      <p>{explanation}</p>
      <p className={styles.reason}>{messages.details(reason)}</p>
    </EmptyState>
  );
}
