import type { Row } from '@/data/rows/row';
import type { Table } from '@/lib/api.gen';
import { ExternalStore } from '@/lib/external-store';
import { createId } from '@/lib/text/create-id';
import { formatRowKey, type RowWrite, type WriteOutcome } from '../batches/row-write';
import type { WriteControl } from '../batches/write-rows';
import { type Direction, type RowChange, trimChange, updateChangeKey } from '../edits/row-changes';
import { throttleProgress } from '../edits/throttle-progress';
import { type Change, type ChangedRow, canRedo, isNextUndo, type UndoStep } from './change';
import {
  applyReplay,
  findMovedRows,
  planReplay,
  type ReplayPlan,
  type ReplayResult,
  readReplays,
  summarizeReplay,
  withCurrentValues,
} from './replay';

export interface HistorySnapshot {
  /** The changes, oldest first. */
  changes: readonly Change[];
  /** The number of the oldest changes that were dropped. */
  droppedCount: number;
  nextUndo: Change | undefined;
  nextRedo: Change | undefined;
}

/** Sends the writes that undo or redo a change. The outcome of a write that was not sent is undefined. */
export type Replayer = (
  table: Table,
  writes: readonly RowWrite[],
  control: WriteControl,
) => Promise<readonly (WriteOutcome | undefined)[]>;

/** Maximum number of changes. */
const maxChanges = 100;

/** Maximum number of rows in all changes together: a tab can stay open for weeks. */
const maxRows = 50_000;

/**
 * The changes of a session, in all tables, each of which can be undone and
 * redone. A replay is guarded by the rows as the change left them; a row that
 * the database rejects keeps the reason and is not undone.
 */
export class History extends ExternalStore<HistorySnapshot> {
  readonly #replay: Replayer;
  readonly #now: () => number;
  /** Ends a running replay, by the change's id. */
  readonly #aborts = new Map<string, AbortController>();
  #changes: readonly Change[] = [];
  /** The ids of the changes to redo, the next one last. */
  #redoIds: readonly string[] = [];
  #droppedCount = 0;
  #lastReplay: Promise<unknown> = Promise.resolve();

  constructor(replay: Replayer, now: () => number = Date.now) {
    super({ changes: [], droppedCount: 0, nextUndo: undefined, nextRedo: undefined });
    this.#replay = replay;
    this.#now = now;
  }

  /**
   * Adds changed rows as a step of undo, or to the step that they are part of.
   * `changed` names the columns that the user changed; without it, every column
   * that differs counts.
   */
  add(
    table: Table,
    title: string,
    rows: readonly RowChange[],
    { changed, step }: { changed?: readonly string[]; step?: UndoStep | undefined } = {},
  ): void {
    if (rows.length === 0) return;
    const added = rows.map((row) => ({ ...trimChange(table, row, changed), undone: false }));
    const existing = step && this.#changes.find(({ id }) => id === step.changeId);
    // A change that is undone, or is being undone, gets no more rows.
    if (existing && !existing.progress && !existing.rows.some(({ undone }) => undone)) {
      this.#updateChange(existing.id, (change) => ({ ...change, title, rows: [...change.rows, ...added] }));
    } else {
      const id = createId();
      if (step) step.changeId = id;
      this.#changes = [
        ...this.#changes,
        { id, at: this.#now(), table, title, batch: step?.batch, rows: added },
      ];
    }
    this.#redoIds = [];
    this.#dropOldChanges();
    this.#publish();
  }

  /** Sets the title of a change, for example when the number of its rows is known. */
  setTitle(id: string | undefined, title: string): void {
    if (!this.#changes.some((change) => change.id === id)) return;
    this.#changes = this.#changes.map((change) => (change.id === id ? { ...change, title } : change));
    this.#publish();
  }

  /** Adds a change that an earlier page stored, in the order of time. */
  restore(change: Change): void {
    this.#changes = [...this.#changes, change].toSorted((a, b) => a.at - b.at);
    this.#dropOldChanges();
    this.#publish();
  }

  /** Removes every change. A running replay continues to its end. */
  clear(): void {
    this.#changes = [];
    this.#redoIds = [];
    this.#droppedCount = 0;
    this.#publish();
  }

  /**
   * Updates inserted rows that this page changed later, by their key, so that the
   * undo of the insert is guarded by their current values, including those that
   * triggers set.
   */
  updateRows(table: Table, rows: ReadonlyMap<string, Row>): void {
    this.#mapRows(table, (row) => {
      if (row.undone || row.before || !row.after) return row;
      const current = rows.get(formatRowKey(table, row.after));
      return current ? { ...row, after: withCurrentValues(row.after, current) } : row;
    });
  }

  /** Updates the changes of rows that got another key. `moved` contains the rows by their previous key. */
  updateKeys(table: Table, moved: ReadonlyMap<string, Row>): void {
    if (moved.size === 0) return;
    this.#mapRows(table, (row) => {
      const previousKey = row.after ? formatRowKey(table, row.after) : '';
      const current = moved.get(previousKey);
      return current ? { ...row, ...updateChangeKey(table, row, previousKey, current) } : row;
    });
    this.#publish();
  }

  /** Undoes a change, by default the last change. Resolves with undefined if there is none. */
  undo(change = this.snapshot().nextUndo): Promise<ReplayResult | undefined> {
    return this.#enqueueReplay(change?.id, 'undo');
  }

  /** Redoes a change, by default the one that was undone last. Resolves with undefined if there is none. */
  redo(change = this.snapshot().nextRedo): Promise<ReplayResult | undefined> {
    return this.#enqueueReplay(change?.id, 'redo');
  }

  /** Ends an undo or redo after the requests in flight. It does not revert completed writes. */
  stop(change: Change): void {
    this.#updateChange(change.id, (now) => ({
      ...now,
      progress: now.progress && { ...now.progress, stopping: true },
    }));
    this.#aborts.get(change.id)?.abort();
  }

  /** Replays one change at a time, because the guards of a replay are the values after the previous replay. */
  #enqueueReplay(id: string | undefined, direction: Direction): Promise<ReplayResult | undefined> {
    const result = this.#lastReplay.then(() => this.#replayChange(id, direction));
    this.#lastReplay = result.catch(() => undefined);
    return result;
  }

  /**
   * Undoes or redoes a change: sends its writes, and updates the history with the results. Undefined if the change no
   * longer exists.
   */
  async #replayChange(id: string | undefined, direction: Direction): Promise<ReplayResult | undefined> {
    const change = this.#changes.find((candidate) => candidate.id === id);
    if (!change) return undefined;
    const plan = planReplay(change, direction);
    const results = readReplays(plan, await this.#sendReplay(plan));
    const { table } = change;
    const isAnyDone = [...results.values()].some((result) => !('rejection' in result));
    this.#redoIds = this.#redoIds.filter((other) => other !== id);
    if (direction === 'undo' && isAnyDone) this.#redoIds = [...this.#redoIds, change.id];
    this.updateKeys(table, findMovedRows(plan, results));
    this.#updateChange(change.id, (now) => ({
      ...now,
      progress: undefined,
      rows: now.rows.map((row, index) => applyReplay(table, row, results.get(index), direction)),
    }));
    const replayed = this.#changes.find((candidate) => candidate.id === id) ?? change;
    return summarizeReplay(plan, results, replayed);
  }

  /** Sends the writes of a replay, and shows its progress in the change. */
  async #sendReplay({ change, direction, rows }: ReplayPlan): Promise<readonly (WriteOutcome | undefined)[]> {
    const { id, table } = change;
    const writes = rows.flatMap(({ write }) => write ?? []);
    const total = writes.length;
    const setProgress = (done: number) =>
      this.#updateChange(id, (now) => ({ ...now, progress: { ...now.progress, direction, done, total } }));
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    setProgress(0);
    try {
      const onProgress = throttleProgress(total, setProgress);
      return await this.#replay(table, writes, { onProgress, signal: abort.signal });
    } catch (error) {
      this.#updateChange(id, (now) => ({ ...now, progress: undefined }));
      throw error;
    } finally {
      this.#aborts.delete(id);
    }
  }

  /** Replaces the rows of all changes of a table, except for a change that is being replayed. */
  #mapRows(table: Table, map: (row: ChangedRow) => ChangedRow): void {
    this.#changes = this.#changes.map((change) => {
      // A running replay sets the rows of its change from its own results.
      if (change.progress || !isSameTable(change.table, table)) return change;
      const rows = change.rows.map(map);
      return rows.some((row, i) => row !== change.rows[i]) ? { ...change, rows } : change;
    });
  }

  /** Removes the oldest changes until the limits `maxChanges` and `maxRows` are met. Keeps at least one change. */
  #dropOldChanges(): void {
    let rowCount = this.#changes.reduce((sum, change) => sum + change.rows.length, 0);
    let dropped = 0;
    const count = this.#changes.length;
    while (dropped < count - 1 && (count - dropped > maxChanges || rowCount > maxRows)) {
      rowCount -= this.#changes[dropped]?.rows.length ?? 0;
      dropped += 1;
    }
    this.#droppedCount += dropped;
    this.#changes = this.#changes.slice(dropped);
  }

  /** Replaces a change by its id. */
  #updateChange(id: string, update: (change: Change) => Change): void {
    this.#changes = this.#changes.map((change) => (change.id === id ? update(change) : change));
    this.#publish();
  }

  /** Publishes the changes, and which of them is undone or redone next. */
  #publish(): void {
    const redoId = this.#redoIds.at(-1);
    this.setSnapshot({
      changes: this.#changes,
      droppedCount: this.#droppedCount,
      nextUndo: this.#changes.findLast(isNextUndo),
      nextRedo: this.#changes.find((change) => change.id === redoId && canRedo(change)),
    });
  }
}

function isSameTable(a: Table, b: Table): boolean {
  return a.schema === b.schema && a.name === b.name;
}
