import { useConnection } from '@/lib/requests/use-connection';
import { useOutbox } from '@/table/change-session-context';
import { describeQueueReason, formatEntryCount } from '@/table/changes/change-texts';
import { useOpenChanges } from '@/table/changes/changes-context';
import { changesMessages } from '../changes-messages';
import styles from './use-outbox-note.module.css';

const messages = changesMessages.note;

/** Returns the content of the bar above every page about unsaved edits; null if there are none. */
export function useOutboxNote() {
  const { entries, isDurable } = useOutbox();
  const { state } = useConnection();
  const openChanges = useOpenChanges();
  if (entries.length === 0) return null;
  const failed = entries.filter((entry) => entry.state === 'failed');
  const waiting = entries.filter((entry) => entry.state !== 'failed');
  const sentences = [
    waiting.length > 0 && messages.waiting(formatEntryCount(waiting), waiting.length),
    waiting.length > 0 && state === 'online' && describeQueueReason(waiting),
    waiting.length > 0 && !isDurable && messages.notStored,
    failed.length > 0 && messages.failed(formatEntryCount(failed)),
  ].filter((sentence) => sentence !== false);
  return (
    <>
      {sentences.join(' ')}{' '}
      <button type="button" className={styles.link} onClick={() => openChanges()}>
        {failed.length > 0 ? messages.review : messages.show}
      </button>
    </>
  );
}
