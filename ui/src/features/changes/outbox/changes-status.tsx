import { Clock3, History as HistoryIcon, Square, TriangleAlert, Undo2 } from 'lucide-react';
import { Kbd } from '@/components/marks/kbd';
import { useChangeHistory, useChangeSession, useOutbox } from '@/table/change-session-context';
import { describeState, formatEntryCount } from '@/table/changes/change-texts';
import { useOpenChanges } from '@/table/changes/changes-context';
import { useUndo } from '@/table/changes/use-undo';
import { useTable } from '@/table/table-context';
import { changesMessages } from '../changes-messages';
import styles from './changes-status.module.css';

const messages = changesMessages.status;

/** An undo of more rows than this shows its progress. */
const progressThreshold = 50;

/** The part of the status bar that shows unsaved edits, opens the list of changes, and undoes the last change. */
export function ChangesStatus() {
  const { table } = useTable();
  const { nextUndo, changes } = useChangeHistory();
  const { entries } = useOutbox();
  const openChanges = useOpenChanges();
  const { undo } = useUndo(table);
  const { outbox, history } = useChangeSession();
  const failed = entries.filter(({ state }) => state === 'failed');
  const waiting = entries.filter(({ state }) => state !== 'failed');
  const withdrawable = entries.some(({ id, state }) => state === 'queued' && outbox.isFromThisPage(id));
  const replaying = changes.find(({ progress }) => progress && progress.total > progressThreshold);
  const hasChanges = changes.length + entries.length > 0;
  return (
    <>
      {waiting.length > 0 && (
        <button type="button" className={styles.queued} onClick={() => openChanges()}>
          <Clock3 size={13} aria-hidden /> {messages.waiting(formatEntryCount(waiting))}
        </button>
      )}
      {failed.length > 0 && (
        <button type="button" className={styles.failed} onClick={() => openChanges()}>
          <TriangleAlert size={13} aria-hidden /> {messages.notSaved(formatEntryCount(failed))}
        </button>
      )}
      {hasChanges && (
        <button type="button" className={styles.link} onClick={() => openChanges()}>
          <HistoryIcon size={13} aria-hidden /> {replaying ? describeState(replaying) : messages.changes}
        </button>
      )}
      {replaying && !replaying.progress?.stopping && (
        <button type="button" className={styles.link} onClick={() => history.stop(replaying)}>
          <Square size={11} aria-hidden /> {messages.stop}
        </button>
      )}
      {!replaying && (nextUndo || withdrawable) && (
        <button type="button" className={styles.link} onClick={() => void undo()}>
          <Undo2 size={13} aria-hidden /> {messages.undo} <Kbd keys="mod+z" />
        </button>
      )}
    </>
  );
}
