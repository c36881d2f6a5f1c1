import { Redo2, Undo2 } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { formatRecord } from '@/data/query/table-page-state';
import { keyOf } from '@/data/writes/batches/guards.utils';
import { changedColumns } from '@/data/writes/edits/row-changes';
import { type Change, type ChangedRow, canRedo, canUndo } from '@/data/writes/history/history';
import { formatDateTime, formatRecent } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import { useSchema } from '@/lib/session';
import { useChangeSession } from '@/table/change-session-context';
import {
  canOpenRow,
  currentRowOf,
  describeRejections,
  describeState,
  hasSubjectInTitle,
  subjectOf,
  verbOf,
} from '@/table/changes/change-texts';
import { ChangedValues } from '@/table/changes/changed-values';
import { useUndo } from '@/table/changes/use-undo';
import styles from './change-item.module.css';

export interface ChangeItemProps {
  change: Change;
  /** The list closes, as the page behind it becomes another. */
  onLeave: () => void;
}

/** Rows of a change that are shown one by one. */
const maxShownRows = 5;

/** One change of the visit: when, what, and how to take it back. */
export function ChangeItem({ change, onLeave }: ChangeItemProps) {
  const schema = useSchema();
  const { replay } = useUndo();
  const { history } = useChangeSession();
  const { table, rows, progress } = change;
  const at = new Date(change.at);
  const [only] = rows;
  const key =
    rows.length === 1 && only && canOpenRow(only) ? keyOf(table, currentRowOf(only) ?? {}) : undefined;
  const state = describeState(change);
  const refusals = describeRejections(schema, change);
  const undone = state === 'Undone';
  return (
    <li className={styles.item} data-undone={undone || undefined}>
      <header className={styles.head}>
        <span className={styles.title}>
          {verbOf(change)}{' '}
          {hasSubjectInTitle(change) ? null : key ? (
            <Link
              href={hrefs.record(table.schema, table.name, formatRecord(key))}
              className={styles.subject}
              dir="auto"
              onClick={onLeave}
            >
              {subjectOf(change)}
            </Link>
          ) : (
            <b className={styles.subject} dir="auto">
              {subjectOf(change)}
            </b>
          )}
        </span>
        <span className={styles.location}>
          <span dir="auto">{table.title}</span> ·{' '}
          <time dateTime={at.toISOString()} title={formatDateTime(at)}>
            {formatRecent(at)}
          </time>
          {state && (
            <span className={styles.state} role="status">
              {progress && <Spinner size={12} label="" />}
              {state}
            </span>
          )}
        </span>
        <span className={styles.tools}>
          {progress && progress.total > 1 && (
            <Button size="sm" pending={progress.stopping ?? false} onClick={() => history.stop(change)}>
              Stop
            </Button>
          )}
          {canUndo(change) && (
            <Button size="sm" icon={<Undo2 aria-hidden />} onClick={() => void replay('undo', change)}>
              Undo
            </Button>
          )}
          {canRedo(change) && !canUndo(change) && (
            <Button size="sm" icon={<Redo2 aria-hidden />} onClick={() => void replay('redo', change)}>
              Redo
            </Button>
          )}
        </span>
      </header>
      {refusals.map((text) => (
        <p key={text} className={styles.rejection}>
          {text}
        </p>
      ))}
      {rows.some(({ newKey }) => newKey) && (
        <p className={styles.note}>It is back under a new key: the database numbers these rows itself.</p>
      )}
      <ChangedRows change={change} />
    </li>
  );
}

function ChangedRows({ change: { table, rows } }: { change: Change }) {
  if (rows.length === 1 && rows[0]) return <RowValues table={table} row={rows[0]} />;
  const shown = rows.slice(0, maxShownRows);
  return (
    <details className={styles.rows}>
      <summary>Row by row</summary>
      <ol>
        {shown.map((row, i) => (
          <li key={formatReactKey(table, row, i)}>
            <b dir="auto">{subjectOf({ id: '', at: 0, title: '', table, rows: [row] })}</b>
            <RowValues table={table} row={row} />
          </li>
        ))}
      </ol>
      {rows.length > maxShownRows && <p className={styles.note}>and {rows.length - maxShownRows} more</p>}
    </details>
  );
}

function formatReactKey(table: Change['table'], row: ChangedRow, index: number): string {
  return formatRecord(keyOf(table, currentRowOf(row) ?? {}) ?? []) || String(index);
}

function RowValues({ table, row }: { table: Change['table']; row: ChangedRow }) {
  const { before, after } = row;
  if (!before || !after) return null;
  return <ChangedValues table={table} columns={changedColumns(table, row)} before={before} after={after} />;
}
