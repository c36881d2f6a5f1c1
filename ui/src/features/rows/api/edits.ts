import type { QueryClient } from '@tanstack/react-query';
import type { Table } from '@/lib/api.gen';
import { type RowChange, type RowWrite, textOf } from './changes.utils';
import { keyFilters, keyOf } from './guards.utils';
import type { History, Replay } from './history';
import { rowKeys } from './keys';
import type { Row, Value } from './row';
import { deleteRows, insertMany } from './rows';
import { isPassing, type Outcome, showRow } from './updates';
import type { writeRows } from './write-rows';
import { fitBatches, matchAny } from './write-rows.utils';

/** How a cell's last edit fares. */
export interface CellState {
  phase: 'saving' | 'saved';
  /** What was entered; shown while it is being saved. */
  value: Value;
  /** Differs from save to save. */
  stamp: number;
}

/** What to change in one row, as it was seen. */
export interface RowEdit {
  seen: Row;
  changes: Row;
}

/** An edit that did not come through. */
export interface Failure extends RowEdit {
  outcome: Exclude<Outcome, { kind: 'saved' }> | { kind: 'invalid'; problem: string };
}

/** What the status bar tells. */
export interface EditsSummary {
  saving: number;
  /** Counts up with each save; null before the first. */
  saved: number | null;
  /** The one to be told of: the last, and when that is dealt with, the last that waits. */
  failure: Failure | null;
  /** Edits that never reached the database; `retry` sends them. */
  waiting: number;
}

/** Whether only the way to the database failed, so that the same edit may come through later. */
export function mayRetry({ outcome }: Failure): boolean {
  return outcome.kind === 'refused' && isPassing(outcome.error);
}

/** How long a cell shows that it was saved, in milliseconds. */
const savedFor = 2_000;

/** Past this many rows at once, what is shown is asked for anew instead of changed row by row. */
const shownSingly = 50;

/** Rows in one insert. */
const insertedTogether = 500;

interface Sent<W extends RowWrite> {
  /** The writes as they went, over the rows as the ones before had left them. */
  sent: readonly W[];
  outcomes: readonly Outcome[];
}

export interface EditsOptions {
  history: History;
  write: typeof writeRows;
}

/**
 * The writes to one table: sent one after the other per row, each guarded by
 * what was seen; what was done becomes a step of the visit's history. Cells and
 * the status bar follow it as an external store.
 */
export class Edits {
  #table: Table;
  readonly #client: QueryClient;
  readonly #history: History;
  readonly #write: typeof writeRows;
  readonly #cells = new Map<string, CellState>();
  readonly #queues = new Map<string, Promise<Row | undefined>>();
  readonly #listeners = new Set<() => void>();
  #waiting: readonly Failure[] = [];
  #failures: readonly Failure[] = [];
  #stamp = 0;
  #summary: EditsSummary = { saving: 0, saved: null, failure: null, waiting: 0 };

  constructor(table: Table, client: QueryClient, { history, write }: EditsOptions) {
    this.#table = table;
    this.#client = client;
    this.#history = history;
    this.#write = write;
  }

  /** The table as the schema has it now. */
  adopt(table: Table): void {
    this.#table = table;
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
  async save(seen: Row, changes: Row, quiet = false): Promise<Outcome> {
    const [outcome] = await this.#saveAll([{ seen, changes }], 'Edited', quiet);
    return outcome as Outcome;
  }

  /** Saves edits made in one go, each row guarded by itself, as one step of undo. Failures are told like those of `save`. */
  saveAll(items: readonly RowEdit[], title = 'Edited'): Promise<readonly Outcome[]> {
    return this.#saveAll(items, title, false);
  }

  /** Adds rows and answers with them as the database keeps them; one step to undo. Throws ApiError; what came before the error is kept, and can be undone. */
  async insert(rows: readonly Row[], title = 'Added'): Promise<readonly Row[]> {
    const added: Row[] = [];
    try {
      for (let i = 0; i < rows.length; i += insertedTogether) {
        added.push(...(await insertMany(this.#table, rows.slice(i, i + insertedTogether))));
      }
    } finally {
      this.record(
        title,
        added.map((after) => ({ before: null, after })),
      );
      await this.#refresh();
    }
    return added;
  }

  /** Deletes rows by their keys; one step to undo. Throws ApiError; what went before the error can be undone. */
  async remove(rows: readonly Row[], title = 'Deleted'): Promise<void> {
    const table = this.#table;
    const gone: Row[] = [];
    const keyed = rows.flatMap((row) => {
      const key = keyOf(table, row);
      return key ? [keyFilters(key)] : [];
    });
    try {
      for (const batch of fitBatches(keyed, (key) => key)) {
        gone.push(...(await deleteRows(table, matchAny(batch), batch.length)));
      }
    } finally {
      this.record(
        title,
        gone.map((before) => ({ before, after: null })),
      );
      await this.#refresh();
    }
  }

  /** Makes work that ran elsewhere one step of undo. */
  record(title: string, rows: readonly RowChange[]): void {
    this.#history.add(this.#table, title, rows);
  }

  /** Sends again what never reached the database, in the order in which it was entered. */
  retry(): void {
    for (const { seen, changes } of this.#waiting) void this.save(seen, changes);
  }

  /** Takes the visit's last change back; guarded like any other. */
  undo(): Promise<Replay | undefined> {
    return this.#history.undo().then((replay) => this.#tellReplay(replay));
  }

  /** Does again what was undone last. */
  redo(): Promise<Replay | undefined> {
    return this.#history.redo().then((replay) => this.#tellReplay(replay));
  }

  /** For the history: sends what undoes or redoes a change, and shows it. */
  async replay(writes: readonly RowWrite[], onProgress: (done: number) => void): Promise<readonly Outcome[]> {
    const { outcomes } = await this.#send(writes, onProgress);
    if (writes.some(({ kind }) => kind !== 'update')) await this.#refresh();
    return outcomes;
  }

  /** Tells what is wrong with an entry that can't be sent. */
  tellInvalid(seen: Row, column: string, entered: string, problem: string): void {
    this.#fail({ seen, changes: { [column]: entered }, outcome: { kind: 'invalid', problem } });
  }

  dismissFailure(): void {
    const { failure } = this.#summary;
    this.#waiting = this.#waiting.filter((other) => other !== failure);
    this.#failures = this.#failures.filter((other) => other !== failure);
    this.#tell({});
  }

  async #saveAll(items: readonly RowEdit[], title: string, quiet: boolean): Promise<readonly Outcome[]> {
    this.#failures = [];
    // An edit takes the place of one of the same cells that waits, and leaves the others waiting.
    this.#waiting = this.#waiting.filter((failure) => !items.some((item) => this.#covers(item, failure)));
    const writes = items.map(({ seen, changes }) => ({ kind: 'update' as const, seen, changes }));
    const { outcomes, sent } = await this.#send(writes, () => {});
    const done = items.flatMap(({ seen }, i): RowChange[] => {
      const outcome = outcomes[i];
      return outcome?.kind === 'saved' ? [{ before: sent[i]?.seen ?? seen, after: outcome.row }] : [];
    });
    const changed = [...new Set(items.flatMap(({ changes }) => Object.keys(changes)))];
    this.#history.add(this.#table, title, done, changed);
    for (const [i, { seen, changes }] of items.entries()) {
      const outcome = outcomes[i];
      if (outcome && outcome.kind !== 'saved' && !quiet) this.#fail({ seen, changes, outcome });
    }
    return outcomes;
  }

  #covers(item: RowEdit, failure: Failure): boolean {
    return (
      textOf(this.#table, item.seen) === textOf(this.#table, failure.seen) &&
      Object.keys(failure.changes).every((column) => column in item.changes)
    );
  }

  #tellReplay(replay: Replay | undefined): Replay | undefined {
    for (const { write, refusal } of replay?.refused ?? []) {
      if (write.kind === 'update') this.#fail({ ...write, outcome: refusal });
    }
    return replay;
  }

  #fail(failure: Failure): void {
    if (mayRetry(failure)) this.#waiting = [...this.#waiting, failure];
    else this.#failures = [...this.#failures, failure];
    this.#tell({});
  }

  #refresh(): Promise<void> {
    return this.#client.invalidateQueries({ queryKey: rowKeys.table(this.#table) });
  }

  /** One at a time per row, so that an edit's guard is what the edit before it left. */
  async #send<W extends RowWrite>(
    writes: readonly W[],
    onProgress: (done: number) => void,
  ): Promise<Sent<W>> {
    const keys = writes.map((write) => (write.kind === 'insert' ? '' : textOf(this.#table, write.seen)));
    const stamp = this.#begin(keys, writes);
    const before = Promise.all(keys.map((key) => this.#queues.get(key)));
    const result = before.then(async (rows): Promise<Sent<W>> => {
      const sent = writes.map((write, i) =>
        write.kind === 'update' ? { ...write, seen: { ...write.seen, ...rows[i] } } : write,
      );
      return { sent, outcomes: await this.#write(this.#table, sent, { onProgress }) };
    });
    keys.forEach((key, i) => {
      if (key !== '')
        this.#enqueue(
          key,
          result.then(({ outcomes }) => rowLeft(outcomes[i])),
        );
    });
    const { outcomes } = await result.catch((error) => {
      this.#end(keys, writes, stamp, []);
      throw error;
    });
    this.#show(writes, keys, outcomes);
    this.#end(keys, writes, stamp, outcomes);
    return result;
  }

  #enqueue(key: string, result: Promise<Row | undefined>): void {
    const left = result.catch(() => undefined);
    this.#queues.set(key, left);
    void left.then(() => this.#queues.get(key) === left && this.#queues.delete(key));
  }

  /** Puts the rows as they are now in the place of themselves as they were. */
  #show(writes: readonly RowWrite[], keys: readonly string[], outcomes: readonly Outcome[]): void {
    const table = this.#table;
    const many = writes.length > shownSingly;
    writes.forEach((write, i) => {
      const outcome = outcomes[i];
      if (write.kind !== 'update' || !outcome) return;
      const now = outcome.kind === 'saved' ? outcome.row : outcome.kind === 'conflict' && outcome.theirs;
      if (!now) return;
      if (!many) showRow(this.#client, table, write.seen, now);
      const key = keys[i] ?? '';
      if (textOf(table, now) !== key) this.#history.follow(table, key, now);
    });
    if (many) void this.#refresh();
  }

  #begin(keys: readonly string[], writes: readonly RowWrite[]): number {
    this.#stamp += 1;
    writes.forEach((write, i) => {
      if (write.kind !== 'update') return;
      for (const [column, value] of Object.entries(write.changes)) {
        this.#cells.set(cellName(keys[i] ?? '', column), { phase: 'saving', value, stamp: this.#stamp });
      }
    });
    this.#tell({ saving: this.#summary.saving + writes.length });
    return this.#stamp;
  }

  #end(
    keys: readonly string[],
    writes: readonly RowWrite[],
    stamp: number,
    outcomes: readonly Outcome[],
  ): void {
    const shown: string[] = [];
    let saved = false;
    writes.forEach((write, i) => {
      const outcome = outcomes[i];
      const row = rowLeft(outcome);
      if (row) saved = true;
      if (write.kind !== 'update') return;
      const key = keys[i] ?? '';
      const newKey = row ? textOf(this.#table, row) : key;
      for (const column of Object.keys(write.changes)) {
        if (this.#cells.get(cellName(key, column))?.stamp !== stamp) continue;
        this.#cells.delete(cellName(key, column));
        if (!row) continue;
        const name = cellName(newKey, column);
        this.#cells.set(name, { phase: 'saved', value: row[column] ?? null, stamp });
        shown.push(name);
      }
    });
    this.#tell({ saving: this.#summary.saving - writes.length, saved: saved ? stamp : this.#summary.saved });
    if (shown.length > 0) setTimeout(() => this.#forget(shown, stamp), savedFor);
  }

  #forget(names: readonly string[], stamp: number): void {
    for (const name of names) {
      if (this.#cells.get(name)?.stamp === stamp) this.#cells.delete(name);
    }
    this.#tell({});
  }

  #tell(changes: Partial<EditsSummary>): void {
    this.#summary = {
      ...this.#summary,
      ...changes,
      failure: this.#failures.at(-1) ?? this.#waiting.at(-1) ?? null,
      waiting: this.#waiting.length,
    };
    for (const listener of this.#listeners) listener();
  }
}

function cellName(rowKey: string, column: string): string {
  return `${rowKey}\n${column}`;
}

/** The row as a write left it; undefined where it did not come through. */
function rowLeft(outcome: Outcome | undefined): Row | undefined {
  return outcome?.kind === 'saved' ? outcome.row : undefined;
}
