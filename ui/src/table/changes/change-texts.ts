import type { Row } from '@/data/rows/row';
import { rejectionText } from '@/data/values/checks/rejection-text';
import { headingOf } from '@/data/values/value.utils';
import { rowKeyOf } from '@/data/writes/edits/row-changes';
import type { Rejection } from '@/data/writes/edits/write-outcome';
import type { Change, ChangedRow } from '@/data/writes/history/history';
import type { OutboxEntry } from '@/data/writes/outbox/outbox-store';
import type { Schema, Table } from '@/lib/api.gen';
import { errorText } from '@/lib/errors/error-texts';
import { formatCount, formatPlural } from '@/lib/format';
import type { ChangedRecord } from './changes-context';

/** What a change is about: the row's heading, or how many rows. */
export function subjectOf({ table, rows }: Change): string {
  const row = rows.length === 1 && rows[0] ? currentRowOf(rows[0]) : undefined;
  return row ? headingOf(table, row) : formatPlural(rows.length, 'row');
}

/** What was done, before its subject: 'Edited'. Work of many rows may name them itself: 'Changed 214 orders'. */
export function verbOf({ title, rows }: Change): string {
  return rows.length === 1 ? (title.split(' ')[0] ?? title) : title;
}

/** Whether what was done names its rows already. */
export function hasSubjectInTitle({ title, rows }: Change): boolean {
  return rows.length > 1 && title.includes(' ');
}

/** 'Edited Order 10608', 'Pasted 12 rows'. */
export function describeChange(change: Change): string {
  return hasSubjectInTitle(change) ? change.title : `${verbOf(change)} ${subjectOf(change)}`;
}

/** The row as it is now, or as it was when it went. */
export function currentRowOf({ before, after, undone }: ChangedRow): Row | null {
  return undone ? (before ?? after) : (after ?? before);
}

/** Whether the row is there to be opened. */
export function canOpenRow({ before, after, undone }: ChangedRow): boolean {
  return (undone ? before : after) !== null;
}

/** How a change stands, as a word; undefined for one that is done and was never refused. */
export function describeState({ rows, progress }: Change): string | undefined {
  if (progress) {
    if (progress.stopping) return 'Stopping…';
    const verb = progress.direction === 'undo' ? 'Undoing' : 'Redoing';
    return progress.total > 1
      ? `${verb} ${formatCount(progress.done)} of ${formatCount(progress.total)}…`
      : `${verb}…`;
  }
  const undone = rows.filter((row) => row.undone).length;
  if (undone === rows.length) return 'Undone';
  return undone > 0 ? `${undone} of ${rows.length} undone` : undefined;
}

/** Why rows of a change could not be undone or redone, each reason once with how many rows it is about. */
export function describeRejections(schema: Schema, { table, rows }: Change): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (!row.rejection) continue;
    const text = describeRejection(schema, table, row.rejection, currentRowOf(row) ?? {});
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) =>
    rows.length === 1 ? text : `${formatPlural(count, 'row')}: ${text}`,
  );
}

/** Why the database did not take a change, and what to do, in the words of the table. */
export function describeRejection(
  schema: Schema,
  table: Table | undefined,
  refusal: Rejection,
  values: Row,
): string {
  if (refusal.kind === 'conflict') return 'It was changed again since, so it was left alone.';
  if (refusal.kind === 'missing') return 'This row is no longer there, or you may no longer see it.';
  const text = table ? rejectionText(refusal.error, { schema, table, values }) : errorText(refusal.error);
  return [text.sentence, text.nextStep].filter(Boolean).join(' ');
}

/** Whether a change is about a record. */
export function isAboutRecord({ table, rows }: Change, about: ChangedRecord): boolean {
  const same = table.schema === about.table.schema && table.name === about.table.name;
  return (
    same &&
    rows.some(({ before, after }) =>
      [before, after].some((row) => row !== null && rowKeyOf(table, row) === about.rowKey),
    )
  );
}

/** Waiting edits in groups of what was made in one go and fares alike. */
export function groupEntries(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const groups = new Map<string | number, OutboxEntry[]>();
  for (const entry of entries) {
    const alone = entry.state === 'failed' && !isMaybeAdded(entry);
    const key = alone ? entry.id : `${entry.state === 'failed'} ${entry.batch}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()];
}

/** Whether a row was not added since one like it is there: one question for all of a paste. */
export function isMaybeAdded({ rejection }: OutboxEntry): boolean {
  return rejection?.kind === 'rejected' && rejection.error.code === 'maybe_added';
}

/** Why edits wait, and what has to happen for them to be sent. */
export function describeQueueReason(
  entries: readonly OutboxEntry[],
  theyAreSent = entries.length === 1 ? 'It is sent' : 'They are sent',
): string {
  const codes = new Set(entries.flatMap(({ error }) => error?.code ?? []));
  if (codes.has('not_signed_in')) return `${theyAreSent} as soon as you have signed in again.`;
  if (codes.has('backend_changed'))
    return `This workspace is now connected to another backend. ${theyAreSent} when the previous one is back.`;
  if (codes.has('offline')) return `${theyAreSent} as soon as you are online again.`;
  if (codes.size > 0) return `The database could not be reached. ${theyAreSent} as soon as it answers.`;
  return entries.length === 1 ? 'It is being sent.' : 'They are being sent.';
}

/** '3 edits', '1 delete', '4 changes' where there are some of both. */
export function formatEntryCount(entries: readonly OutboxEntry[]): string {
  const deletes = entries.filter(({ kind }) => kind === 'delete').length;
  const noun = deletes === 0 ? 'edit' : deletes === entries.length ? 'delete' : 'change';
  return formatPlural(entries.length, noun);
}

/** What is still to be done with a row, as it is named in a list: 'Edited', 'Delete'. */
export function titleOfEntry({ kind, title }: OutboxEntry): string {
  return kind === 'delete' && title === 'Deleted' ? 'Delete' : title;
}
