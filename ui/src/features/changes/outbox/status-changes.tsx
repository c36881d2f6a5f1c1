import { Clock3, History as HistoryIcon, Square, TriangleAlert, Undo2 } from 'lucide-react';
import { Kbd } from '@/components/kbd';
import { useOpenChanges } from '@/table/changes/changes-context';
import { countEntries, stateOf } from '@/table/changes/changes-list.utils';
import { useUndo } from '@/table/changes/use-undo';
import { useTable } from '@/table/table-context';
import { useHistory, useOutbox, useVisit } from '@/table/visit-context';
import styles from './status-changes.module.css';

/** Past this many rows, an undo says how far it is. */
const toldPast = 50;

/** In the status bar: what isn't saved yet, the list of all changes, and undo. */
export function StatusChanges() {
  const { table } = useTable();
  const { undoable, changes } = useHistory();
  const { entries } = useOutbox();
  const openChanges = useOpenChanges();
  const { undo } = useUndo(table);
  const { outbox, history } = useVisit();
  const stuck = entries.filter(({ state }) => state === 'stuck');
  const waiting = entries.filter(({ state }) => state !== 'stuck');
  const withdrawable = entries.some(({ id, state }) => state === 'waiting' && outbox.isOfThisPage(id));
  const replayed = changes.find(({ progress }) => progress && progress.total > toldPast);
  const any = changes.length + entries.length > 0;
  return (
    <>
      {waiting.length > 0 && (
        <button type="button" className={styles.waiting} onClick={() => openChanges()}>
          <Clock3 size={13} aria-hidden /> {countEntries(waiting)} {waiting.length === 1 ? 'waits' : 'wait'}
        </button>
      )}
      {stuck.length > 0 && (
        <button type="button" className={styles.stuck} onClick={() => openChanges()}>
          <TriangleAlert size={13} aria-hidden /> {countEntries(stuck)} not saved
        </button>
      )}
      {any && (
        <button type="button" className={styles.link} onClick={() => openChanges()}>
          <HistoryIcon size={13} aria-hidden /> {replayed ? stateOf(replayed) : 'Changes'}
        </button>
      )}
      {replayed && !replayed.progress?.stopping && (
        <button type="button" className={styles.link} onClick={() => history.stop(replayed)}>
          <Square size={11} aria-hidden /> Stop
        </button>
      )}
      {!replayed && (undoable || withdrawable) && (
        <button type="button" className={styles.link} onClick={() => void undo()}>
          <Undo2 size={13} aria-hidden /> Undo <Kbd keys="mod+z" />
        </button>
      )}
    </>
  );
}
