import type { QueryClient } from '@tanstack/react-query';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { ExternalStore } from '@/lib/external-store';
import {
  type ExistingRowWrite,
  formatRowKey,
  type QueuedFile,
  type RowWrite,
  type WriteOutcome,
} from '../batches/row-write';
import type { WriteControl, writeRows } from '../batches/write-rows';
import { uploadFilesAndWrite } from '../files/upload-and-write';
import type { UndoStep } from '../history/change';
import type { History } from '../history/history';
import type { ReplayResult } from '../history/replay';
import type { Outbox } from '../outbox/outbox';
import type { OutboxEntry } from '../outbox/outbox-store';
import { toQueuedEdit, toRowWrite } from '../outbox/queue/queued-edit';
import { insertRowsOnce } from '../outbox/resend';
import { writesMessages as messages } from '../writes-messages';
import { type CellStatus, CellStatuses, type RowSaveStatus, type RowStatuses } from './cell-statuses';
import { type FailedEdit, FailedEdits, pendingDeleteError, type RowEdit } from './failed-edits';
import { OrderedWrites } from './ordered-writes';
import type { RowChange } from './row-changes';
import { StepRecorder } from './step-recorder';

/** The data of the status bar of a table. */
export interface EditsSummary {
  /** The number of rows that are being written. */
  savingCount: number;
  /** Differs from save to save; null before the first. */
  lastSaveStamp: number | null;
  /** The most recent unresolved failure. */
  failedEdit: FailedEdit | null;
}

/** The objects that the edits of all tables share. */
export interface EditsOptions {
  history: History;
  outbox: Outbox;
  write: typeof writeRows;
}

/**
 * Writes to one table. Each write is stored in the outbox before it is sent, is guarded by the row that the user saw,
 * and becomes a step of undo when it is saved. Without a response it stays queued. Components subscribe to the status.
 */
export class TableEdits extends ExternalStore<EditsSummary> {
  #table: Table;
  readonly #client: QueryClient;
  readonly #options: EditsOptions;
  readonly #cells = new CellStatuses();
  readonly #failedEdits = new FailedEdits();
  readonly #writes: OrderedWrites;
  readonly #recorder: StepRecorder;

  constructor(table: Table, client: QueryClient, options: EditsOptions) {
    super({ savingCount: 0, lastSaveStamp: null, failedEdit: null });
    const { history, outbox, write } = options;
    this.#table = table;
    this.#client = client;
    this.#options = options;
    const getTable = () => this.#table;
    this.#recorder = new StepRecorder(history, getTable);
    this.#writes = new OrderedWrites({
      ...{ client, history, outbox, write, getTable, cells: this.#cells },
      onChange: () => this.#publish(),
    });
    outbox.subscribe(() => this.#syncOutbox());
    this.#syncOutbox();
  }

  /** Replaces the table after the schema was read again. */
  setTable(table: Table): void {
    this.#table = table;
  }

  /** Calls the listener when a row's key changed. Returns the unsubscribe function. */
  onKeyChange(listener: (oldKey: string, row: Row) => void): () => void {
    return this.#writes.onKeyChange(listener);
  }

  /** Returns the status of a cell's last edit; undefined if there is none, or it was saved a while ago. */
  cellStatus(rowKey: string, column: string): CellStatus | undefined {
    return this.#cells.get(rowKey, column);
  }

  /** Returns the statuses of a row: the same object until one of them changes; undefined if there are none. */
  rowStatuses(rowKey: string): RowStatuses | undefined {
    return this.#cells.ofRow(rowKey);
  }

  /** Returns a row with the values of its queued edits: the same object until one of them changes. */
  applyQueuedEdits(row: Row): Row {
    return this.#cells.applyQueuedEdits(this.#table, row);
  }

  /** Returns the save status of a row; undefined if nothing of it is queued or rejected. */
  rowStatus(rowKey: string): RowSaveStatus | undefined {
    return this.#cells.rowStatus(rowKey);
  }

  /** Returns the delete of a row that is queued or was rejected. */
  queuedDeleteOf(rowKey: string): OutboxEntry | undefined {
    return this.#cells.queuedDeleteOf(rowKey);
  }

  /** Returns the outbox entries of this table: the same array until they change. */
  queuedEntries(): readonly OutboxEntry[] {
    return this.#cells.entries;
  }

  /**
   * Saves changes of a row as a step of undo, after the upload of the file to which they refer. Reports a failure in the
   * snapshot, unless it is `quiet`.
   */
  async save(baseRow: Row, changes: Row, quiet = false, file?: QueuedFile): Promise<WriteOutcome> {
    const [outcome] = await this.#saveAll([{ baseRow, changes, file }], messages.edited, quiet);
    return outcome as WriteOutcome;
  }

  /**
   * Saves changes of several rows, each with its own guard, as a step of undo or
   * as part of `step`. Reports failures in the snapshot.
   */
  saveAll(
    edits: readonly RowEdit[],
    title = messages.edited,
    step?: UndoStep,
  ): Promise<readonly WriteOutcome[]> {
    return this.#saveAll(edits, title, false, step);
  }

  /**
   * Inserts rows as a step of undo, or as part of `step`. Rows of one request are
   * inserted together or not at all, and the first rejection ends the insert.
   */
  async insert(
    rows: readonly Row[],
    title = messages.added,
    step?: UndoStep,
  ): Promise<readonly WriteOutcome[]> {
    const { outbox, write } = this.#options;
    const part = this.#recorder.begin(step);
    const writes = rows.map((row): RowWrite => ({ kind: 'insert', row }));
    const entries = await outbox.enqueue(
      writes.map((item) => toQueuedEdit(this.#table, item, title)),
      part.batch,
    );
    const sent = await write(this.#table, writes, { stopsAtRejection: true });
    const outcomes = await outbox.storeOutcomes(entries, sent, this.#table);
    await this.#recordInserts(title, outcomes, part);
    return outcomes;
  }

  /** Inserts one row, like `insert`. */
  async create(row: Row, title = messages.added): Promise<WriteOutcome> {
    const [outcome] = await this.insert([row], title);
    return outcome as WriteOutcome;
  }

  /**
   * Deletes rows as a step of undo, or as part of `step`: only rows that still are
   * as the user saw them, unless the delete is forced. Does not report failures.
   */
  async remove(
    rows: readonly Row[],
    { title = messages.deleted, isForced = false, step }: RemoveOptions = {},
  ): Promise<readonly WriteOutcome[]> {
    const part = this.#recorder.begin(step);
    const writes = rows.map((baseRow): ExistingRowWrite => ({ kind: 'delete', baseRow, isForced }));
    const { outcomes } = await this.#writes.enqueueAndSend(writes, title, part);
    this.#recorder.recordDeletes(title, outcomes, part);
    if (outcomes.some(({ kind }) => kind !== 'queued')) await this.#refresh();
    return outcomes;
  }

  /** Adds changes that a job made to the history, as one step of undo. Sets the step's `changeId`. */
  recordStep(title: string, rows: readonly RowChange[], step?: UndoStep): void {
    this.#options.history.add(this.#table, title, rows, { step });
  }

  /** Sends the writes that undo or redo a change; for the history. */
  async replay(
    writes: readonly RowWrite[],
    control: WriteControl,
  ): Promise<readonly (WriteOutcome | undefined)[]> {
    const { outcomes } = await this.#writes.send(writes, (sent) =>
      this.#options.write(this.#table, sent, control),
    );
    if (writes.some(({ kind }) => kind !== 'update')) await this.#refresh();
    return outcomes;
  }

  /** Reports the updates of this table that an undo or redo could not make. */
  reportReplay(replay: ReplayResult): void {
    const failed = replay.rejected.flatMap(({ write, rejection }): FailedEdit[] => {
      if (write.kind !== 'update') return [];
      return [{ baseRow: write.baseRow, changes: write.changes, outcome: rejection }];
    });
    if (failed.length === 0) return;
    this.#failedEdits.add(...failed);
    this.#publish();
  }

  /** Sends queued entries of one batch and one kind; for the outbox. */
  async sendEntries(entries: readonly OutboxEntry[]): Promise<readonly WriteOutcome[]> {
    const { outbox, write } = this.#options;
    const [first] = entries;
    if (!first) return [];
    const { kind, title } = first;
    const step = this.#recorder.stepOf(first);
    if (kind === 'insert') {
      const sent = await insertRowsOnce(this.#table, entries, write);
      const outcomes = await outbox.storeOutcomes(entries, sent, this.#table);
      await this.#recordInserts(title, outcomes, step);
      return outcomes;
    }
    const sendWrites = (writes: readonly RowWrite[]) => write(this.#table, writes);
    const { outcomes } = await this.#writes.send(entries.map(toRowWrite), async (sent) =>
      outbox.storeOutcomes(entries, await uploadFilesAndWrite(sent, sendWrites), this.#table),
    );
    if (kind === 'delete') {
      this.#recorder.recordDeletes(title, outcomes, step);
      await this.#refresh();
    } else {
      this.#recorder.recordUpdates(title, entries, outcomes, { changed: listChangedColumns(entries), step });
    }
    return outcomes;
  }

  /** Reports an entered value that can't be sent. */
  reportInvalid(baseRow: Row, column: string, entered: string, problem: string): void {
    this.#failedEdits.add({ baseRow, changes: { [column]: entered }, outcome: { kind: 'invalid', problem } });
    this.#publish();
  }

  /** Stops reporting the most recent failure. If it is in the outbox, it stays there. */
  dismissFailedEdit(): void {
    const { failedEdit } = this.snapshot();
    if (failedEdit) this.#failedEdits.dismiss(failedEdit);
    this.#publish();
  }

  /** Queues and sends edits as one step of undo. Rejects edits of rows with a queued delete. */
  async #saveAll(
    edits: readonly RowEdit[],
    title: string,
    quiet: boolean,
    step?: UndoStep,
  ): Promise<readonly WriteOutcome[]> {
    this.#failedEdits.clear();
    const part = this.#recorder.begin(step);
    const sendable = edits.filter(
      ({ baseRow }) => this.rowStatus(formatRowKey(this.#table, baseRow)) !== 'pendingDelete',
    );
    const writes = sendable.map((edit): ExistingRowWrite => ({ ...edit, kind: 'update' }));
    const { outcomes, sent } = await this.#writes.enqueueAndSend(writes, title, part);
    this.#recorder.recordUpdates(title, sent, outcomes, { changed: listChangedColumns(edits), step: part });
    const byEdit = new Map(sendable.map((edit, i) => [edit, outcomes[i]]));
    const all = edits.map((edit): WriteOutcome => {
      return byEdit.get(edit) ?? { kind: 'rejected', error: pendingDeleteError };
    });
    edits.forEach(({ baseRow, changes }, i) => {
      const outcome = all[i];
      if (quiet || !outcome || outcome.kind === 'saved' || outcome.kind === 'queued') return;
      this.#failedEdits.add({ baseRow, changes, outcome });
    });
    this.#publish();
    return all;
  }

  async #recordInserts(title: string, outcomes: readonly WriteOutcome[], step: UndoStep): Promise<void> {
    if (this.#recorder.recordInserts(title, outcomes, step) > 0) await this.#refresh();
  }

  /** Reads the loaded pages of the table again. */
  #refresh(): Promise<void> {
    return this.#client.invalidateQueries({ queryKey: rowKeys.table(this.#table) });
  }

  /** Applies a change of the outbox: the queued cells and the failed edits of this table. */
  #syncOutbox(): void {
    const { name, schema } = this.#table;
    const { entries } = this.#options.outbox.snapshot();
    const own = entries.filter((entry) => entry.table === name && entry.schema === schema);
    if (!this.#cells.setQueued(own)) return;
    this.#failedEdits.syncEntries(own);
    this.#publish();
  }

  /** Publishes the state for the status bar. */
  #publish(): void {
    const { savingCount, lastSaveStamp } = this.#writes;
    const failedEdit = this.#failedEdits.latest(this.#cells.entries);
    this.setSnapshot({ savingCount, lastSaveStamp, failedEdit });
  }
}

export interface RemoveOptions {
  /** The user's action, for the list of changes. */
  title?: string;
  /** Whether to delete rows that have changed since the user saw them. */
  isForced?: boolean;
  step?: UndoStep | undefined;
}

/** Returns the columns that any of the edits changes. */
function listChangedColumns(edits: readonly Pick<RowEdit, 'changes'>[]): string[] {
  return [...new Set(edits.flatMap(({ changes }) => Object.keys(changes)))];
}
