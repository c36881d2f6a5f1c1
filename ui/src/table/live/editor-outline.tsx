import type { Presence } from '@/data/live/presence/presence';
import { hashHue } from '@/lib/text/hue';
import { tableMessages } from '../table-messages';
import styles from './editor-outline.module.css';

const messages = tableMessages.live;

export interface EditorOutlineProps {
  /** The other users on the record. */
  users: readonly Presence[];
  column: string;
  /** Puts the name at the start, because the value is at the end. */
  isAtStart: boolean;
}

/** Outlines a value that other users edit, with the name of the first. Its parent must be positioned. */
export function EditorOutline({ users, column, isAtStart }: EditorOutlineProps) {
  const editors = listNames(users.filter((user) => user.column === column));
  const [first] = editors;
  return (
    first !== undefined && (
      <span
        className={styles.outline}
        data-hue={hashHue(first)}
        data-editor={first}
        data-start={isAtStart || undefined}
      >
        <span className={styles.name}>{messages.editors(firstName(first), editors.length - 1)}</span>
      </span>
    )
  );
}

/** Returns the first word of a name: a cell or a card has little space. */
export function firstName(name: string): string {
  return name.split(' ', 1)[0] ?? name;
}

/** Returns the names of users, each once. */
export function listNames(users: readonly Presence[]): string[] {
  return [...new Map(users.map(({ user }) => [user.id, user.name])).values()];
}
