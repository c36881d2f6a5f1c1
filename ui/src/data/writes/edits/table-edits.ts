import type { QueryClient } from '@tanstack/react-query';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { readableColumnNames } from '@/data/rows/rows-api';
import { headingOf } from '@/data/values/value.utils';
import type { Table } from '@/lib/api.gen';
import { ExternalStore, Listeners } from '@/lib/external-store';
import type { writeRows } from '../batches/write-rows';
import type { History, ReplayProgress, ReplayResult, UndoStep } from '../history/history';
import { type NewQueuedEdit, newId, type Outbox } from '../outbox/outbox';
import { applyQueuedEdits } from '../outbox/outbox.utils';
import type { OutboxEntry } from '../outbox/outbox-store';
import { addRows, addRowsOnce, classifyResend } from '../outbox/resend';
import { RowQueues } from '../outbox/row-queues';
import { type CellStatus, CellStatuses } from './cell-statuses';
import { type FailedEdit, FailedEdits, type RowEdit } from './failed-edits';
import { type RowChange, type RowWrite, rowKeyOf } from './row-changes';
import { throttleProgress } from './throttle-progress';
import { pendingDeleteRejection, updateCachedRow, type WriteOutcome } from './write-outcome';

/** What the status bar tells. */
export interface EditsSummary {
  /** Rows whose writing isn't done. */
  savingCount: number;
  /** Counts up with each save; null before the first. */
  lastSaveStamp: number | null;
  /** The one to be told of: the last, and when that is dealt with, the one before. */
  failedEdit: FailedEdit | null;
}

/** How long a cell shows that it was saved, in milliseconds. */
const savedStatusDuration = 2_000;

/** Past this many rows at once, what is shown is asked for anew instead of changed row by row. */
const maxSingleUpdates = 50;

/** What the edits of all tables share. */
export interface EditsOptions {
  history: History;
  outbox: Outbox;
  write: typeof writeRows;
  undo: () => Promise<unknown>;
  redo: () => Promise<unknown>;
}

interface SentWrites<W extends RowWrite> {
  /** The writes as they went, over the rows as the ones before had left them. */
  sent: readonly W[];
  outcomes: readonly WriteOutcome[];
}

/** A write of a row that is there. */
type ExistingRowWrite = Exclude<RowWrite, { kind: 'insert' }>;

/** How a row's own fate stands: edits of it wait, or were not taken; its delete waits, or was not. */
export type RowSaveStatus = 'queued' | 'failed' | 'pendingDelete' | 'failedDelete';

/**
 * The writes to one table: sent one after the other per row, each guarded by
 * what was seen; what was done becomes a step of the visit's history, and what
 * got no answer waits in the outbox. Cells and the status bar follow it as an
 * external store.
 */
export class TableEdits extends ExternalStore<EditsSummary> {
  #table: Table;
  readonly #client: QueryClient;
  readonly #options: EditsOptions;
  readonly #cells = new CellStatuses();
  readonly #queues = new RowQueues();
  readonly #failures = new FailedEdits();
  readonly #keyListeners = new Listeners<[wasKey: string, now: Row]>();
  /** Steps of undo, by the batch of the entries that were sent later. */
  readonly #steps = new Map<string, UndoStep>();
  #shown = new WeakMap<Row, Row>();
  #stamp = 0;

  constructor(table: Table, client: QueryClient, options: EditsOptions) {
    super({ savingCount: 0, lastSaveStamp: null, failedEdit: null });
    this.#table = table;
    this.#client = client;
    this.#options = options;
    options.outbox.subscribe(() => this.#followOutbox());
    this.#followOutbox();
  }

  /** The table as the schema has it now. */
  setTable(table: Table): void {
    this.#table = table;
  }

  /** Calls the listener when a row's key became another; answers how to stop. */
  readonly onKeyChange = this.#keyListeners.add;

  cellStatus(rowKey: string, column: string): CellStatus | undefined {
    return this.#cells.get(rowKey, column);
  }

  /** A row with what waits to be saved in it; the row itself where nothing does. */
  applyQueuedEdits(row: Row): Row {
    let shown = this.#shown.get(row);
    if (!shown) {
      const held = this.#cells.queuedEditsOf(rowKeyOf(this.#table, row));
      shown = held.length > 0 ? applyQueuedEdits(this.#table, row, held) : row;
      this.#shown.set(row, shown);
    }
    return shown;
  }

  /** Whether an edit of any of a row's columns, or its delete, waits or was not taken. */
  rowStatus(rowKey: string): RowSaveStatus | undefined {
    const deletion = this.#cells.queuedDeleteOf(rowKey);
    if (deletion) return deletion.state === 'failed' ? 'failedDelete' : 'pendingDelete';
    const held = this.#cells.queuedEditsOf(rowKey);
    if (held.length === 0) return undefined;
    return held.some(({ state }) => state === 'failed') ? 'failed' : 'queued';
  }

  /** The delete of a row that waits, or was not taken. */
  queuedDeleteOf(rowKey: string): OutboxEntry | undefined {
    return this.#cells.queuedDeleteOf(rowKey);
  }

  /** The edits of this table that wait; the same array until they change. */
  queuedEntries(): readonly OutboxEntry[] {
    return this.#cells.entries;
  }

  /** Saves changes to a row. A failure is told in the summary too, unless the caller tells it itself. */
  async save(baseRow: Row, changes: Row, quiet = false): Promise<WriteOutcome> {
    const [outcome] = await this.#saveAll([{ baseRow, changes }], 'Edited', quiet);
    return outcome as WriteOutcome;
  }

  /**
   * Saves edits made in one go, each row guarded by itself, as one step of undo,
   * or as a part of a larger one. Failures are told like those of `save`.
   */
  saveAll(items: readonly RowEdit[], title = 'Edited', step?: UndoStep): Promise<readonly WriteOutcome[]> {
    return this.#saveAll(items, title, false, step);
  }

  /**
   * Adds rows; one step to undo, or a part of one. Those of one request are added
   * together or not at all; what gets no answer waits like an edit.
   */
  async insert(rows: readonly Row[], title = 'Added', step?: UndoStep): Promise<readonly WriteOutcome[]> {
    const { outbox } = this.#options;
    const part = this.#begun(step);
    const entries = await outbox.enqueue(
      rows.map((row) => this.#toHold({ kind: 'insert', row }, title)),
      part.batch,
    );
    const outcomes = await outbox.settle(entries, await addRows(this.#table, rows), this.#table);
    await this.#recordAdded(title, outcomes, part);
    return outcomes;
  }

  /** Adds one row; like `insert`. */
  async create(row: Row, title = 'Added'): Promise<WriteOutcome> {
    const [outcome] = await this.insert([row], title);
    return outcome as WriteOutcome;
  }

  /**
   * Deletes rows that are as they were seen, or, if the person is `sure`, whatever
   * they are now; one step to undo. Its caller tells what came of each.
   */
  async remove(
    rows: readonly Row[],
    {
      title = 'Deleted',
      sure: isForced = false,
      step,
    }: { title?: string; sure?: boolean; step?: UndoStep } = {},
  ): Promise<readonly WriteOutcome[]> {
    const part = this.#begun(step);
    const writes = rows.map((baseRow): ExistingRowWrite => ({ kind: 'delete', baseRow, isForced }));
    const { outcomes } = await this.#hand(writes, title, part);
    this.#recordGone(title, outcomes, part);
    if (outcomes.some(({ kind }) => kind !== 'queued')) await this.#refresh();
    return outcomes;
  }

  /** Makes work that ran elsewhere one step of undo, which `step` names afterwards. */
  recordStep(title: string, rows: readonly RowChange[], step?: UndoStep): void {
    this.#options.history.add(this.#table, title, rows, { step });
  }

  /** Takes the visit's last change back; guarded like any other. */
  undo(): Promise<unknown> {
    return this.#options.undo();
  }

  /** Does again what was undone last. */
  redo(): Promise<unknown> {
    return this.#options.redo();
  }

  /** For the history: sends what undoes or redoes a change, and shows it. */
  async replay(
    writes: readonly RowWrite[],
    course: ReplayProgress,
  ): Promise<readonly (WriteOutcome | undefined)[]> {
    const { outcomes } = await this.#send(writes, (sent) => this.#options.write(this.#table, sent, course));
    if (writes.some(({ kind }) => kind !== 'update')) await this.#refresh();
    return outcomes;
  }

  /** Tells of what could not be undone or redone in this table. */
  reportReplay(replay: ReplayResult): void {
    const updates = replay.rejected.flatMap(({ write, rejection }) =>
      write.kind === 'update' ? [{ baseRow: write.baseRow, changes: write.changes, outcome: rejection }] : [],
    );
    if (updates.length === 0) return;
    this.#failures.add(...updates);
    this.#tell({});
  }

  /** For the outbox: sends edits that waited. */
  async resend(entries: readonly OutboxEntry[]): Promise<readonly WriteOutcome[]> {
    const { outbox, history } = this.#options;
    const [first] = entries;
    if (first?.kind === 'insert') return this.#resendNew(entries);
    const writes = entries.map(toRowWrite);
    const { outcomes } = await this.#send(writes, async (sent) => {
      const answers = await this.#options.write(this.#table, sent);
      const outcomes = await Promise.all(
        answers.map(async (outcome, i) => {
          const entry = entries[i];
          return entry?.sentBefore ? classifyResend(this.#table, entry, outcome) : outcome;
        }),
      );
      return outbox.settle(entries, outcomes, this.#table);
    });
    const step = this.#stepOf(first);
    if (first?.kind === 'delete') {
      this.#recordGone(first.title, outcomes, step);
      await this.#refresh();
      return outcomes;
    }
    const rows = outcomes.flatMap((outcome, i): RowChange[] =>
      outcome.kind === 'saved' ? [{ before: entries[i]?.baseRow ?? null, after: outcome.row }] : [],
    );
    history.add(this.#table, first?.title ?? '', rows, { changed: columnsOf(entries), step });
    return outcomes;
  }

  /** Tells what is wrong with an entry that can't be sent. */
  reportInvalid(baseRow: Row, column: string, entered: string, problem: string): void {
    this.#failures.add({ baseRow, changes: { [column]: entered }, outcome: { kind: 'invalid', problem } });
    this.#tell({});
  }

  /** Not to be told any more; what is kept in the outbox stays there to be decided on. */
  dismissFailedEdit(): void {
    const { failedEdit } = this.snapshot();
    if (failedEdit) this.#failures.dismiss(failedEdit);
    this.#tell({});
  }

  async #saveAll(
    items: readonly RowEdit[],
    title: string,
    quiet: boolean,
    step?: UndoStep,
  ): Promise<readonly WriteOutcome[]> {
    this.#failures.clear();
    const part = this.#begun(step);
    const isDoomed = ({ baseRow }: RowEdit) =>
      this.rowStatus(rowKeyOf(this.#table, baseRow)) === 'pendingDelete';
    const sendable = items.filter((item) => !isDoomed(item));
    const writes = sendable.map(
      ({ baseRow, changes }): ExistingRowWrite => ({ kind: 'update', baseRow, changes }),
    );
    const { outcomes, sent } = await this.#hand(writes, title, part);
    const done = sent.flatMap(({ baseRow }, i): RowChange[] => {
      const outcome = outcomes[i];
      return outcome?.kind === 'saved' ? [{ before: baseRow, after: outcome.row }] : [];
    });
    this.#options.history.add(this.#table, title, done, { changed: columnsOf(items), step: part });
    const byItem = new Map(sendable.map((item, i) => [item, outcomes[i]]));
    const told = items.map((item): WriteOutcome => byItem.get(item) ?? pendingDeleteRejection);
    items.forEach(({ baseRow, changes }, i) => {
      const outcome = told[i];
      if (quiet || !outcome || outcome.kind === 'saved' || outcome.kind === 'queued') return;
      this.#failures.add({ baseRow, changes, outcome });
    });
    this.#tell({});
    return told;
  }

  /** Writes them down, and sends those that nothing of their row waits before. */
  #hand(
    writes: readonly ExistingRowWrite[],
    title: string,
    { batch }: UndoStep,
  ): Promise<SentWrites<ExistingRowWrite>> {
    const { outbox, write } = this.#options;
    const holding = outbox.enqueue(
      writes.map((one) => this.#toHold(one, title)),
      batch,
    );
    return this.#send(writes, async (ready, onProgress) => {
      const held = await holding;
      const free = await outbox.claim(
        held.map((entry, i) => ({ ...entry, baseRow: ready[i]?.baseRow ?? entry.baseRow })),
      );
      const answers = free.length > 0 ? await write(this.#table, free.map(toRowWrite), { onProgress }) : [];
      const settled = await outbox.settle(free, answers, this.#table);
      const byId = new Map(free.map(({ id }, i) => [id, settled[i]]));
      return held.map(({ id }): WriteOutcome => byId.get(id) ?? { kind: 'queued' });
    });
  }

  #toHold(write: RowWrite, title: string): NewQueuedEdit {
    const table = this.#table;
    const { schema, name } = table;
    const [baseRow, changes] =
      write.kind === 'insert'
        ? [{}, write.row]
        : [write.baseRow, write.kind === 'update' ? write.changes : {}];
    const isNew = write.kind === 'insert';
    return {
      ...{ schema, table: name, kind: write.kind, baseRow, changes, title },
      rowKey: isNew ? '' : rowKeyOf(table, baseRow),
      heading: headingOf(table, isNew ? changes : baseRow),
      isForced: write.kind === 'delete' && write.isForced === true,
    };
  }

  /** A step of undo whose parts are known to belong together when they are sent later, too. */
  #begun(step: UndoStep = {}): UndoStep {
    step.batch ??= newId();
    this.#steps.set(step.batch, step);
    return step;
  }

  #recordGone(title: string, outcomes: readonly WriteOutcome[], step: UndoStep | undefined): void {
    const names = readableColumnNames(this.#table);
    const gone = outcomes.flatMap((outcome): RowChange[] => {
      // What is known only in part can't be put back as it was.
      const whole = outcome.kind === 'saved' && names.every((name) => name in outcome.row);
      return whole ? [{ before: outcome.row, after: null }] : [];
    });
    this.#options.history.add(this.#table, title, gone, { step });
  }

  async #resendNew(entries: readonly OutboxEntry[]): Promise<readonly WriteOutcome[]> {
    const outcomes = await addRowsOnce(this.#table, entries, this.#options.write);
    const told = await this.#options.outbox.settle(entries, outcomes, this.#table);
    await this.#recordAdded(entries[0]?.title ?? '', told, this.#stepOf(entries[0]));
    return told;
  }

  /** What was made in one go is one step of undo, however often it took to send it. */
  #stepOf(entry: OutboxEntry | undefined): UndoStep | undefined {
    if (!entry) return undefined;
    return this.#steps.get(entry.batch) ?? this.#begun({ batch: entry.batch });
  }

  async #recordAdded(title: string, outcomes: readonly WriteOutcome[], step?: UndoStep): Promise<void> {
    const added = outcomes.flatMap((outcome) => (outcome.kind === 'saved' ? [outcome.row] : []));
    // What this role can't read back, it can't take back either.
    const known = added.filter((row) => Object.keys(row).length > 0);
    const changes = known.map((after) => ({ before: null, after }));
    this.#options.history.add(this.#table, title, changes, { step });
    if (added.length > 0) await this.#refresh();
  }

  #refresh(): Promise<void> {
    return this.#client.invalidateQueries({ queryKey: rowKeys.table(this.#table) });
  }

  #followOutbox(): void {
    const { name, schema } = this.#table;
    const { entries } = this.#options.outbox.snapshot();
    if (!this.#cells.setQueued(entries.filter((entry) => entry.table === name && entry.schema === schema)))
      return;
    this.#shown = new WeakMap();
    // What is tried again is told of again.
    this.#failures.syncEntries(this.#cells.entries);
    this.#tell({});
  }

  /** One at a time per row, so that an edit's guard is what the edit before it left. */
  async #send<W extends RowWrite>(
    writes: readonly W[],
    write: (sent: readonly W[], onProgress: (done: number) => void) => Promise<readonly WriteOutcome[]>,
  ): Promise<SentWrites<W>> {
    const keys = writes.map((one) => (one.kind === 'insert' ? '' : rowKeyOf(this.#table, one.baseRow)));
    const stamp = this.#begin(keys, writes);
    const { onProgress, remaining } = throttleProgress(writes.length, (done) =>
      this.#tell({ savingCount: this.snapshot().savingCount - done }),
    );
    const result = this.#queues.waitForPrevious(keys).then(async (rows): Promise<SentWrites<W>> => {
      const sent = writes.map((one, i) =>
        one.kind === 'insert' ? one : { ...one, baseRow: { ...one.baseRow, ...rows[i] } },
      );
      return { sent, outcomes: await write(sent, onProgress) };
    });
    keys.forEach((key, i) => {
      const left = result.then(({ outcomes }) => savedRowOf(outcomes[i]));
      this.#queues.add(key, left);
    });
    const { outcomes } = await result.catch((error) => {
      this.#end(keys, writes, stamp, [], remaining());
      throw error;
    });
    this.#show(writes, keys, outcomes);
    this.#end(keys, writes, stamp, outcomes, remaining());
    return result;
  }

  /** Puts the rows as they are now in the place of themselves as they were. */
  #show(writes: readonly RowWrite[], keys: readonly string[], outcomes: readonly WriteOutcome[]): void {
    const table = this.#table;
    const many = writes.length > maxSingleUpdates;
    const moved = new Map<string, Row>();
    const saved = new Map<string, Row>();
    writes.forEach((write, i) => {
      const outcome = outcomes[i];
      if (write.kind !== 'update' || !outcome) return;
      const now = outcome.kind === 'saved' ? outcome.row : outcome.kind === 'conflict' && outcome.theirs;
      if (!now) return;
      if (!many) updateCachedRow(this.#client, table, write.baseRow, now);
      const key = keys[i] ?? '';
      if (rowKeyOf(table, now) !== key) moved.set(key, now);
      if (outcome.kind === 'saved') saved.set(rowKeyOf(table, now), now);
    });
    this.#options.history.updateKeys(table, moved);
    this.#options.history.updateRows(table, saved);
    for (const [wasKey, now] of moved) this.#keyListeners.notify(wasKey, now);
    if (many) void this.#refresh();
  }

  #begin(keys: readonly string[], writes: readonly RowWrite[]): number {
    this.#stamp += 1;
    writes.forEach((write, i) => {
      if (write.kind !== 'update') return;
      for (const [column, value] of Object.entries(write.changes)) {
        this.#cells.set(keys[i] ?? '', column, { status: 'saving', value, stamp: this.#stamp });
      }
    });
    this.#tell({ savingCount: this.snapshot().savingCount + writes.length });
    return this.#stamp;
  }

  #end(
    keys: readonly string[],
    writes: readonly RowWrite[],
    stamp: number,
    outcomes: readonly WriteOutcome[],
    left: number,
  ): void {
    const shown: [key: string, column: string][] = [];
    let saved = false;
    writes.forEach((write, i) => {
      const row = savedRowOf(outcomes[i]);
      if (row) saved = true;
      if (write.kind !== 'update') return;
      const key = keys[i] ?? '';
      for (const column of Object.keys(write.changes)) {
        if (!this.#cells.drop(key, column, stamp) || !row) continue;
        const newKey = rowKeyOf(this.#table, row);
        this.#cells.set(newKey, column, { status: 'saved', value: row[column] ?? null, stamp });
        shown.push([newKey, column]);
      }
    });
    this.#tell({
      savingCount: this.snapshot().savingCount - left,
      lastSaveStamp: saved ? stamp : this.snapshot().lastSaveStamp,
    });
    if (shown.length > 0) setTimeout(() => this.#forget(shown, stamp), savedStatusDuration);
  }

  #forget(cells: readonly (readonly [key: string, column: string])[], stamp: number): void {
    for (const [key, column] of cells) this.#cells.drop(key, column, stamp);
    this.#tell({});
  }

  #tell(changes: Partial<EditsSummary>): void {
    const failedEdit = this.#failures.latest(this.#cells.entries);
    this.setSnapshot({ ...this.snapshot(), ...changes, failedEdit });
  }
}

/** The row as a write left it; undefined where it did not come through. */
function savedRowOf(outcome: WriteOutcome | undefined): Row | undefined {
  return outcome?.kind === 'saved' ? outcome.row : undefined;
}

function toRowWrite({ kind, baseRow, changes, isForced }: OutboxEntry): ExistingRowWrite {
  return kind === 'delete' ? { kind, baseRow, isForced } : { kind: 'update', baseRow, changes };
}

/** The columns that any of the edits changes. */
function columnsOf(edits: readonly Pick<RowEdit, 'changes'>[]): string[] {
  return [...new Set(edits.flatMap(({ changes }) => Object.keys(changes)))];
}
