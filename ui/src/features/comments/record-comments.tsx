import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { toast } from '@/components/overlays/toast';
import {
  type Comment,
  type CommentedRecord,
  commentsPageSize,
  conversationQuery,
  createCommentStorage,
} from '@/data/comments/project-comments';
import type { Table } from '@/lib/api.gen';
import { useStorageId, useUser } from '@/lib/auth/session';
import { useNow } from '@/lib/browser/use-now';
import { createUUID } from '@/lib/text/create-uuid';
import { CommentForm } from './comment-form';
import { CommentItem } from './comment-item';
import styles from './comments.module.css';
import { commentsMessages as messages } from './comments-messages';
import { TypingIndicator } from './typing-indicator';
import { useLiveConversation } from './use-live-conversation';
import { useReadMark } from './use-read-mark';

export interface RecordCommentsProps {
  /** The table of comments. */
  table: Table;
  record: CommentedRecord;
  heading: 'h2' | 'h3';
}

/** The conversation on a record: its comments, oldest first, and a field for a new comment. */
export function RecordComments({ table, record, heading: Heading }: RecordCommentsProps) {
  const storageId = useStorageId();
  const [limit, setLimit] = useState(commentsPageSize);
  const query = useQuery({ ...conversationQuery(table, record, limit), placeholderData: keepPreviousData });
  const client = useQueryClient();
  const storage = useMemo(() => createCommentStorage(table, client, record), [table, client, record]);
  const [commentToDelete, setCommentToDelete] = useState<Comment | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const { conversation, typing } = useLiveConversation(record);
  const newId = useRef(createUUID());
  const add = async (text: string) => {
    await storage.add(newId.current, text);
    newId.current = createUUID();
    conversation.endTyping();
  };
  const total = query.data?.total ?? 0;
  const readAt = useReadMark(record, query.data?.comments);
  return (
    <section className={styles.section} aria-label={messages.title}>
      <Heading className={styles.heading}>
        {messages.title} {total > 0 && <small>{messages.count(total)}</small>}
      </Heading>
      <CommentList
        {...{ query, storage, readAt }}
        onShowEarlier={() => setLimit(limit + commentsPageSize)}
        onDelete={setCommentToDelete}
      />
      <TypingIndicator users={typing} />
      {table.privileges.insert ? (
        <CommentForm
          ref={input}
          draftId={JSON.stringify([storageId, 'comment', record.schema, record.table, record.key])}
          label={messages.label}
          submitLabel={messages.send}
          errorTitle={messages.sendFailed}
          onInput={() => conversation.reportTyping()}
          onSubmit={add}
        />
      ) : (
        <p className={styles.quiet}>{messages.readOnly}</p>
      )}
      <DeleteDialog
        {...{ storage, commentToDelete }}
        onClose={() => setCommentToDelete(null)}
        onDeleted={() => input.current?.focus()}
      />
    </section>
  );
}

type CommentStorage = ReturnType<typeof createCommentStorage>;

interface CommentListProps {
  query: ReturnType<typeof useQuery<{ comments: readonly Comment[]; total: number }>>;
  storage: CommentStorage;
  /** Until when the user had read the comments, in milliseconds since 1970. */
  readAt: number;
  onShowEarlier: () => void;
  onDelete: (comment: Comment) => void;
}

function CommentList({ query, storage, readAt, onShowEarlier, onDelete }: CommentListProps) {
  const user = useUser();
  const now = useNow();
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const errorNotice = error && (
    <ErrorNotice
      error={error}
      title={messages.loadFailed}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
  if (!data) {
    return (
      errorNotice || (
        <div className={styles.skeleton} aria-busy aria-label={messages.loading} role="status">
          <Skeleton width="40%" />
          <Skeleton width="85%" />
        </div>
      )
    );
  }
  const { comments, total } = data;
  const earlier = total - comments.length;
  const firstUnread = comments.find(({ author, createdAt }) => author !== user.id && +createdAt > readAt);
  return (
    <>
      {comments.length === 0 && <p className={styles.quiet}>{messages.none}</p>}
      {earlier > 0 && (
        <button type="button" className={styles.earlier} disabled={isPlaceholderData} onClick={onShowEarlier}>
          {isPlaceholderData ? messages.loadingEarlier : messages.showEarlier(earlier)}
        </button>
      )}
      {/* Announces new comments. */}
      <div role="log" aria-label={messages.title}>
        <ol className={styles.list}>
          {comments.map((comment) => (
            <CommentItem
              key={comment.id}
              {...{ comment, now }}
              isFirstUnread={comment === firstUnread}
              onEdit={(text) => storage.edit(comment, text)}
              onDelete={() => onDelete(comment)}
            />
          ))}
        </ol>
      </div>
      {errorNotice}
    </>
  );
}

interface DeleteDialogProps {
  storage: CommentStorage;
  commentToDelete: Comment | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a comment is deleted. The deletion can be undone: the comment is then written again. */
function DeleteDialog({ storage, commentToDelete, onClose, onDeleted }: DeleteDialogProps) {
  const restore = ({ id, body }: Comment) =>
    storage.add(id, body).catch((error: unknown) => toast.error(error, messages.remove.undoFailed));
  const remove = useMutation({
    mutationFn: (comment: Comment) => storage.remove(comment),
    onSuccess: (_, comment) => {
      onClose();
      onDeleted();
      toast.done(messages.remove.done, {
        label: messages.remove.undo,
        onClick: () => void restore(comment),
      });
    },
  });
  return (
    <ConfirmDialog
      open={commentToDelete !== null}
      onOpenChange={(open) => {
        if (open) return;
        remove.reset();
        onClose();
      }}
      title={messages.remove.title}
      confirmLabel={messages.remove.confirm}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => commentToDelete && remove.mutate(commentToDelete)}
    />
  );
}
