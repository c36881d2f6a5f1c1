import type { QueryClient } from '@tanstack/react-query';
import { isTransient } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { keyOf, keyText } from './guards.utils';
import type { Row, Value } from './row';
import { type Outcome, showRow, updateRow } from './updates';

/** How a cell's last edit fares. */
export interface CellState {
  phase: 'saving' | 'saved';
  /** What was entered; shown while it is being saved. */
  value: Value;
  /** Differs from save to save. */
  stamp: number;
}

/** An edit that did not come through. */
export interface Failure {
  seen: Row;
  changes: Row;
  outcome: Exclude<Outcome, { kind: 'saved' }> | { kind: 'invalid'; problem: string };
}

/** What the status bar tells. */
export interface EditsSummary {
  saving: number;
  /** Counts up with each save; null before the first. */
  saved: number | null;
  undoable: number;
  redoable: number;
  /** The one to be told of: the last, and when that is dealt with, the first that waits. */
  failure: Failure | null;
  /** Edits that never reached the database; `retry` sends them. */
  waiting: number;
}

/** Whether only the way to the database failed, so that the same edit may come through later. */
export function mayRetry({ outcome }: Failure): boolean {
  return outcome.kind === 'refused' && (isTransient(outcome.error) || outcome.error.code === 'offline');
}

interface Step {
  /** The row as the step left it. */
  after: Row;
  changes: Row;
}

/** How long a cell shows that it was saved, in milliseconds. */
const savedFor = 2_000;

/** Steps that undo reaches back. */
const mostSteps = 100;

/**
 * The edits of one visit to a table: sent one after the other per row, each
 * guarded by what was seen; what was saved can be undone. Cells and the status
 * bar follow it as an external store.
 */
export class Edits {
  readonly #table: Table;
  readonly #client: QueryClient;
  readonly #send: typeof updateRow;
  readonly #cells = new Map<string, CellState>();
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #listeners = new Set<() => void>();
  #waiting: readonly Failure[] = [];
  #undo: readonly Step[] = [];
  #redo: readonly Step[] = [];
  #stamp = 0;
  #summary: EditsSummary = { saving: 0, saved: null, undoable: 0, redoable: 0, failure: null, waiting: 0 };

  constructor(table: Table, client: QueryClient, send: typeof updateRow = updateRow) {
    this.#table = table;
    this.#client = client;
    this.#send = send;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  summary = (): EditsSummary => this.#summary;

  cell(rowKey: string, column: string): CellState | undefined {
    return this.#cells.get(cellName(rowKey, column));
  }

  /** Saves changes to a row. A failure is told in the summary too, unless the caller tells it itself. */
  save(seen: Row, changes: Row, quiet = false): Promise<Outcome> {
    return this.#enqueue(seen, changes, (outcome) => {
      if (outcome.kind === 'saved') {
        this.#undo = [...this.#undo, stepFor(seen, outcome.row, changes)].slice(-mostSteps);
        this.#redo = [];
      } else if (!quiet) {
        this.#fail({ seen, changes, outcome });
      }
    });
  }

  /** Sends again what never reached the database, in the order in which it was entered. */
  retry(): void {
    for (const { seen, changes } of this.#waiting) void this.save(seen, changes);
  }

  /** Takes the last saved change back; guarded like any other. */
  async undo(): Promise<void> {
    const step = this.#undo.at(-1);
    if (!step) return;
    this.#undo = this.#undo.slice(0, -1);
    await this.#replay(step, (back) => {
      this.#redo = [...this.#redo, back];
    });
  }

  /** Does again what was undone last. */
  async redo(): Promise<void> {
    const step = this.#redo.at(-1);
    if (!step) return;
    this.#redo = this.#redo.slice(0, -1);
    await this.#replay(step, (back) => {
      this.#undo = [...this.#undo, back];
    });
  }

  /** Tells what is wrong with an entry that can't be sent. */
  tellInvalid(seen: Row, column: string, entered: string, problem: string): void {
    this.#fail({ seen, changes: { [column]: entered }, outcome: { kind: 'invalid', problem } });
  }

  dismissFailure(): void {
    this.#waiting = this.#waiting.filter((failure) => failure !== this.#summary.failure);
    this.#tell({ failure: this.#waiting[0] ?? null });
  }

  #fail(failure: Failure): void {
    if (mayRetry(failure)) this.#waiting = [...this.#waiting, failure];
    this.#tell({ failure });
  }

  #replay({ after, changes }: Step, keep: (back: Step) => void): Promise<Outcome> {
    return this.#enqueue(after, changes, (outcome) => {
      if (outcome.kind === 'saved') keep(stepFor(after, outcome.row, changes));
      else this.#fail({ seen: after, changes, outcome });
    });
  }

  /** One at a time per row, so that an edit's guard is what the edit before it left. */
  #enqueue(seen: Row, changes: Row, done: (outcome: Outcome) => void): Promise<Outcome> {
    const key = keyText(keyOf(this.#table, seen) ?? []);
    const stamp = this.#begin(key, changes);
    const run = async (left: unknown): Promise<Outcome> => {
      const outcome = await this.#send(this.#table, { ...seen, ...(left as Row | undefined) }, changes);
      if (outcome.kind === 'saved') showRow(this.#client, this.#table, seen, outcome.row);
      if (outcome.kind === 'conflict') showRow(this.#client, this.#table, seen, outcome.theirs);
      done(outcome);
      this.#end(key, changes, stamp, outcome);
      return outcome;
    };
    const before = this.#queues.get(key) ?? Promise.resolve(undefined);
    const result = before.then(run);
    const left = result.then((outcome) => (outcome.kind === 'saved' ? outcome.row : undefined));
    this.#queues.set(key, left);
    void left.then(() => this.#queues.get(key) === left && this.#queues.delete(key));
    return result;
  }

  #begin(key: string, changes: Row): number {
    this.#stamp += 1;
    for (const [column, value] of Object.entries(changes)) {
      this.#cells.set(cellName(key, column), { phase: 'saving', value, stamp: this.#stamp });
    }
    // An edit takes the place of one of the same cells that waits, and leaves the others waiting.
    this.#waiting = this.#waiting.filter(
      (failure) =>
        keyText(keyOf(this.#table, failure.seen) ?? []) !== key ||
        Object.keys(failure.changes).some((column) => !(column in changes)),
    );
    this.#tell({ saving: this.#summary.saving + 1, failure: this.#waiting[0] ?? null });
    return this.#stamp;
  }

  #end(key: string, changes: Row, stamp: number, outcome: Outcome): void {
    const saved = outcome.kind === 'saved';
    const newKey = saved ? keyText(keyOf(this.#table, outcome.row) ?? []) : key;
    const mine = Object.keys(changes).filter(
      (column) => this.#cells.get(cellName(key, column))?.stamp === stamp,
    );
    for (const column of mine) {
      this.#cells.delete(cellName(key, column));
      if (saved) {
        this.#cells.set(cellName(newKey, column), {
          phase: 'saved',
          value: outcome.row[column] ?? null,
          stamp,
        });
      }
    }
    this.#tell({ saving: this.#summary.saving - 1, saved: saved ? stamp : this.#summary.saved });
    if (saved) setTimeout(() => this.#forget(newKey, mine, stamp), savedFor);
  }

  #forget(key: string, columns: readonly string[], stamp: number): void {
    for (const column of columns) {
      const name = cellName(key, column);
      if (this.#cells.get(name)?.stamp === stamp) this.#cells.delete(name);
    }
    this.#tell({});
  }

  #tell(changes: Partial<EditsSummary>): void {
    this.#summary = {
      ...this.#summary,
      ...changes,
      undoable: this.#undo.length,
      redoable: this.#redo.length,
      waiting: this.#waiting.length,
    };
    for (const listener of this.#listeners) listener();
  }
}

function cellName(rowKey: string, column: string): string {
  return `${rowKey}\n${column}`;
}

/** The step that takes a saved change back. */
function stepFor(before: Row, after: Row, changes: Row): Step {
  const back = Object.keys(changes).filter((column) => column in before);
  return { after, changes: Object.fromEntries(back.map((column) => [column, before[column] ?? null])) };
}
