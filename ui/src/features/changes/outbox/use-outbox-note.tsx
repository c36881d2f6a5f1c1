import { useConnection } from '@/lib/use-connection';
import { useOutbox } from '@/table/change-session-context';
import { describeQueueReason, formatEntryCount } from '@/table/changes/change-texts';
import { useOpenChanges } from '@/table/changes/changes-context';
import styles from './use-outbox-note.module.css';

/** For the bar above every page: what isn't saved yet. Null where all is. */
export function useOutboxNote() {
  const { entries, isDurable } = useOutbox();
  const { state } = useConnection();
  const openChanges = useOpenChanges();
  if (entries.length === 0) return null;
  const stuck = entries.filter((entry) => entry.state === 'failed');
  const waiting = entries.filter((entry) => entry.state !== 'failed');
  const sentences = [
    waiting.length > 0 &&
      `${formatEntryCount(waiting)} of yours ${waiting.length === 1 ? 'waits' : 'wait'} to be saved.`,
    waiting.length > 0 && state === 'online' && describeQueueReason(waiting),
    waiting.length > 0 && !isDurable && 'Keep this page open: this browser keeps nothing for it.',
    stuck.length > 0 && `${formatEntryCount(stuck)} could not be saved.`,
  ].filter((sentence) => sentence !== false);
  return (
    <>
      {sentences.join(' ')}{' '}
      <button type="button" className={styles.link} onClick={() => openChanges()}>
        {stuck.length > 0 ? 'Decide' : 'Show'}
      </button>
    </>
  );
}
