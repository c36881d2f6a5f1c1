import { EyeOff, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '@/components/marks/avatar';
import type { LiveMessage } from '@/data/comments/live-conversation';
import type { CommentedRecord } from '@/data/comments/project-comments';
import { useStorageId } from '@/lib/auth/session';
import { formatTime } from '@/lib/text/format';
import { MarkdownText } from '@/table/markdown/markdown-text';
import { CommentForm } from './comment-form';
import styles from './comments.module.css';
import { commentsMessages } from './comments-messages';
import { TypingIndicator } from './typing-indicator';
import { useLiveConversation } from './use-live-conversation';

const messages = commentsMessages.live;

export interface LiveChatProps {
  record: CommentedRecord;
  heading: 'h2' | 'h3';
  /** How to install stored comments, for the project's owner. */
  hint: ReactNode;
}

/** The conversation on a record in a project without a table of comments: messages to the users who have the record open. */
export function LiveChat({ record, heading: Heading, hint }: LiveChatProps) {
  const storageId = useStorageId();
  const { conversation, mode, phase, typing, messages: received } = useLiveConversation(record);
  const send = async (body: string) => {
    if (!(await conversation.send(body))) throw new Error(messages.notSent);
  };
  return (
    <section className={styles.section} aria-label={messages.title}>
      <Heading className={styles.heading}>
        {messages.title} <small>{messages.notStored}</small>
      </Heading>
      <p className={styles.quiet}>
        {mode === 'public' ? <Globe size={13} aria-hidden /> : <EyeOff size={13} aria-hidden />}{' '}
        {messages.audience[mode]}
      </p>
      {received.length > 0 && (
        <div role="log" aria-label={messages.title}>
          <ol className={styles.list}>
            {received.map((message) => (
              <ChatMessage key={message.id} message={message} />
            ))}
          </ol>
        </div>
      )}
      {phase === 'rejected' && <p className={styles.quiet}>{messages.rejected}</p>}
      {(phase === 'joined' || phase === 'joining' || phase === 'reconnecting') && (
        <>
          <TypingIndicator users={typing} />
          <CommentForm
            draftId={JSON.stringify([storageId, 'message', record.schema, record.table, record.key])}
            label={messages.label}
            placeholder={messages.placeholder}
            submitLabel={messages.send}
            errorTitle={messages.sendFailed}
            onInput={() => conversation.reportTyping()}
            onSubmit={send}
          />
        </>
      )}
      {hint}
    </section>
  );
}

function ChatMessage({ message: { user, body, sentAt } }: { message: LiveMessage }) {
  return (
    <li className={styles.comment}>
      <Avatar name={user.name} url={user.avatarUrl} size="md" decorative />
      <div className={styles.main}>
        <div className={styles.byline}>
          <strong dir="auto">{user.name}</strong>
          <time dateTime={sentAt.toISOString()}>{formatTime(sentAt)}</time>
        </div>
        <MarkdownText text={body} />
      </div>
    </li>
  );
}
