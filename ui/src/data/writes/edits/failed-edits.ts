import type { Row } from '@/data/rows/row';
import { ApiError } from '@/lib/api';
import type { QueuedFile, Rejection } from '../batches/row-write';
import type { OutboxEntry } from '../outbox/outbox-store';
import { toRejection } from '../outbox/queue/queued-rejection';
import { writesMessages as messages } from '../writes-messages';

/** A change of one row. */
export interface RowEdit {
  /** The row as the user saw it. */
  baseRow: Row;
  /** The new values, by column. */
  changes: Row;
  /** The file to which a new value refers, if it is not uploaded yet. */
  file?: QueuedFile | undefined;
}

/** An edit that was not saved. */
export interface FailedEdit extends RowEdit {
  outcome: Rejection | { kind: 'invalid'; problem: string };
  /** The outbox entry of the edit, if it was sent from the outbox. */
  entry?: OutboxEntry;
}

/** The failed edits of a table that the user has not dismissed. */
export class FailedEdits {
  #unresolved: readonly FailedEdit[] = [];
  /** Ids of outbox entries that the user dismissed. */
  readonly #dismissedIds = new Set<number>();
  #latest: FailedEdit | null = null;

  add(...failed: readonly FailedEdit[]): void {
    this.#unresolved = [...this.#unresolved, ...failed];
  }

  /** Removes the failures that are not in the outbox. */
  clear(): void {
    this.#unresolved = [];
  }

  /** Hides a failed edit. Its entry stays in the outbox. */
  dismiss(failed: FailedEdit): void {
    if (failed.entry) this.#dismissedIds.add(failed.entry.id);
    this.#unresolved = this.#unresolved.filter((other) => other !== failed);
  }

  /** Removes the dismissal of entries that are sent again: a new failure is reported again. */
  syncEntries(entries: readonly OutboxEntry[]): void {
    for (const { id, state } of entries) if (state !== 'failed') this.#dismissedIds.delete(id);
  }

  /**
   * Returns the most recent failure that is not dismissed, then those in the
   * outbox: the same object as long as it is the same failure.
   */
  latest(entries: readonly OutboxEntry[]): FailedEdit | null {
    const failedEntry = entries.find(({ id, rejection }) => rejection && !this.#dismissedIds.has(id));
    this.#latest = this.#unresolved.at(-1) ?? (failedEntry ? this.#toFailedEdit(failedEntry) : null);
    return this.#latest;
  }

  /**
   * Returns the failed edit of an outbox entry, the same object for the latest one; null if the entry was not rejected.
   */
  #toFailedEdit(entry: OutboxEntry): FailedEdit | null {
    if (this.#latest?.entry === entry) return this.#latest;
    const { baseRow, changes, rejection } = entry;
    if (!rejection) return null;
    return { baseRow: { ...changes, ...baseRow }, changes, outcome: toRejection(rejection), entry };
  }
}

/** Why an edit of a row with a queued delete is not sent. */
export const pendingDeleteError = new ApiError({
  code: 'row_pending_delete',
  message: messages.pendingDelete,
  details: '',
  hint: messages.withdrawDelete,
  status: 0,
  requestId: '',
});
