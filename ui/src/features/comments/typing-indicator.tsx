import type { PresentUser } from '@/data/live/presence/presence';
import styles from './comments.module.css';
import { commentsMessages as messages } from './comments-messages';

/** Names the users who write at the moment. Its space is always there, so that nothing moves. */
export function TypingIndicator({ users }: { users: readonly PresentUser[] }) {
  return (
    <p className={styles.typing} role="status">
      {users.length > 0 && (
        <>
          <span className={styles.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {messages.typing(users.map(({ name }) => name))}
        </>
      )}
    </p>
  );
}
