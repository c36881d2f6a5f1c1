import { useState } from 'react';
import { decodeMentions, encodeMentions, type MentionedUser } from '@/data/comments/mentions';
import { drafts } from '@/data/writes/drafts';

/** The name of the text in a draft. */
const field = 'body';

/** A comment that is being written. */
export interface CommentDraft {
  /** As the user edits it. */
  text: string;
  /** The Markdown of the comment. */
  body: string;
  setText: (text: string) => void;
  /** Replaces the text, and makes a user known whom it mentions. */
  mention: (user: MentionedUser, text: string) => void;
  /** Returns to the initial text. */
  reset: () => void;
}

/**
 * Returns a comment that outlives navigation and a reload. `id` is a JSON array that starts with the user's id. A text that
 * equals `initial`, which is Markdown, is not stored.
 */
export function useCommentDraft(id: string, initial = ''): CommentDraft {
  const [edited, setEdited] = useState(() => {
    const stored = drafts.get(id)?.entered[field];
    return decodeMentions(typeof stored === 'string' ? stored : initial);
  });
  const change = (text: string, users: readonly MentionedUser[]) => {
    const next = { text, users };
    setEdited(next);
    const body = encodeMentions(next);
    if (body === initial) drafts.delete(id);
    else drafts.set(id, { baseRow: undefined, entered: { [field]: body } });
  };
  return {
    text: edited.text,
    body: encodeMentions(edited),
    setText: (text) => change(text, edited.users),
    mention: (user, text) => change(text, [...edited.users, user]),
    reset: () => {
      const { text, users } = decodeMentions(initial);
      change(text, users);
    },
  };
}
