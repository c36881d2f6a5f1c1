import type { QueryClient } from '@tanstack/react-query';
import { updateCachedCalendars } from '@/data/layouts/calendar-queries';
import { updateCachedLanes } from '@/data/layouts/lane-queries';
import type { RowPage } from '@/data/paging/segments/page-plan';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { ApiError, isTransient } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { findConflictingColumns, keyOf, keyText } from '../batches/guards.utils';
import type { RowWrite } from './row-changes';

/** What became of a write. The person's input is lost in none of them. */
export type WriteOutcome =
  /** The row as it is now; of a deleted one, as it was. */
  | { kind: 'saved'; row: Row }
  /** The row is no longer there, or no longer to be seen by this person. */
  | { kind: 'missing' }
  /** Someone else changed some of the same columns since the row was seen. */
  | { kind: 'conflict'; theirs: Row; columns: readonly string[] }
  | { kind: 'rejected'; error: ApiError }
  /** It did not reach the database, is kept in the browser, and will be sent. */
  | { kind: 'queued'; error?: ApiError | undefined };

/** Why the database did not take a change. */
export type Rejection = Exclude<WriteOutcome, { kind: 'saved' | 'queued' }>;

/** Whether only the way to the database failed, so that the same may come through later. */
export function isRetryable(error: ApiError): boolean {
  return (
    isTransient(error) ||
    error.status === 429 ||
    ['offline', 'unreadable', 'not_signed_in', 'backend_changed'].includes(error.code)
  );
}

/** Why a guarded write matched no row, by the row as it is now. */
export function classifyMissedWrite(
  write: Exclude<RowWrite, { kind: 'insert' }>,
  theirs: Row | undefined,
): WriteOutcome {
  if (!theirs) return { kind: 'missing' };
  const deletes = write.kind === 'delete';
  const about = deletes ? write.baseRow : write.changes;
  const columns = deletes && write.isForced ? [] : findConflictingColumns(write.baseRow, theirs, about);
  if (columns.length > 0) return { kind: 'conflict', theirs, columns };
  // Nobody changed it: a policy lets this person see the row, and no more.
  return { kind: 'rejected', error: makePermissionError(deletes ? 'delete' : 'change') };
}

function makePermissionError(verb: 'change' | 'delete'): ApiError {
  return new ApiError({
    code: 'row_rejected',
    message: `You don’t have permission to ${verb} this row.`,
    details: '',
    hint: 'A policy or a trigger of the database decides that.',
    status: 403,
    requestId: '',
  });
}

/** What becomes of an edit of a row whose delete waits. */
export const pendingDeleteRejection: Rejection = {
  kind: 'rejected',
  error: new ApiError({
    code: 'row_pending_delete',
    message: 'This row waits to be deleted.',
    details: '',
    hint: 'Take that back first: open the row, or the list of changes, and keep it.',
    status: 0,
    requestId: '',
  }),
};

/** Puts a row as it is now in the place of itself as it was, in every page and record that shows it. */
export function updateCachedRow(client: QueryClient, table: Table, before: Row, now: Row): void {
  const key = keyOf(table, before);
  if (!key) return;
  const text = keyText(key);
  const same = (row: Row) => keyText(keyOf(table, row) ?? []) === text;
  // A page holds some of the columns only; it keeps to those.
  const merged = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, now[column] ?? (column in now ? null : value)]),
    );
  client.setQueriesData<RowPage>({ queryKey: [...rowKeys.table(table), 'pages'] }, (page) => {
    if (!page?.rows.some(same)) return page;
    return { ...page, rows: page.rows.map((row) => (same(row) ? merged(row) : row)) };
  });
  updateCachedLanes(client, table, before, now);
  updateCachedCalendars(client, table, before, now);
  client.setQueryData(rowKeys.record(table, keyOf(table, now) ?? key), now);
  client.removeQueries({ queryKey: [...rowKeys.table(table), 'reference'] });
}
