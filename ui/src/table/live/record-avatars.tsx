import { Avatar } from '@/components/marks/avatar';
import { tableMessages } from '../table-messages';
import styles from './record-avatars.module.css';
import { useRecordPresence } from './use-presence';

const messages = tableMessages.live;

/** Maximum number of avatars; further users are counted. */
const maxAvatars = 3;

/** The avatars of the other users who have a record open or edit it. */
export function RecordAvatars({ rowKey }: { rowKey: string }) {
  const users = [...new Map(useRecordPresence(rowKey).map(({ user }) => [user.id, user])).values()];
  if (users.length === 0) return null;
  const label = messages.alsoHere(users.map(({ name }) => name));
  return (
    <span className={styles.avatars} role="img" aria-label={label} title={label}>
      {users.slice(0, maxAvatars).map(({ id, name, avatarUrl }) => (
        <Avatar key={id} name={name} url={avatarUrl} size="sm" decorative />
      ))}
      {users.length > maxAvatars && <span>{messages.moreUsers(users.length - maxAvatars)}</span>}
    </span>
  );
}
