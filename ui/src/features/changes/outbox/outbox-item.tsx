import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { formatRecord } from '@/data/query/table-page-state';
import { keyOf } from '@/data/writes/batches/guards.utils';
import type { RowSaveStatus } from '@/data/writes/edits/table-edits';
import { toRejection } from '@/data/writes/outbox/outbox';
import { unknownColumns } from '@/data/writes/outbox/outbox.utils';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import { findTable } from '@/lib/find-table';
import { formatDateTime, formatPlural, formatRecent } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import { useSchema } from '@/lib/session';
import { useChangeSession } from '@/table/change-session-context';
import { describeRejection, isMaybeAdded, titleOfEntry } from '@/table/changes/change-texts';
import { ChangedValues } from '@/table/changes/changed-values';
import { SaveStatusIcon } from '@/table/changes/save-status-icon';
import styles from '../list/change-item.module.css';

export interface OutboxItemProps {
  /** Made in one go. */
  entries: readonly OutboxEntry[];
  onLeave: () => void;
  /** Somebody else changed the same: mine or theirs. */
  onDecide: (entry: OutboxEntry) => void;
}

/** Edits that are not in the database: waiting to be sent, or not taken by it. */
export function OutboxItem({ entries, onLeave, onDecide }: OutboxItemProps) {
  const { outbox } = useChangeSession();
  const schema = useSchema();
  const [first] = entries;
  if (!first) return null;
  const table = findTable(schema, first.schema, first.table);
  const isNew = first.kind === 'insert';
  const key = entries.length === 1 && table && !isNew ? keyOf(table, first.baseRow) : undefined;
  // Of a table that is gone, all of them.
  const strays = entries.length > 1 ? [] : table ? unknownColumns(table, first) : Object.keys(first.changes);
  const at = new Date(first.at);
  const subject = entries.length === 1 ? first.heading : formatPlural(entries.length, 'row');
  const stuck = first.state === 'failed';
  const { rejection } = first;
  const conflict = rejection?.kind === 'conflict';
  return (
    <li className={styles.item}>
      <header className={styles.head}>
        <span className={styles.title}>
          <SaveStatusIcon status={toSaveStatus(first)} /> {titleOfEntry(first)}{' '}
          {key ? (
            <Link
              href={hrefs.record(first.schema, first.table, formatRecord(key))}
              className={styles.subject}
              dir="auto"
              onClick={onLeave}
            >
              {subject}
            </Link>
          ) : (
            <b className={styles.subject} dir="auto">
              {subject}
            </b>
          )}
        </span>
        <span className={styles.location}>
          <span dir="auto">{table?.title ?? first.table}</span> ·{' '}
          <time dateTime={at.toISOString()} title={formatDateTime(at)}>
            {formatRecent(at)}
          </time>
          <span className={styles.state}>{describeState(first)}</span>
        </span>
        <span className={styles.tools}>
          {stuck && !(first.kind === 'delete' && rejection?.kind === 'missing') && (
            <Button
              size="sm"
              onClick={() => {
                if (conflict) onDecide(first);
                else void outbox.retry(entries, isMaybeAdded(first) ? { isForced: true } : {});
              }}
            >
              {conflict
                ? 'Choose…'
                : isMaybeAdded(first)
                  ? `Add ${entries.length === 1 ? 'it' : 'them'} all the same`
                  : 'Try again'}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => void outbox.withdraw(entries.map(({ id }) => id))}>
            {first.kind === 'delete' && rejection?.kind !== 'missing'
              ? `Keep ${entries.length === 1 ? 'it' : 'them'}`
              : 'Discard'}
          </Button>
        </span>
      </header>
      {rejection && (
        <p className={styles.rejection}>
          {rejection.kind === 'conflict'
            ? `Someone else changed this meanwhile. ${first.kind === 'delete' ? 'Choose whether to delete it all the same.' : 'Choose what to keep.'}`
            : describeRejection(schema, table, toRejection(rejection), {
                ...first.baseRow,
                ...first.changes,
              })}
        </p>
      )}
      {strays.map((name) => (
        <p key={name} className={styles.note}>
          <code>{name}</code>: {String(first.changes[name])}
        </p>
      ))}
      {table && entries.length === 1 && (
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

function toSaveStatus({ kind, state }: OutboxEntry): RowSaveStatus {
  if (kind === 'delete') return state === 'failed' ? 'failedDelete' : 'pendingDelete';
  return state === 'failed' ? 'failed' : 'queued';
}

function describeState({ kind, state }: OutboxEntry): string {
  if (state === 'failed') return kind === 'delete' ? 'Not deleted' : 'Not saved';
  return state === 'sending' ? 'Being sent…' : 'Waits';
}
