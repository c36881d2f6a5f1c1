import { Button } from '@/components/controls/button';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { RowSaveStatus } from '@/data/writes/edits/cell-statuses';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { unknownColumns } from '@/data/writes/outbox/queue/queue-order';
import { toRejection } from '@/data/writes/outbox/queue/queued-rejection';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { hrefs } from '@/lib/routes';
import { useChangeSession } from '@/table/change-session-context';
import { describeRejection, getEntryTitle, isMaybeAdded } from '@/table/changes/change-texts';
import { ChangedValues } from '@/table/changes/changed-values';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import { changesMessages } from '../changes-messages';
import styles from '../list/change-item.module.css';
import { ItemHeader } from '../list/item-header';

export interface OutboxItemProps {
  /** The entries of a batch, or a single entry (see groupEntries). */
  entries: readonly OutboxEntry[];
  /** Called when a link to a record is followed, to close the list. */
  onLeave: () => void;
  /** Opens the dialog that resolves a conflict. */
  onDecide: (entry: OutboxEntry) => void;
}

const messages = changesMessages.entry;

/** Edits that the database does not contain: waiting to be sent, or rejected. */
export function OutboxItem({ entries, onLeave, onDecide }: OutboxItemProps) {
  const schema = useSchema();
  const [first] = entries;
  if (!first) return null;
  const table = findTable(schema, first.schema, first.table);
  const isNew = first.kind === 'insert';
  const isSingle = entries.length === 1;
  const key = isSingle && table && !isNew ? getRowKey(table, first.baseRow) : undefined;
  return (
    <li className={styles.item}>
      <ItemHeader
        title={
          <>
            <SaveStatusIcon status={toSaveStatus(first)} /> {getEntryTitle(first)}
          </>
        }
        rowsText={isSingle ? first.heading : messages.rows(entries.length)}
        href={key && hrefs.record(first.schema, first.table, formatRecord(key))}
        tableTitle={table?.title ?? first.table}
        time={first.at}
        status={<span className={styles.state}>{describeState(first)}</span>}
        onLeave={onLeave}
      >
        <OutboxButtons {...{ entries, first, onDecide }} />
      </ItemHeader>
      <RejectionText entry={first} />
      {isSingle && <UnknownColumns entry={first} />}
      {table && isSingle && (
        <ChangedValues
          table={table}
          columns={table.columns.filter(({ name }) => name in first.changes)}
          before={isNew ? null : first.baseRow}
          after={{ ...first.baseRow, ...first.changes }}
        />
      )}
    </li>
  );
}

interface OutboxButtonsProps extends Pick<OutboxItemProps, 'entries' | 'onDecide'> {
  first: OutboxEntry;
}

/** The buttons that send failed entries again and that withdraw entries. */
function OutboxButtons({ entries, first, onDecide }: OutboxButtonsProps) {
  const { outbox } = useChangeSession();
  const isConflict = first.rejection?.kind === 'conflict';
  const isMissing = first.rejection?.kind === 'missing';
  const isDelete = first.kind === 'delete';
  const retryLabel = isMaybeAdded(first) ? messages.addAnyway : messages.tryAgain;
  const retry = () => {
    if (isConflict) onDecide(first);
    else void outbox.retry(entries, isMaybeAdded(first) ? { isForced: true } : {});
  };
  return (
    <>
      {first.state === 'failed' && !(isDelete && isMissing) && (
        <Button size="sm" onClick={retry}>
          {isConflict ? messages.choose : retryLabel}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => void outbox.withdraw(entries.map(({ id }) => id))}>
        {isDelete && !isMissing ? messages.keep : messages.discard}
      </Button>
    </>
  );
}

function RejectionText({ entry }: { entry: OutboxEntry }) {
  const schema = useSchema();
  const { rejection, kind, baseRow, changes } = entry;
  if (!rejection) return null;
  const table = findTable(schema, entry.schema, entry.table);
  const conflictText = kind === 'delete' ? messages.deleteConflict : messages.editConflict;
  return (
    <p className={styles.rejection}>
      {rejection.kind === 'conflict'
        ? conflictText
        : describeRejection(schema, table, toRejection(rejection), { ...baseRow, ...changes })}
    </p>
  );
}

/** The edited values of columns that the table does not have any more; of all columns if the table does not exist. */
function UnknownColumns({ entry }: { entry: OutboxEntry }) {
  const schema = useSchema();
  const table = findTable(schema, entry.schema, entry.table);
  const names = table ? unknownColumns(table, entry) : Object.keys(entry.changes);
  return names.map((name) => (
    <p key={name} className={styles.note}>
      <code>{name}</code>
      {messages.value(String(entry.changes[name]))}
    </p>
  ));
}

function toSaveStatus({ kind, state }: OutboxEntry): RowSaveStatus {
  if (kind === 'delete') return state === 'failed' ? 'failedDelete' : 'pendingDelete';
  return state === 'failed' ? 'failed' : 'queued';
}

function describeState({ kind, state }: OutboxEntry): string {
  if (state === 'failed') return kind === 'delete' ? messages.notDeleted : messages.notSaved;
  return state === 'sending' ? messages.sending : messages.waiting;
}
