import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import { formatRejection } from '@/data/values/checks/rejection-text';
import type { Rejection } from '@/data/writes/batches/row-write';
import { formatRowKey } from '@/data/writes/batches/row-write';
import type { Change, ChangedRow } from '@/data/writes/history/change';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import type { Schema, Table } from '@/lib/api.gen';
import { formatError, formatErrorText } from '@/lib/errors/error-texts';
import { tableMessages } from '@/table/table-messages';
import type { ChangedRecord } from './changes-context';

const { changes: messages, queue: queueMessages } = tableMessages;

/** Returns the heading of the changed row, or the number of rows: '3 rows'. */
export function formatChangedRows({ table, rows }: Change): string {
  const row = rows.length === 1 && rows[0] ? getCurrentRow(rows[0]) : undefined;
  return row ? getRowHeading(table, row) : messages.rows(rows.length);
}

/**
 * Returns the text before the rows: 'Edited'. For a change of several rows it is the whole title, which can contain the
 * rows: 'Changed 214 orders'.
 */
export function formatAction({ title, rows }: Change): string {
  return rows.length === 1 ? (title.split(' ')[0] ?? title) : title;
}

/** Whether the title of a change already contains its rows, as in 'Changed 214 orders'. */
export function hasRowsInTitle({ title, rows }: Change): boolean {
  return rows.length > 1 && title.includes(' ');
}

/** Returns a sentence about a change: 'Edited Order 10608', 'Pasted 12 rows'. */
export function describeChange(change: Change): string {
  return hasRowsInTitle(change) ? change.title : `${formatAction(change)} ${formatChangedRows(change)}`;
}

/** Returns the row as it is now; for a row that does not exist now, as it was before. */
export function getCurrentRow({ before, after, undone }: ChangedRow): Row | null {
  return undone ? (before ?? after) : (after ?? before);
}

/** Whether the row exists, so that its record can be opened. */
export function canOpenRow({ before, after, undone }: ChangedRow): boolean {
  return (undone ? before : after) !== null;
}

/** Returns the progress of an undo or redo, or how much of a change is undone; undefined if none of it is. */
export function describeState({ rows, progress }: Change): string | undefined {
  if (progress) {
    const { direction, done, total, stopping } = progress;
    if (stopping) return messages.stopping;
    const isUndo = direction === 'undo';
    if (total > 1) return (isUndo ? messages.undoingRows : messages.redoingRows)(done, total);
    return isUndo ? messages.undoing : messages.redoing;
  }
  const undone = rows.filter((row) => row.undone).length;
  if (undone === rows.length) return messages.undone;
  return undone > 0 ? messages.partlyUndone(undone, rows.length) : undefined;
}

/** Returns the reasons why rows of a change were not undone or redone: each reason once, with the number of its rows. */
export function describeRejections(schema: Schema, { table, rows }: Change): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (!row.rejection) continue;
    const text = describeRejection(schema, table, row.rejection, getCurrentRow(row) ?? {});
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => (rows.length === 1 ? text : messages.rejectedRows(count, text)));
}

/** Returns why the database rejected a change, and the next step, with the names of the table and its columns. */
export function describeRejection(
  schema: Schema,
  table: Table | undefined,
  rejection: Rejection,
  values: Row,
): string {
  if (rejection.kind === 'conflict') return messages.changedAgain;
  if (rejection.kind === 'missing') return messages.rowMissing;
  const text = table
    ? formatRejection(rejection.error, { schema, table, values })
    : formatError(rejection.error);
  return formatErrorText(text);
}

/** Whether a change affects a record. */
export function isAboutRecord({ table, rows }: Change, record: ChangedRecord): boolean {
  return (
    table.schema === record.table.schema &&
    table.name === record.table.name &&
    rows.some(({ before, after }) =>
      [before, after].some((row) => row !== null && formatRowKey(table, row) === record.rowKey),
    )
  );
}

/**
 * Groups outbox entries for the list of changes. The queued entries of a batch form one group. Each failed entry forms
 * a separate group, because the user decides about each; except for inserts that can be duplicates (see isMaybeAdded).
 */
export function groupEntries(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const groups = new Map<string | number, OutboxEntry[]>();
  for (const entry of entries) {
    const isAlone = entry.state === 'failed' && !isMaybeAdded(entry);
    const key = isAlone ? entry.id : JSON.stringify([entry.state === 'failed', entry.batch]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()];
}

/** Whether a row was not added because an equal row exists, which can be a result of an earlier attempt. */
export function isMaybeAdded({ rejection }: OutboxEntry): boolean {
  return rejection?.kind === 'rejected' && rejection.error.code === 'maybe_added';
}

/** Returns why entries are queued, and when they are sent. */
export function describeQueueReason(entries: readonly OutboxEntry[]): string {
  const codes = new Set(entries.flatMap(({ error }) => error?.code ?? []));
  if (codes.has('not_signed_in')) return queueMessages.signedOut(entries.length);
  if (codes.has('backend_changed')) return queueMessages.otherBackend(entries.length);
  if (codes.has('offline')) return queueMessages.offline(entries.length);
  return codes.size > 0 ? queueMessages.unreachable(entries.length) : queueMessages.sending;
}

/** Returns '3 edits', '1 delete', or '4 changes' for edits and deletes together. */
export function formatEntryCount(entries: readonly OutboxEntry[]): string {
  const deletes = entries.filter(({ kind }) => kind === 'delete').length;
  if (deletes === 0) return messages.edits(entries.length);
  return deletes === entries.length
    ? messages.deletes(entries.length)
    : messages.mixedChanges(entries.length);
}

/** Returns the verb of an entry in the list of changes: 'Edited'; for a delete, which is not done yet, 'Delete'. */
export function getEntryTitle({ kind, title }: OutboxEntry): string {
  return kind === 'delete' && title === messages.deletedTitle ? messages.deleteTitle : title;
}
