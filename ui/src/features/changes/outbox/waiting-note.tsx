import { useConnection } from '@/lib/connection';
import { useOpenChanges } from '@/table/changes/changes-context';
import { countEntries, waitingReason } from '@/table/changes/changes-list.utils';
import { useOutbox } from '@/table/visit-context';
import styles from './waiting-note.module.css';

/** For the bar above every page: what isn't saved yet. Null where all is. */
export function useWaitingNote() {
  const { entries, durable } = useOutbox();
  const { state } = useConnection();
  const openChanges = useOpenChanges();
  if (entries.length === 0) return null;
  const stuck = entries.filter((entry) => entry.state === 'stuck');
  const waiting = entries.filter((entry) => entry.state !== 'stuck');
  const sentences = [
    waiting.length > 0 &&
      `${countEntries(waiting)} of yours ${waiting.length === 1 ? 'waits' : 'wait'} to be saved.`,
    waiting.length > 0 && state === 'online' && waitingReason(waiting),
    waiting.length > 0 && !durable && 'Keep this page open: this browser keeps nothing for it.',
    stuck.length > 0 && `${countEntries(stuck)} could not be saved.`,
  ].filter((sentence) => sentence !== false);
  return (
    <>
      {sentences.join(' ')}{' '}
      <button type="button" className={styles.show} onClick={() => openChanges()}>
        {stuck.length > 0 ? 'Decide' : 'Show'}
      </button>
    </>
  );
}
