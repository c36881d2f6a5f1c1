import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { VisuallyHidden } from '@/components/visually-hidden';
import { maxCommentLength } from '@/data/comments/project-comments';
import { formatKeys, isComposing, matchesKeys } from '@/lib/browser/keyboard/keyboard';
import styles from './comments.module.css';
import { commentsMessages as messages } from './comments-messages';
import { MentionField } from './mention-field';
import { useCommentDraft } from './use-comment-draft';

/** The number of characters from which the form shows the length of the text. */
const countedLength = maxCommentLength - 500;

const sendKeys = 'mod+enter';

export interface CommentFormProps {
  /** Identifies the draft: a JSON array that starts with the user's id. */
  draftId: string;
  label: string;
  /** The text of a comment that is edited. */
  initial?: string;
  submitLabel: string;
  errorTitle: string;
  placeholder?: string;
  /** Called when the user changes the text. */
  onInput?: () => void;
  /** Sends the text. The form keeps it until then, and if it fails. */
  onSubmit: (text: string) => Promise<void>;
  onCancel?: () => void;
  autoFocus?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A field for a new comment, or for the text of an existing one. */
export function CommentForm(props: CommentFormProps) {
  const { label, initial = '', submitLabel, errorTitle, autoFocus, ref } = props;
  const { placeholder = messages.placeholder, onInput } = props;
  const { text, length, setText, mention, canSend, send, submit, cancel, onKeyDown } = useCommentForm(
    props,
    initial,
  );
  const hintId = useId();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <MentionField
        ref={ref}
        text={text}
        onTextChange={(next) => {
          setText(next);
          onInput?.();
        }}
        onMention={mention}
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={length > maxCommentLength || undefined}
        placeholder={initial === '' ? placeholder : undefined}
        readOnly={send.isPending}
        autoFocus={autoFocus}
        dir="auto"
        onKeyDown={onKeyDown}
      />
      {send.error && <ErrorNotice error={send.error} title={errorTitle} onRetry={submit} />}
      <div className={styles.actions}>
        <Hint id={hintId} length={length} />
        {cancel && (
          <Button size="sm" variant="ghost" onClick={cancel}>
            {messages.cancel}
          </Button>
        )}
        <Button size="sm" variant="primary" type="submit" pending={send.isPending} disabled={!canSend}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** Returns the state of the form, the functions that send and cancel, and the handler of their keys. */
function useCommentForm({ draftId, onSubmit, onCancel }: CommentFormProps, initial: string) {
  const { text, body, setText, mention, reset } = useCommentDraft(draftId, initial);
  // The database counts characters, not UTF-16 units.
  const length = [...body].length;
  const canSend = text.trim() !== '' && length <= maxCommentLength;
  const send = useMutation({
    mutationFn: () => onSubmit(body.trim()),
    onSuccess: reset,
  });
  const submit = () => {
    if (canSend && !send.isPending) send.mutate();
  };
  const cancel =
    onCancel &&
    (() => {
      reset();
      onCancel();
    });
  // The record handles the same keys.
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const action = matchesKeys(event, sendKeys) ? submit : event.key === 'Escape' ? cancel : undefined;
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return { text, length, setText, mention, canSend, send, submit, cancel, onKeyDown };
}

/** The shortcut, or the length of a text that is nearly too long. */
function Hint({ id, length }: { id: string; length: number }): ReactNode {
  if (length > countedLength) {
    return (
      <small id={id} className={styles.hint} data-tone={length > maxCommentLength ? 'danger' : 'quiet'}>
        {messages.tooLong(length, maxCommentLength)}
      </small>
    );
  }
  const hint = messages.markdownHint(formatKeys(sendKeys).join('+'));
  if (length > 0)
    return (
      <small id={id} className={styles.hint}>
        {hint}
      </small>
    );
  return <VisuallyHidden id={id}>{hint}</VisuallyHidden>;
}
