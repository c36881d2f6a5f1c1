import type { QueryClient } from '@tanstack/react-query';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { Listeners } from '@/lib/external-store';
import { type ExistingRowWrite, formatRowKey, type RowWrite, type WriteOutcome } from '../batches/row-write';
import type { writeRows } from '../batches/write-rows';
import { uploadFilesAndWrite } from '../files/upload-and-write';
import type { UndoStep } from '../history/change';
import type { History } from '../history/history';
import type { Outbox } from '../outbox/outbox';
import { toQueuedEdit, toRowWrite } from '../outbox/queue/queued-edit';
import { RowQueues } from '../outbox/queue/row-queues';
import { updateCachedRow } from './cached-rows';
import type { CellStatuses } from './cell-statuses';
import { throttleProgress } from './throttle-progress';

/** The time during which a cell shows that it was saved, in milliseconds. */
const savedStatusDuration = 2_000;

/** If more rows than this change together, the loaded pages are read again instead of changed row by row. */
const maxSingleUpdates = 50;

export interface OrderedWritesOptions {
  client: QueryClient;
  history: History;
  outbox: Outbox;
  write: typeof writeRows;
  cells: CellStatuses;
  /** Returns the table as the schema describes it now. */
  getTable: () => Table;
  /** Called after `savingCount`, `lastSaveStamp` or the status of a cell changed. */
  onChange: () => void;
}

/** The outcome of a write; undefined if it was not sent. */
type OptionalOutcome = WriteOutcome | undefined;

export interface SentWrites<Write extends RowWrite, Outcome extends OptionalOutcome> {
  /** The writes as they were sent: based on the rows that earlier writes left. */
  sent: readonly Write[];
  outcomes: readonly Outcome[];
}

/** Sends the writes. `onProgress` takes the number of rows that have an outcome. */
type SendWrites<Write extends RowWrite, Outcome extends OptionalOutcome> = (
  writes: readonly Write[],
  onProgress: (done: number) => void,
) => Promise<readonly Outcome[]>;

/**
 * Sends writes of one table, one at a time per row, so that each is based on the
 * row that the previous one left. Meanwhile their cells show that they are being
 * saved; afterwards the loaded pages and the history get the saved rows.
 */
export class OrderedWrites {
  readonly #options: OrderedWritesOptions;
  readonly #queues = new RowQueues();
  readonly #keyListeners = new Listeners<[oldKey: string, row: Row]>();
  #stamp = 0;
  /** The number of rows that are being written. */
  savingCount = 0;
  /** Identifies the last write that saved a row; null before the first. */
  lastSaveStamp: number | null = null;

  constructor(options: OrderedWritesOptions) {
    this.#options = options;
  }

  /** Calls the listener when a row's key changed. Returns the unsubscribe function. */
  readonly onKeyChange = this.#keyListeners.add;

  /**
   * Stores writes in the outbox as entries of the step's batch, then sends those
   * that no earlier entry of their row blocks.
   */
  enqueueAndSend(
    writes: readonly ExistingRowWrite[],
    title: string,
    { batch }: UndoStep,
  ): Promise<SentWrites<ExistingRowWrite, WriteOutcome>> {
    const { outbox, write, getTable } = this.#options;
    const edits = writes.map((item) => toQueuedEdit(getTable(), item, title));
    const enqueued = outbox.enqueue(edits, batch);
    return this.send(writes, async (ready, onProgress) => {
      const entries = await enqueued;
      const free = await outbox.claim(
        entries.map((entry, i) => ({ ...entry, baseRow: ready[i]?.baseRow ?? entry.baseRow })),
      );
      const send = (items: readonly RowWrite[]) => write(getTable(), items, { onProgress });
      const sent = free.length > 0 ? await uploadFilesAndWrite(free.map(toRowWrite), send) : [];
      const stored = await outbox.storeOutcomes(free, sent, getTable());
      const byId = new Map(free.map(({ id }, i) => [id, stored[i]]));
      return entries.map(({ id }): WriteOutcome => byId.get(id) ?? { kind: 'queued' });
    });
  }

  /** Sends writes after the earlier writes of their rows. */
  async send<Write extends RowWrite, Outcome extends OptionalOutcome>(
    writes: readonly Write[],
    sendWrites: SendWrites<Write, Outcome>,
  ): Promise<SentWrites<Write, Outcome>> {
    const table = this.#options.getTable();
    const keys = writes.map((write) => (write.kind === 'insert' ? '' : formatRowKey(table, write.baseRow)));
    const stamp = this.#markSaving(keys, writes);
    let reportedCount = 0;
    const onProgress = throttleProgress(writes.length, (done) => {
      // The last rows count as saving until their status is set, in #markDone.
      if (done === writes.length) return;
      this.savingCount -= done - reportedCount;
      reportedCount = done;
      this.#options.onChange();
    });
    const result = this.#queues.waitForPrevious(keys).then(async (rows) => {
      const sent = writes.map((write, i) =>
        write.kind === 'insert' ? write : { ...write, baseRow: { ...write.baseRow, ...rows[i] } },
      );
      return { sent, outcomes: await sendWrites(sent, onProgress) };
    });
    keys.forEach((key, i) => {
      this.#queues.add(
        key,
        result.then(({ outcomes }) => getSavedRow(outcomes[i])),
      );
    });
    let outcomes: readonly OptionalOutcome[] = [];
    try {
      ({ outcomes } = await result);
      this.#updateRows(writes, keys, outcomes);
    } finally {
      this.savingCount -= writes.length - reportedCount;
      this.#markDone(keys, writes, stamp, outcomes);
    }
    return result;
  }

  /** Puts the rows as they are now into the loaded pages and the history. */
  #updateRows(
    writes: readonly RowWrite[],
    keys: readonly string[],
    outcomes: readonly OptionalOutcome[],
  ): void {
    const { client, history, getTable } = this.#options;
    const table = getTable();
    const isLarge = writes.length > maxSingleUpdates;
    const movedRows = new Map<string, Row>();
    const savedRows = new Map<string, Row>();
    writes.forEach((write, i) => {
      const outcome = outcomes[i];
      if (write.kind !== 'update' || !outcome) return;
      const row = outcome.kind === 'saved' ? outcome.row : outcome.kind === 'conflict' && outcome.theirs;
      if (!row) return;
      if (!isLarge) updateCachedRow(client, table, write.baseRow, row);
      const oldKey = keys[i] ?? '';
      if (formatRowKey(table, row) !== oldKey) movedRows.set(oldKey, row);
      if (outcome.kind === 'saved') savedRows.set(formatRowKey(table, row), row);
    });
    history.updateKeys(table, movedRows);
    history.updateRows(table, savedRows);
    for (const [oldKey, row] of movedRows) this.#keyListeners.notify(oldKey, row);
    if (isLarge) void client.invalidateQueries({ queryKey: rowKeys.table(table) });
  }

  /** Sets the status `saving` for the cells of the writes. Returns the stamp that identifies these statuses. */
  #markSaving(keys: readonly string[], writes: readonly RowWrite[]): number {
    const { cells, onChange } = this.#options;
    this.#stamp += 1;
    writes.forEach((write, i) => {
      if (write.kind !== 'update') return;
      for (const [column, value] of Object.entries(write.changes)) {
        cells.set(keys[i] ?? '', column, { status: 'saving', value, stamp: this.#stamp });
      }
    });
    this.savingCount += writes.length;
    onChange();
    return this.#stamp;
  }

  /**
   * Removes the `saving` status of the cells of these writes; those of saved rows then show `saved` for a short time.
   * Skips cells that a later write of the same row has changed. Sets `lastSaveStamp` if a row was saved.
   */
  #markDone(
    keys: readonly string[],
    writes: readonly RowWrite[],
    stamp: number,
    outcomes: readonly OptionalOutcome[],
  ): void {
    const { cells, getTable, onChange } = this.#options;
    const savedCells: [rowKey: string, column: string][] = [];
    writes.forEach((write, i) => {
      const row = getSavedRow(outcomes[i]);
      if (row) this.lastSaveStamp = stamp;
      if (write.kind !== 'update') return;
      for (const column of Object.keys(write.changes)) {
        // A later write of the cell has its own status.
        if (!cells.drop(keys[i] ?? '', column, stamp) || !row) continue;
        const rowKey = formatRowKey(getTable(), row);
        cells.set(rowKey, column, { status: 'saved', value: row[column] ?? null, stamp });
        savedCells.push([rowKey, column]);
      }
    });
    onChange();
    if (savedCells.length === 0) return;
    setTimeout(() => {
      for (const [rowKey, column] of savedCells) cells.drop(rowKey, column, stamp);
      onChange();
    }, savedStatusDuration);
  }
}

/** Returns the row as a write left it; undefined if it was not written. */
function getSavedRow(outcome: OptionalOutcome): Row | undefined {
  return outcome?.kind === 'saved' ? outcome.row : undefined;
}
