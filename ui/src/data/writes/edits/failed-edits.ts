import type { Row } from '@/data/rows/row';
import type { Rejection } from '../batches/row-write';
import type { OutboxEntry } from '../outbox/outbox-store';
import { toRejection } from '../outbox/queued-rejection';

/** What to change in one row, as it was seen. */
export interface RowEdit {
  baseRow: Row;
  changes: Row;
}

/** An edit that did not come through. */
export interface FailedEdit extends RowEdit {
  outcome: Rejection | { kind: 'invalid'; problem: string };
  /** It was sent later, and is kept until the person has decided. */
  entry?: OutboxEntry;
}

/** The edits of a table that did not come through, and of which the person is still to be told. */
export class FailedEdits {
  #told: readonly FailedEdit[] = [];
  /** Entries about which the person will decide later. */
  readonly #putOff = new Set<number>();
  #next: FailedEdit | null = null;

  add(...failures: readonly FailedEdit[]): void {
    this.#told = [...this.#told, ...failures];
  }

  clear(): void {
    this.#told = [];
  }

  dismiss(failure: FailedEdit): void {
    if (failure.entry) this.#putOff.add(failure.entry.id);
    this.#told = this.#told.filter((other) => other !== failure);
  }

  /** What is tried again is told of again. */
  syncEntries(entries: readonly OutboxEntry[]): void {
    for (const { id, state } of entries) if (state !== 'failed') this.#putOff.delete(id);
  }

  /** The one to tell of: the last, then what the outbox keeps. The same object as long as it is that one. */
  latest(entries: readonly OutboxEntry[]): FailedEdit | null {
    const stuck = entries.find(({ id, rejection }) => rejection && !this.#putOff.has(id));
    this.#next = this.#told.at(-1) ?? (stuck ? this.#failureOf(stuck) : null);
    return this.#next;
  }

  #failureOf(entry: OutboxEntry): FailedEdit | null {
    if (this.#next?.entry === entry) return this.#next;
    const { baseRow, changes, rejection } = entry;
    return (
      rejection && { baseRow: { ...changes, ...baseRow }, changes, outcome: toRejection(rejection), entry }
    );
  }
}
