import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Avatar } from '@/components/marks/avatar';
import { Menu, MenuItem } from '@/components/overlays/menu';
import { toast } from '@/components/overlays/toast';
import { decodeMentions } from '@/data/comments/mentions';
import type { Comment } from '@/data/comments/project-comments';
import { useStorageId, useUser } from '@/lib/auth/session';
import { formatDateTime, formatRelativeTime } from '@/lib/text/format';
import { MarkdownText } from '@/table/markdown/markdown-text';
import { CommentForm } from './comment-form';
import styles from './comments.module.css';
import { commentsMessages as messages } from './comments-messages';

export interface CommentItemProps {
  comment: Comment;
  now: Date;
  /** Whether the user has read the earlier comments, but not this comment. */
  isFirstUnread: boolean;
  onEdit: (text: string) => Promise<void>;
  onDelete: () => void;
}

/** A comment with its author and time. Authors can edit and delete their own. */
export function CommentItem({ comment, now, isFirstUnread, onEdit, onDelete }: CommentItemProps) {
  const user = useUser();
  const storageId = useStorageId();
  const [isEditing, setEditing] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const { authorName, createdAt, editedAt, body } = comment;
  const isOwn = comment.author === user.id;
  const name = authorName || messages.deletedUser;
  const endEdit = () => {
    setEditing(false);
    // The button is hidden during the edit.
    requestAnimationFrame(() => menuButton.current?.focus());
  };
  return (
    <li className={styles.comment} data-unread={isFirstUnread || undefined}>
      {isFirstUnread && <span className={styles.unread}>{messages.unread}</span>}
      <Avatar name={name} url={isOwn ? user.avatarUrl : ''} size="md" decorative />
      <div className={styles.main}>
        <div className={styles.byline}>
          <strong dir="auto">{name}</strong>
          {isOwn && <span className={styles.you}>{messages.you}</span>}
          <time dateTime={createdAt.toISOString()} title={formatDateTime(createdAt)}>
            {formatRelativeTime(createdAt, now)}
          </time>
          {editedAt && <span title={messages.editedAt(editedAt)}>{messages.edited}</span>}
          {!isEditing && (
            <CommentMenu
              {...{ name, body, isOwn, onDelete }}
              ref={menuButton}
              onEdit={() => setEditing(true)}
            />
          )}
        </div>
        {isEditing ? (
          <CommentForm
            draftId={JSON.stringify([storageId, 'comment', comment.id])}
            label={messages.editLabel}
            initial={body}
            submitLabel={messages.save}
            errorTitle={messages.saveFailed}
            autoFocus
            onSubmit={async (text) => {
              if (text !== body) await onEdit(text);
              endEdit();
            }}
            onCancel={endEdit}
          />
        ) : (
          <MarkdownText text={body} />
        )}
      </div>
    </li>
  );
}

interface CommentMenuProps {
  /** The name of the author. */
  name: string;
  body: string;
  isOwn: boolean;
  ref: Ref<HTMLButtonElement>;
  onEdit: () => void;
  onDelete: () => void;
}

/** The actions of a comment: the author can also edit and delete it. */
function CommentMenu({ name, body, isOwn, ref, onEdit, onDelete }: CommentMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          ref={ref}
          size="sm"
          className={styles.menu}
          label={messages.actions(name)}
          icon={<Ellipsis aria-hidden />}
        />
      }
    >
      {isOwn && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
          {messages.edit}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copyText(decodeMentions(body).text)}>
        {messages.copyText}
      </MenuItem>
      {isOwn && (
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
          {messages.delete}
        </MenuItem>
      )}
    </Menu>
  );
}

async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast.done(messages.textCopied);
  } catch (error) {
    toast.error(error);
  }
}
