import { Clock3, History as HistoryIcon, Square, TriangleAlert, Undo2 } from 'lucide-react';
import { Kbd } from '@/components/kbd';
import { useChangeHistory, useChangeSession, useOutbox } from '@/table/change-session-context';
import { describeState, formatEntryCount } from '@/table/changes/change-texts';
import { useOpenChanges } from '@/table/changes/changes-context';
import { useUndo } from '@/table/changes/use-undo';
import { useTable } from '@/table/table-context';
import styles from './changes-status.module.css';

/** Past this many rows, an undo says how far it is. */
const progressThreshold = 50;

/** In the status bar: what isn't saved yet, the list of all changes, and undo. */
export function ChangesStatus() {
  const { table } = useTable();
  const { nextUndo, changes } = useChangeHistory();
  const { entries } = useOutbox();
  const openChanges = useOpenChanges();
  const { undo } = useUndo(table);
  const { outbox, history } = useChangeSession();
  const stuck = entries.filter(({ state }) => state === 'failed');
  const waiting = entries.filter(({ state }) => state !== 'failed');
  const withdrawable = entries.some(({ id, state }) => state === 'queued' && outbox.isFromThisPage(id));
  const replayed = changes.find(({ progress }) => progress && progress.total > progressThreshold);
  const any = changes.length + entries.length > 0;
  return (
    <>
      {waiting.length > 0 && (
        <button type="button" className={styles.queued} onClick={() => openChanges()}>
          <Clock3 size={13} aria-hidden /> {formatEntryCount(waiting)}{' '}
          {waiting.length === 1 ? 'waits' : 'wait'}
        </button>
      )}
      {stuck.length > 0 && (
        <button type="button" className={styles.failed} onClick={() => openChanges()}>
          <TriangleAlert size={13} aria-hidden /> {formatEntryCount(stuck)} not saved
        </button>
      )}
      {any && (
        <button type="button" className={styles.link} onClick={() => openChanges()}>
          <HistoryIcon size={13} aria-hidden /> {replayed ? describeState(replayed) : 'Changes'}
        </button>
      )}
      {replayed && !replayed.progress?.stopping && (
        <button type="button" className={styles.link} onClick={() => history.stop(replayed)}>
          <Square size={11} aria-hidden /> Stop
        </button>
      )}
      {!replayed && (nextUndo || withdrawable) && (
        <button type="button" className={styles.link} onClick={() => void undo()}>
          <Undo2 size={13} aria-hidden /> Undo <Kbd keys="mod+z" />
        </button>
      )}
    </>
  );
}
