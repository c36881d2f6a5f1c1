import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { Dialog } from '@/components/overlays/dialog';
import type { Row } from '@/data/rows/row';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { findTable } from '@/lib/find-table';
import { formatPlural } from '@/lib/format';
import { useSchema } from '@/lib/session';
import { useChangeHistory, useChangeSession, useOutbox } from '@/table/change-session-context';
import { describeQueueReason, groupEntries, isAboutRecord } from '@/table/changes/change-texts';
import type { ChangedRecord } from '@/table/changes/changes-context';
import { type Conflict, ConflictDialog } from '@/table/changes/conflict-dialog';
import { DeleteConflictDialog } from '@/table/deletion/delete-conflict-dialog';
import { OutboxItem } from '../outbox/outbox-item';
import { ChangeItem } from './change-item';
import styles from './changes-dialog.module.css';

export interface ChangesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The record whose changes are listed; all are if not given. */
  record: ChangedRecord | undefined;
  onShowAll: () => void;
}

/** The user's recent changes in all tables, the last first; above them those that aren't saved yet. */
export function ChangesDialog({ open, onOpenChange, record, onShowAll }: ChangesDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={record ? `Changes of ${record.heading}` : 'Recent changes'}
      footer={record && <Button onClick={onShowAll}>Changes of all records</Button>}
    >
      <ChangesList about={record} onLeave={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ChangesList({ about, onLeave }: { about: ChangedRecord | undefined; onLeave: () => void }) {
  const { changes, droppedCount } = useChangeHistory();
  const { entries } = useOutbox();
  const shown = (about ? changes.filter((change) => isAboutRecord(change, about)) : changes).toReversed();
  const waiting = about
    ? entries.filter(
        ({ schema, table, rowKey }) =>
          schema === about.table.schema && table === about.table.name && rowKey === about.rowKey,
      )
    : entries;
  if (shown.length + waiting.length === 0) {
    return (
      <EmptyState icon={<HistoryIcon aria-hidden />} title="Nothing was changed yet">
        Your changes appear here with an Undo button, until you sign out.
      </EmptyState>
    );
  }
  return (
    <div className={styles.lists}>
      {waiting.length > 0 && <OutboxList entries={waiting} onLeave={onLeave} />}
      {shown.length > 0 && (
        <section aria-label="Changes that were saved">
          {waiting.length > 0 && <h3 className={styles.heading}>Saved</h3>}
          <ul className={styles.list}>
            {shown.map((change) => (
              <ChangeItem key={change.id} change={change} onLeave={onLeave} />
            ))}
          </ul>
        </section>
      )}
      {droppedCount > 0 && !about && (
        <p className={styles.note}>
          {droppedCount === 1
            ? 'The oldest change is'
            : `The ${formatPlural(droppedCount, 'oldest change')} are`}{' '}
          not listed any more, to save memory.
        </p>
      )}
    </div>
  );
}

function OutboxList({ entries, onLeave }: { entries: readonly OutboxEntry[]; onLeave: () => void }) {
  const { outbox } = useChangeSession();
  const { isDurable, isSending } = useOutbox();
  const [deciding, setDeciding] = useState<OutboxEntry | null>(null);
  const schema = useSchema();
  const table = deciding && findTable(schema, deciding.schema, deciding.table);
  const waiting = entries.filter(({ state }) => state !== 'failed');
  const choose = (baseRow: Row, changes: Row) => {
    if (!deciding) return;
    void (Object.keys(changes).length > 0
      ? outbox.retry([deciding], { baseRow, changes })
      : outbox.withdraw([deciding.id]));
  };
  return (
    <section aria-label="Not saved yet">
      <h3 className={styles.heading}>Not saved yet</h3>
      {waiting.length > 0 && (
        <div className={styles.reason}>
          <p>
            {describeQueueReason(waiting)}{' '}
            {isDurable
              ? 'Until then this browser keeps what you entered, also when you close it.'
              : 'This browser keeps nothing for this page (a private window?): what you entered is lost when you close it.'}
          </p>
          <Button size="sm" pending={isSending} onClick={() => void outbox.flush()}>
            Send now
          </Button>
        </div>
      )}
      <ul className={styles.list}>
        {groupEntries(entries).map((group) => (
          <OutboxItem key={group[0]?.id} entries={group} onLeave={onLeave} onDecide={setDeciding} />
        ))}
      </ul>
      {table && (
        <ConflictDialog
          table={table}
          conflict={toConflict(deciding)}
          onClose={() => setDeciding(null)}
          onChoose={choose}
        />
      )}
      {table && (
        <DeleteConflictDialog
          table={table}
          entry={deciding?.kind === 'delete' ? deciding : null}
          onClose={() => setDeciding(null)}
        />
      )}
    </section>
  );
}

function toConflict(entry: OutboxEntry | null): Conflict | null {
  const { rejection } = entry ?? {};
  return entry && entry.kind !== 'delete' && rejection?.kind === 'conflict'
    ? { changes: entry.changes, theirs: rejection.theirs, columns: rejection.columns }
    : null;
}
