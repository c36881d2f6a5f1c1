import { Redo2, Undo2 } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { findChangedColumns } from '@/data/writes/edits/row-changes';
import { type Change, type ChangedRow, canRedo, canUndo } from '@/data/writes/history/change';
import { useSchema } from '@/lib/auth/session';
import { hrefs } from '@/lib/routes';
import { useChangeSession } from '@/table/change-session-context';
import {
  canOpenRow,
  describeRejections,
  describeState,
  formatAction,
  formatChangedRows,
  getCurrentRow,
  hasRowsInTitle,
} from '@/table/changes/change-texts';
import { ChangedValues } from '@/table/changes/changed-values';
import { useUndo } from '@/table/changes/use-undo';
import { changesMessages } from '../changes-messages';
import styles from './change-item.module.css';
import { ItemHeader } from './item-header';

export interface ChangeItemProps {
  change: Change;
  /** Called when a link to a record is followed, to close the list. */
  onLeave: () => void;
}

const messages = changesMessages.item;

/** Maximum number of rows of a change that are listed; the others are counted. */
const maxListedRows = 5;

/** A saved change: the time, the rows with their values, and buttons to undo or redo it. */
export function ChangeItem({ change, onLeave }: ChangeItemProps) {
  const schema = useSchema();
  const { table, rows, progress } = change;
  const state = describeState(change);
  const isUndone = !progress && rows.every((row) => row.undone);
  return (
    <li className={styles.item} data-undone={isUndone || undefined}>
      <ItemHeader
        title={formatAction(change)}
        rowsText={hasRowsInTitle(change) ? undefined : formatChangedRows(change)}
        href={findHref(change)}
        tableTitle={table.title}
        time={change.at}
        status={
          state && (
            <span className={styles.state} role="status">
              {progress && <Spinner size={12} label="" />}
              {state}
            </span>
          )
        }
        onLeave={onLeave}
      >
        <ChangeButtons change={change} />
      </ItemHeader>
      {describeRejections(schema, change).map((text) => (
        <p key={text} className={styles.rejection}>
          {text}
        </p>
      ))}
      {rows.some(({ newKey }) => newKey) && <p className={styles.note}>{messages.newKey}</p>}
      <ChangedRows change={change} />
    </li>
  );
}

/** Returns the URL of the record of a change of one row; undefined if the row does not exist. */
function findHref({ table, rows }: Change): string | undefined {
  const [row] = rows;
  if (rows.length !== 1 || !row || !canOpenRow(row)) return undefined;
  const key = getRowKey(table, getCurrentRow(row) ?? {});
  return key && hrefs.record(table.schema, table.name, formatRecord(key));
}

function ChangeButtons({ change }: { change: Change }) {
  const { replay } = useUndo();
  const { history } = useChangeSession();
  const { progress } = change;
  return (
    <>
      {progress && progress.total > 1 && (
        <Button size="sm" pending={progress.stopping ?? false} onClick={() => history.stop(change)}>
          {messages.stop}
        </Button>
      )}
      {canUndo(change) && (
        <Button size="sm" icon={<Undo2 aria-hidden />} onClick={() => void replay('undo', change)}>
          {messages.undo}
        </Button>
      )}
      {canRedo(change) && !canUndo(change) && (
        <Button size="sm" icon={<Redo2 aria-hidden />} onClick={() => void replay('redo', change)}>
          {messages.redo}
        </Button>
      )}
    </>
  );
}

/** The values of a change of one row; the rows of a larger change can be expanded. */
function ChangedRows({ change: { table, rows } }: { change: Change }) {
  if (rows.length === 1 && rows[0]) return <RowValues table={table} row={rows[0]} />;
  return (
    <details className={styles.rows}>
      <summary>{messages.showRows}</summary>
      <ol>
        {rows.slice(0, maxListedRows).map((row, i) => (
          <li key={formatReactKey(table, row, i)}>
            <b dir="auto">{formatChangedRows({ id: '', at: 0, title: '', table, rows: [row] })}</b>
            <RowValues table={table} row={row} />
          </li>
        ))}
      </ol>
      {rows.length > maxListedRows && (
        <p className={styles.note}>{messages.more(rows.length - maxListedRows)}</p>
      )}
    </details>
  );
}

function formatReactKey(table: Change['table'], row: ChangedRow, index: number): string {
  return formatRecord(getRowKey(table, getCurrentRow(row) ?? {}) ?? []) || String(index);
}

function RowValues({ table, row }: { table: Change['table']; row: ChangedRow }) {
  const { before, after } = row;
  if (!before || !after) return null;
  return (
    <ChangedValues table={table} columns={findChangedColumns(table, row)} before={before} after={after} />
  );
}
