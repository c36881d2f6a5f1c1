import { Pencil } from 'lucide-react';
import { VisuallyHidden } from '@/components/visually-hidden';
import { hashHue } from '@/lib/text/hue';
import { tableMessages } from '../table-messages';
import { firstName, listNames } from './editor-outline';
import styles from './presence-outline.module.css';
import { useRecordPresence } from './use-presence';

const messages = tableMessages.live;

export interface PresenceOutlineProps {
  rowKey: string;
  /** A card has names on its lower edge, a clipped one inside. An event shows them only while the row is edited. */
  shape: 'card' | 'clipped' | 'event';
}

/** Outlines the card or event of a row that other users have open or edit, in the color of the first. Its parent must be positioned. */
export function PresenceOutline({ rowKey, shape }: PresenceOutlineProps) {
  const users = useRecordPresence(rowKey);
  const editors = listNames(users.filter(({ column }) => column !== null));
  const isEdited = editors.length > 0;
  const names = isEdited ? editors : listNames(users);
  const [first] = names;
  if (first === undefined) return null;
  return (
    <span className={styles.outline} data-hue={hashHue(first)} data-shape={shape} data-present>
      {(isEdited || shape !== 'event') && (
        <span className={styles.names} data-editor={isEdited ? first : undefined} aria-hidden>
          {isEdited && <Pencil size={10} />}
          {messages.editors(firstName(first), names.length - 1)}
        </span>
      )}
      <VisuallyHidden>, {isEdited ? messages.isEditingRow(names) : messages.alsoHere(names)}</VisuallyHidden>
    </span>
  );
}
