import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { Dialog } from '@/components/overlays/dialog';
import type { ActionRun } from '@/data/actions/runs/run.types';
import type { Row } from '@/data/rows/row';
import { formatKeyText } from '@/data/writes/batches/guards.utils';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { useRunList } from '@/table/actions/action-runs-context';
import { useChangeHistory, useChangeSession, useOutbox } from '@/table/change-session-context';
import { describeQueueReason, groupEntries, isAboutRecord } from '@/table/changes/change-texts';
import type { ChangedRecord } from '@/table/changes/changes-context';
import { type Conflict, ConflictDialog } from '@/table/changes/conflict-dialog';
import { DeleteConflictDialog } from '@/table/deletion/delete-conflict-dialog';
import { changesMessages } from '../changes-messages';
import { OutboxItem } from '../outbox/outbox-item';
import { ChangeItem } from './change-item';
import styles from './changes-dialog.module.css';
import { RunItem } from './run-item';

export interface ChangesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The record whose changes are listed; undefined lists the changes of all records. */
  record: ChangedRecord | undefined;
  onShowAll: () => void;
}

const messages = changesMessages.list;

/** Lists the user's unsaved edits, then the saved changes, the latest first. */
export function ChangesDialog({ open, onOpenChange, record, onShowAll }: ChangesDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={record ? messages.titleOfRecord(record.heading) : messages.title}
      footer={record && <Button onClick={onShowAll}>{messages.showAll}</Button>}
    >
      <ChangesList record={record} onLeave={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ChangesList({ record, onLeave }: { record: ChangedRecord | undefined; onLeave: () => void }) {
  const { changes, droppedCount } = useChangeHistory();
  const { entries } = useOutbox();
  const saved = record ? changes.filter((change) => isAboutRecord(change, record)) : changes;
  const unsaved = record
    ? entries.filter(
        ({ schema, table, rowKey }) =>
          schema === record.table.schema && table === record.table.name && rowKey === record.rowKey,
      )
    : entries;
  const runs = useRunList().filter((run) => !record || isRunOnRecord(run, record));
  const items = [
    ...saved.map((change) => ({
      at: change.at,
      content: <ChangeItem {...{ change, onLeave }} key={change.id} />,
    })),
    ...runs.map((run) => ({ at: run.at, content: <RunItem {...{ run, onLeave }} key={run.id} /> })),
  ].toSorted((a, b) => b.at - a.at);
  if (items.length + unsaved.length === 0) {
    return (
      <EmptyState icon={<HistoryIcon aria-hidden />} title={messages.empty}>
        {messages.emptyHint}
      </EmptyState>
    );
  }
  return (
    <div className={styles.lists}>
      {unsaved.length > 0 && <OutboxList entries={unsaved} onLeave={onLeave} />}
      {items.length > 0 && (
        <section aria-label={messages.savedLabel}>
          {unsaved.length > 0 && <h3 className={styles.heading}>{messages.saved}</h3>}
          <ul className={styles.list}>{items.map(({ content }) => content)}</ul>
        </section>
      )}
      {droppedCount > 0 && !record && <p className={styles.note}>{messages.dropped(droppedCount)}</p>}
    </div>
  );
}

/** Whether a run is about a record. */
function isRunOnRecord({ table, rowKey }: ActionRun, record: ChangedRecord): boolean {
  const isSameTable = table?.schema === record.table.schema && table.name === record.table.name;
  return isSameTable && rowKey !== null && formatKeyText(rowKey) === record.rowKey;
}

function OutboxList({ entries, onLeave }: { entries: readonly OutboxEntry[]; onLeave: () => void }) {
  const { outbox } = useChangeSession();
  const { isDurable, isSending } = useOutbox();
  const [conflicting, setConflicting] = useState<OutboxEntry | null>(null);
  const waiting = entries.filter(({ state }) => state !== 'failed');
  return (
    <section aria-label={messages.unsaved}>
      <h3 className={styles.heading}>{messages.unsaved}</h3>
      {waiting.length > 0 && (
        <div className={styles.reason}>
          <p>
            {describeQueueReason(waiting)} {isDurable ? messages.stored : messages.notStored}
          </p>
          <Button size="sm" pending={isSending} onClick={() => void outbox.flush()}>
            {messages.sendNow}
          </Button>
        </div>
      )}
      <ul className={styles.list}>
        {groupEntries(entries).map((group) => (
          <OutboxItem key={group[0]?.id} entries={group} onLeave={onLeave} onDecide={setConflicting} />
        ))}
      </ul>
      <EntryConflictDialog entry={conflicting} onClose={() => setConflicting(null)} />
    </section>
  );
}

/** Asks how to resolve the conflict of an entry. Renders nothing without an entry. */
function EntryConflictDialog({ entry, onClose }: { entry: OutboxEntry | null; onClose: () => void }) {
  const { outbox } = useChangeSession();
  const schema = useSchema();
  const table = entry && findTable(schema, entry.schema, entry.table);
  if (!table) return null;
  const choose = (baseRow: Row, changes: Row) =>
    void (Object.keys(changes).length > 0
      ? outbox.retry([entry], { baseRow, changes })
      : outbox.withdraw([entry.id]));
  return (
    <>
      <ConflictDialog table={table} conflict={toConflict(entry)} onClose={onClose} onChoose={choose} />
      <DeleteConflictDialog table={table} entry={entry.kind === 'delete' ? entry : null} onClose={onClose} />
    </>
  );
}

/** Returns the conflict of an edit; null for a delete. */
function toConflict(entry: OutboxEntry): Conflict | null {
  const { rejection } = entry;
  return entry.kind !== 'delete' && rejection?.kind === 'conflict'
    ? { changes: entry.changes, theirs: rejection.theirs, columns: rejection.columns }
    : null;
}
