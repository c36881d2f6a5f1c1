import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { ExternalStore } from '@/lib/external-store';
import { isRetryable } from '../batches/classify-response';
import { type Rejection, type RowWrite, rowKeyOf, type WriteOutcome } from '../batches/row-write';
import type { WriteControl } from '../batches/write-rows';
import {
  buildWrite,
  type Direction,
  type RowChange,
  trimChange,
  updateChangeKey,
} from '../edits/row-changes';
import { throttleProgress } from '../edits/throttle-progress';
import { newId } from '../outbox/outbox';

/** What a change did to one row, and whether it is taken back. */
export interface ChangedRow extends RowChange {
  undone: boolean;
  /** Why the last try to undo or redo it failed. */
  rejection?: Rejection | undefined;
  /** It was put back under another key than it had. */
  newKey?: boolean;
}

/** One step of undo: what was done in one go to rows of one table. */
export interface Change {
  /** Unique in the browser. */
  id: string;
  /** When, in milliseconds since 1970. */
  at: number;
  table: Table;
  /** What was done, in a word: 'Edited', 'Pasted'. */
  title: string;
  /** Parts of it may wait in the outbox under this name. */
  batch?: string | undefined;
  rows: readonly ChangedRow[];
  /** While it is being undone or redone: how many rows are dealt with. */
  progress?: { direction: Direction; done: number; total: number; stopping?: boolean } | undefined;
}

/** Work of several parts that is one step of undo: all that is added with it, in the table of the first. */
export interface UndoStep {
  /** The change that its first part became. */
  changeId?: string;
  /** What the outbox knows the parts by that wait. */
  batch?: string;
}

/** What came of an undo or redo. */
export interface ReplayResult {
  change: Change;
  direction: Direction;
  doneCount: number;
  /** Rows that were not tried, as it was stopped. */
  untriedCount: number;
  /** The writes that did not come through. */
  rejected: readonly { write: RowWrite; rejection: Rejection }[];
}

export interface HistorySnapshot {
  /** The oldest first. */
  changes: readonly Change[];
  /** How many of the oldest are no longer kept. */
  droppedCount: number;
  nextUndo: Change | undefined;
  nextRedo: Change | undefined;
}

/** Sends what replays a change, and shows it. */
export type Replayer = (
  table: Table,
  writes: readonly RowWrite[],
  control: WriteControl,
) => Promise<readonly (WriteOutcome | undefined)[]>;

/** Changes that are kept, and rows in all of them: the memory of a tab that stays open for weeks has an end. */
const maxChanges = 100;
const maxRows = 50_000;

/** Whether any row of it can still be taken back. */
export function canUndo(change: Change): boolean {
  return !change.progress && change.rows.some((row) => !row.undone);
}

export function canRedo(change: Change): boolean {
  return !change.progress && change.rows.some((row) => row.undone);
}

/**
 * Every change of a person's visit, whichever table it was in. Each can be
 * undone by itself; what is replayed is guarded by the rows as the change left
 * them, and what is refused says so row by row and stays.
 */
export class History extends ExternalStore<HistorySnapshot> {
  readonly #replay: Replayer;
  /** Ends a running replay, by the change's id. */
  readonly #aborts = new Map<string, AbortController>();
  readonly #now: () => number;
  #changes: readonly Change[] = [];
  /** What `redo` does again, the last of it first. */
  #redo: readonly string[] = [];
  #letGo = 0;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(replay: Replayer, now: () => number = Date.now) {
    super({ changes: [], droppedCount: 0, nextUndo: undefined, nextRedo: undefined });
    this.#replay = replay;
    this.#now = now;
  }

  /**
   * Adds what was done as one step, or to the step that it is a part of.
   * `changed` names the columns that were, where the rows differ in more.
   */
  add(
    table: Table,
    title: string,
    rows: readonly RowChange[],
    { changed, step }: { changed?: readonly string[]; step?: UndoStep | undefined } = {},
  ): void {
    if (rows.length === 0) return;
    const kept = rows.map((row) => ({ ...trimChange(table, row, changed), undone: false }));
    const begun = step && this.#changes.find(({ id }) => id === step.changeId);
    // One that is taken back meanwhile doesn't grow any more.
    if (begun && !begun.progress && !begun.rows.some(({ undone }) => undone)) {
      this.#change(begun.id, (now) => ({ ...now, rows: [...now.rows, ...kept] }));
    } else {
      const id = newId();
      if (step) step.changeId = id;
      const { batch } = step ?? {};
      const change = { id, at: this.#now(), table, title, batch, rows: kept };
      this.#changes = [...this.#changes, change];
    }
    this.#redo = [];
    this.#letOldGo();
    this.#tell();
  }

  /** Adds a change of an earlier page, in the order of time. */
  restore(change: Change): void {
    this.#changes = [...this.#changes, change].toSorted((a, b) => a.at - b.at);
    this.#letOldGo();
    this.#tell();
  }

  /** Removes every change. One that is being replayed is replayed to its end. */
  clear(): void {
    this.#changes = [];
    this.#redo = [];
    this.#letGo = 0;
    this.#tell();
  }

  /** This page changed rows, by key: what undoes their insert is guarded by them as they are now, triggers' work included. */
  updateRows(table: Table, rows: ReadonlyMap<string, Row>): void {
    this.#eachRow(table, (row) => {
      const now = !row.undone && !row.before && row.after ? rows.get(rowKeyOf(table, row.after)) : undefined;
      return now && row.after ? { ...row, after: withCurrentValues(row.after, now) } : row;
    });
  }

  /** Rows have other keys now, by the key they had: their earlier changes are about them all the same. */
  updateKeys(table: Table, moved: ReadonlyMap<string, Row>): void {
    if (moved.size === 0) return;
    this.#eachRow(table, (row) => {
      const wasKey = row.after ? rowKeyOf(table, row.after) : '';
      const now = moved.get(wasKey);
      return now ? { ...row, ...updateChangeKey(table, row, wasKey, now) } : row;
    });
    this.#tell();
  }

  #eachRow(table: Table, next: (row: ChangedRow) => ChangedRow): void {
    this.#changes = this.#changes.map((change) => {
      // One that is being replayed takes its rows from what comes of that.
      if (change.progress || !isSameTable(change.table, table)) return change;
      const rows = change.rows.map(next);
      return rows.some((row, i) => row !== change.rows[i]) ? { ...change, rows } : change;
    });
  }

  /** Takes a change back, the last one unless told which. Undefined where there is none. */
  undo(change = this.snapshot().nextUndo): Promise<ReplayResult | undefined> {
    return this.#enqueue(change?.id, 'undo');
  }

  /** Does again what was undone, the last of it unless told which. */
  redo(change = this.snapshot().nextRedo): Promise<ReplayResult | undefined> {
    return this.#enqueue(change?.id, 'redo');
  }

  /** Ends an undo or redo after the requests that are on their way; what it did by then stays done. */
  stop(change: Change): void {
    this.#change(change.id, (now) => ({
      ...now,
      progress: now.progress && { ...now.progress, stopping: true },
    }));
    this.#aborts.get(change.id)?.abort();
  }

  /** One after the other: each is guarded by what the one before left. */
  #enqueue(id: string | undefined, direction: Direction): Promise<ReplayResult | undefined> {
    const result = this.#queue.then(() => this.#run(id, direction));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #run(id: string | undefined, direction: Direction): Promise<ReplayResult | undefined> {
    const change = this.#changes.find((candidate) => candidate.id === id);
    if (!change) return undefined;
    const undone = direction === 'redo';
    // The last first, as what was done later may rest on what was done before.
    const places = change.rows.flatMap((row, i) => (row.undone === undone ? [i] : []));
    if (direction === 'undo') places.reverse();
    const writes = places.map((i) => buildWrite(change.table, change.rows[i] as ChangedRow, direction));
    const sent = writes.flatMap((write) => write ?? []);
    const total = sent.length;
    const showProgress = (done: number) =>
      this.#change(change.id, (now) => ({ ...now, progress: { ...now.progress, direction, done, total } }));
    const abort = new AbortController();
    this.#aborts.set(change.id, abort);
    showProgress(0);
    let outcomes: readonly (WriteOutcome | undefined)[];
    try {
      const onProgress = throttleProgress(total, showProgress);
      outcomes = await this.#replay(change.table, sent, { onProgress, signal: abort.signal });
    } catch (error) {
      this.#change(change.id, (now) => ({ ...now, progress: undefined }));
      throw error;
    } finally {
      this.#aborts.delete(change.id);
    }
    const byWrite = new Map(sent.map((write, i) => [write, outcomes[i]]));
    const results = new Map(
      places.flatMap((place, i) => {
        const result = resultOf(writes[i], byWrite);
        return result ? [[place, result] as const] : [];
      }),
    );
    const failed = [...results.values()].filter(
      (result) => typeof result === 'object' && 'rejection' in result,
    );
    this.#redo = this.#redo.filter((other) => other !== change.id);
    if (direction === 'undo' && failed.length < results.size) this.#redo = [...this.#redo, change.id];
    this.updateKeys(change.table, findRestoredRows(change, results, direction));
    this.#change(change.id, (now) => ({
      ...now,
      progress: undefined,
      rows: now.rows.map((row, place) => applyReplayResult(change.table, row, results.get(place), direction)),
    }));
    const replayedChange = this.#changes.find((candidate) => candidate.id === id) ?? change;
    return {
      change: replayedChange,
      direction,
      doneCount: results.size - failed.length,
      untriedCount: places.length - results.size,
      rejected: failed.flatMap((result) =>
        result.write ? [{ write: result.write, rejection: result.rejection }] : [],
      ),
    };
  }

  #letOldGo(): void {
    let rows = this.#changes.reduce((sum, change) => sum + change.rows.length, 0);
    let first = 0;
    const count = this.#changes.length;
    while (first < count - 1 && (count - first > maxChanges || rows > maxRows)) {
      rows -= this.#changes[first]?.rows.length ?? 0;
      first += 1;
    }
    this.#letGo += first;
    this.#changes = this.#changes.slice(first);
  }

  #change(id: string, next: (now: Change) => Change): void {
    this.#changes = this.#changes.map((change) => (change.id === id ? next(change) : change));
    this.#tell();
  }

  #tell(): void {
    // What was refused once is not what the next press of the keys is about; it can be tried by itself.
    const nextUndo = this.#changes.findLast(
      (change) =>
        canUndo(change) && change.rows.some((row) => !row.undone && !isFinalRejection(row.rejection)),
    );
    const next = this.#redo.at(-1);
    const nextRedo = this.#changes.find((change) => change.id === next && canRedo(change));
    this.setSnapshot({ changes: this.#changes, droppedCount: this.#letGo, nextUndo, nextRedo });
  }
}

interface FailedReplay {
  write: RowWrite | undefined;
  rejection: Rejection;
}

/** The row as it is now, without one where nothing had to be sent; or why not. Undefined where it was not tried. */
function resultOf(
  write: RowWrite | undefined,
  outcomes: ReadonlyMap<RowWrite, WriteOutcome | undefined>,
): { row: Row | undefined } | FailedReplay | undefined {
  if (!write) return { row: undefined };
  const outcome = outcomes.get(write);
  if (!outcome) return undefined;
  if (outcome.kind === 'saved') return { row: outcome.row };
  return outcome.kind === 'queued' ? { row: undefined } : { write, rejection: outcome };
}

function applyReplayResult(
  table: Table,
  row: ChangedRow,
  result: { row: Row | undefined } | FailedReplay | undefined,
  direction: Direction,
): ChangedRow {
  if (!result) return row;
  if ('rejection' in result) return { ...row, rejection: result.rejection };
  const undone = direction === 'undo';
  const side = undone ? 'before' : 'after';
  const was = row[side];
  const now = was && result.row ? withCurrentValues(was, result.row) : was;
  const moved = row.after === null && was && now && rowKeyOf(table, was) !== rowKeyOf(table, now);
  return { ...row, [side]: now, undone, rejection: undefined, ...(moved ? { newKey: true } : {}) };
}

/** The columns of a row with their present values: one that was put back has what the database filled in anew. */
function withCurrentValues(was: Row, now: Row): Row {
  return Object.fromEntries(
    Object.entries(was).map(([name, value]) => [name, name in now ? (now[name] ?? null) : value]),
  );
}

/** Rows that were put back under other keys than they had, by those. */
function findRestoredRows(
  { table, rows }: Change,
  results: ReadonlyMap<number, { row: Row | undefined } | FailedReplay>,
  direction: Direction,
): ReadonlyMap<string, Row> {
  const moved = new Map<string, Row>();
  for (const [place, result] of results) {
    const was = rows[place]?.[direction === 'undo' ? 'before' : 'after'];
    const now = 'row' in result ? result.row : undefined;
    if (was && now && rowKeyOf(table, was) !== rowKeyOf(table, now)) moved.set(rowKeyOf(table, was), now);
  }
  return moved;
}

function isFinalRejection(refusal: Rejection | undefined): boolean {
  return refusal !== undefined && !(refusal.kind === 'rejected' && isRetryable(refusal.error));
}

function isSameTable(a: Table, b: Table): boolean {
  return a.schema === b.schema && a.name === b.name;
}
