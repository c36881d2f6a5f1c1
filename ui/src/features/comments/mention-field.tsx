import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Textarea, type TextareaProps } from '@/components/fields/textarea';
import { Avatar } from '@/components/marks/avatar';
import { VisuallyHidden } from '@/components/visually-hidden';
import { mentionCandidatesQuery } from '@/data/comments/mention-candidates';
import { findMentionSearch, formatMentionName, type MentionedUser } from '@/data/comments/mentions';
import { useSchema, useUser } from '@/lib/auth/session';
import styles from './comments.module.css';
import { commentsMessages } from './comments-messages';

const messages = commentsMessages.mentions;

export interface MentionFieldProps extends Omit<TextareaProps, 'onChange' | 'value' | 'ref'> {
  text: string;
  onTextChange: (text: string) => void;
  /** Called with the text after the user has chosen a name from the list. */
  onMention: (user: MentionedUser, text: string) => void;
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** A field for a comment. After an `@`, it suggests the users whom the author can see. */
export function MentionField({ text, onTextChange, onMention, onKeyDown, ref, ...props }: MentionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement, []);
  const listId = useId();
  const [cursor, setCursor] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const [active, setActive] = useState(0);
  const moveCursor = useCursorMove(field);
  const found = isClosed ? undefined : findMentionSearch(text, cursor);
  const users = useCandidates(found?.search);
  const activeIndex = Math.min(active, users.length - 1);
  const choose = (user: MentionedUser | undefined) => {
    if (!found || !user) return;
    const name = formatMentionName(user.name);
    const start = `${text.slice(0, found.start)}@${name} `;
    moveCursor(start.length);
    setCursor(start.length);
    setClosed(true);
    onMention({ id: user.id, name }, start + text.slice(cursor).replace(/^ /, ''));
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (users.length === 0 || !isPlain) return onKeyDown?.(event);
    if (step !== undefined) setActive((activeIndex + step + users.length) % users.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(users[activeIndex]);
    else if (event.key === 'Escape') setClosed(true);
    else return onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.mentionField}>
      <Textarea
        {...props}
        ref={field}
        value={text}
        aria-autocomplete="list"
        aria-controls={users.length > 0 ? listId : undefined}
        aria-activedescendant={users.length > 0 ? `${listId}-${activeIndex}` : undefined}
        onChange={(event) => {
          setCursor(event.target.selectionStart);
          setClosed(false);
          setActive(0);
          onTextChange(event.target.value);
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
        onBlur={() => setClosed(true)}
        onKeyDown={handleKeyDown}
      />
      {users.length > 0 && <CandidateList {...{ listId, users, activeIndex }} onChoose={choose} />}
      <VisuallyHidden role="status">
        {found && users.length > 0 && messages.found(users.length)}
      </VisuallyHidden>
    </div>
  );
}

/** Returns a function that sets the cursor of a field after the next render. */
function useCursorMove(field: RefObject<HTMLTextAreaElement | null>) {
  const nextCursor = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (nextCursor.current === undefined) return;
    field.current?.setSelectionRange(nextCursor.current, nextCursor.current);
    nextCursor.current = undefined;
  });
  return (position: number) => {
    nextCursor.current = position;
  };
}

interface CandidateListProps {
  listId: string;
  users: readonly MentionedUser[];
  activeIndex: number;
  onChoose: (user: MentionedUser) => void;
}

/** The users whose names contain the typed text. */
function CandidateList({ listId, users, activeIndex, onChoose }: CandidateListProps) {
  return (
    <div id={listId} role="listbox" aria-label={messages.list} className={styles.mentions}>
      {users.map((user, i) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field (aria-activedescendant)
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={user.id}
          id={`${listId}-${i}`}
          role="option"
          aria-selected={i === activeIndex}
          className={styles.candidate}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(user)}
        >
          <Avatar name={user.name} size="sm" decorative />
          <span dir="auto">{user.name}</span>
        </div>
      ))}
    </div>
  );
}

const nobody: readonly MentionedUser[] = [];

/** Returns the users for a search; nobody without one. */
function useCandidates(search: string | undefined): readonly MentionedUser[] {
  const schema = useSchema();
  const user = useUser();
  const query = useQuery({
    ...mentionCandidatesQuery(schema, user.id, search ?? ''),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  });
  if (search === undefined || !query.data) return nobody;
  // The list of the previous search is shown until the next list is loaded.
  const text = search.toLocaleLowerCase();
  return query.data.filter(({ name }) => name.toLocaleLowerCase().includes(text));
}
