import type { Row } from '@/data/rows/row';
import { refusalOf } from '../outbox/outbox';
import type { Entry } from '../outbox/outbox-store';
import type { Refusal } from './updates';

/** What to change in one row, as it was seen. */
export interface RowEdit {
  seen: Row;
  changes: Row;
}

/** An edit that did not come through. */
export interface Failure extends RowEdit {
  outcome: Refusal | { kind: 'invalid'; problem: string };
  /** It was sent later, and is kept until the person has decided. */
  entry?: Entry;
}

/** The edits of a table that did not come through, and of which the person is still to be told. */
export class Failures {
  #told: readonly Failure[] = [];
  /** Entries about which the person will decide later. */
  readonly #putOff = new Set<number>();
  #next: Failure | null = null;

  add(...failures: readonly Failure[]): void {
    this.#told = [...this.#told, ...failures];
  }

  clear(): void {
    this.#told = [];
  }

  dismiss(failure: Failure): void {
    if (failure.entry) this.#putOff.add(failure.entry.id);
    this.#told = this.#told.filter((other) => other !== failure);
  }

  /** What is tried again is told of again. */
  follow(entries: readonly Entry[]): void {
    for (const { id, state } of entries) if (state !== 'stuck') this.#putOff.delete(id);
  }

  /** The one to tell of: the last, then what the outbox keeps. The same object as long as it is that one. */
  next(entries: readonly Entry[]): Failure | null {
    const stuck = entries.find(({ id, refusal }) => refusal && !this.#putOff.has(id));
    this.#next = this.#told.at(-1) ?? (stuck ? this.#failureOf(stuck) : null);
    return this.#next;
  }

  #failureOf(entry: Entry): Failure | null {
    if (this.#next?.entry === entry) return this.#next;
    const { seen, changes, refusal } = entry;
    return refusal && { seen: { ...changes, ...seen }, changes, outcome: refusalOf(refusal), entry };
  }
}
