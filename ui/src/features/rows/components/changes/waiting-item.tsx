import { Link } from 'wouter';
import { Button } from '@/components/button';
import { formatDateTime, formatTime, plural } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import { findTable, useSchema } from '@/lib/session';
import { formatRecord } from '../../api/address/page-state.utils';
import { keyOf } from '../../api/changes/guards.utils';
import { refusalOf } from '../../api/changes/outbox';
import type { Entry } from '../../api/changes/outbox-store';
import styles from './change-item.module.css';
import { ChangedValues } from './changed-values';
import { isMaybeAdded, refusalSentence } from './changes-list.utils';
import { useVisit } from './visit-context';
import { WaitingMark } from './waiting-mark';

export interface WaitingItemProps {
  /** Made in one go. */
  entries: readonly Entry[];
  onLeave: () => void;
  /** Somebody else changed the same: mine or theirs. */
  onDecide: (entry: Entry) => void;
}

/** Edits that are not in the database: waiting to be sent, or not taken by it. */
export function WaitingItem({ entries, onLeave, onDecide }: WaitingItemProps) {
  const { outbox } = useVisit();
  const schema = useSchema();
  const [first] = entries;
  if (!first) return null;
  const table = findTable(schema, first.schema, first.table);
  const key = entries.length === 1 && table && first.kind === 'update' ? keyOf(table, first.seen) : undefined;
  const at = new Date(first.at);
  const subject = entries.length === 1 ? first.heading : plural(entries.length, 'row');
  const stuck = first.state === 'stuck';
  const { refusal } = first;
  const conflict = refusal?.kind === 'conflict';
  return (
    <li className={styles.item}>
      <header className={styles.head}>
        <span className={styles.what}>
          <WaitingMark phase={stuck ? 'stuck' : 'waiting'} /> {first.title}{' '}
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
        <span className={styles.where}>
          <span dir="auto">{table?.title ?? first.table}</span> ·{' '}
          <time dateTime={at.toISOString()} title={formatDateTime(at)}>
            {formatTime(at)}
          </time>
          <span className={styles.state}>{stateOf(first)}</span>
        </span>
        <span className={styles.tools}>
          {stuck && (
            <Button
              size="sm"
              onClick={() => (conflict ? onDecide(first) : void outbox.retry(entries, { sure: true }))}
            >
              {conflict
                ? 'Choose…'
                : isMaybeAdded(first)
                  ? `Add ${entries.length === 1 ? 'it' : 'them'} all the same`
                  : 'Try again'}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => void outbox.withdraw(entries.map(({ id }) => id))}>
            Discard
          </Button>
        </span>
      </header>
      {refusal && (
        <p className={styles.refusal}>
          {refusal.kind === 'conflict'
            ? 'Someone else changed this meanwhile. Choose what to keep.'
            : refusalSentence(schema, table, refusalOf(refusal), { ...first.seen, ...first.changes })}
        </p>
      )}
      {table && entries.length === 1 && (
        <ChangedValues
          table={table}
          columns={table.columns.filter(({ name }) => name in first.changes)}
          before={first.kind === 'update' ? first.seen : null}
          after={{ ...first.seen, ...first.changes }}
        />
      )}
    </li>
  );
}

function stateOf({ state }: Entry): string {
  if (state === 'stuck') return 'Not saved';
  return state === 'sending' ? 'Being sent…' : 'Waits';
}
