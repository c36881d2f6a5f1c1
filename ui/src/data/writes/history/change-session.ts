import type { QueryClient } from '@tanstack/react-query';
import { rowKeys } from '@/data/rows/row-keys';
import { ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { createId } from '@/lib/text/create-id';
import type { WriteOutcome } from '../batches/row-write';
import { writeRows } from '../batches/write-rows';
import type { Direction } from '../edits/row-changes';
import { TableEdits } from '../edits/table-edits';
import { Outbox } from '../outbox/outbox';
import type { OutboxEntry, OutboxStore } from '../outbox/outbox-store';
import { unknownColumns } from '../outbox/queue/queue-order';
import { writesMessages as messages } from '../writes-messages';
import { type Change, canUndo } from './change';
import { History } from './history';
import { HistoryPersistence } from './history-persistence';
import type { ReplayResult } from './replay';

/** The result of an undo: a replay, or edits that were removed from the outbox before they were sent. */
export type UndoResult = ReplayResult | { withdrawn: readonly OutboxEntry[] };

export interface ChangeSessionOptions {
  client: QueryClient;
  /** The user and the backend (see getOutboxScope). */
  scope: string;
  /** Moves stored entries of an earlier version into this scope. */
  migrate?: (entry: OutboxEntry) => OutboxEntry | undefined;
  /** Rejects with an ApiError if the server now connects to another backend than that of `scope`. */
  checkBackend?: () => Promise<void>;
  findTable: (schema: string, name: string) => Table | undefined;
  write?: typeof writeRows;
  openStore?: () => Promise<OutboxStore>;
}

/** The changes of one page load, in all tables: their history, and the outbox with those that are not sent yet. */
export class ChangeSession {
  readonly history: History;
  readonly outbox: Outbox;
  readonly persistence: HistoryPersistence;
  readonly #options: ChangeSessionOptions;
  readonly #tableEdits = new Map<string, TableEdits>();

  constructor(options: ChangeSessionOptions) {
    this.#options = options;
    this.history = new History((table, writes, control) => this.edits(table).replay(writes, control));
    const { scope, findTable } = options;
    const page = createId();
    this.persistence = new HistoryPersistence({ history: this.history, scope, page, findTable });
    this.outbox = new Outbox({
      ...{ scope, page },
      send: (entries) => this.#sendEntries(entries),
      onRemovedByOther: (entries) => this.#readAgain(entries),
      ...(options.openStore ? { openStore: options.openStore } : {}),
      ...(options.migrate ? { migrate: options.migrate } : {}),
    });
  }

  /** Returns the edits of a table: the same object for each table. */
  edits(table: Table): TableEdits {
    const name = JSON.stringify([table.schema, table.name]);
    const existing = this.#tableEdits.get(name);
    existing?.setTable(table);
    if (existing) return existing;
    const { history, outbox } = this;
    const { client, write = writeRows } = this.#options;
    const edits = new TableEdits(table, client, {
      ...{ history, outbox, write },
    });
    this.#tableEdits.set(name, edits);
    return edits;
  }

  /** Undoes the last action in any table: removes it from the outbox if it is queued, otherwise replays it. */
  async undo(): Promise<UndoResult | undefined> {
    const { entries } = this.outbox.snapshot();
    const last = entries.findLast(({ id, state }) => state === 'queued' && this.outbox.isFromThisPage(id));
    const { nextUndo } = this.history.snapshot();
    if (!last || (nextUndo && nextUndo.at > last.at)) return this.replay('undo', nextUndo);
    return this.undoBatch(last.batch);
  }

  /** Undoes all edits of a batch: those that are saved, and those that are queued. */
  async undoBatch(batch: string | undefined): Promise<UndoResult | undefined> {
    if (batch === undefined) return undefined;
    const { changes } = this.history.snapshot();
    const saved = changes.find((change) => change.batch === batch && canUndo(change));
    return saved ? this.replay('undo', saved) : { withdrawn: await this.#withdraw(batch) };
  }

  /** Redoes the change that was undone last. */
  redo(): Promise<UndoResult | undefined> {
    return this.replay('redo', this.history.snapshot().nextRedo);
  }

  /**
   * Undoes or redoes a change, including its queued edits. Reports rejections also
   * in the edits of its table, unless it is `quiet`.
   */
  async replay(
    direction: Direction,
    change: Change | undefined,
    quiet = false,
  ): Promise<ReplayResult | undefined> {
    if (direction === 'undo' && change?.batch) await this.#withdraw(change.batch);
    const replay = change && (await this.history[direction](change));
    if (replay && !quiet) this.edits(replay.change.table).reportReplay(replay);
    return replay;
  }

  /** Reads the rows of entries again that another page has sent: this page does not know the saved values. */
  #readAgain(entries: readonly OutboxEntry[]): void {
    const { client, findTable } = this.#options;
    const tables = new Set(entries.map(({ schema, table }) => findTable(schema, table)));
    for (const table of tables) if (table) void client.invalidateQueries({ queryKey: rowKeys.table(table) });
  }

  /** Removes the queued entries of a batch from the outbox, and returns them. */
  async #withdraw(batch: string): Promise<readonly OutboxEntry[]> {
    const { entries } = this.outbox.snapshot();
    const withdrawn = entries.filter((entry) => entry.batch === batch && entry.state === 'queued');
    if (withdrawn.length > 0) await this.outbox.withdraw(withdrawn.map(({ id }) => id));
    return withdrawn;
  }

  /**
   * Sends queued entries of one table, for the outbox. Does not send them, but reports an error for each, if the
   * backend is another one, or if the table or a column no longer exists.
   */
  async #sendEntries(entries: readonly OutboxEntry[]): Promise<readonly WriteOutcome[]> {
    try {
      await this.#options.checkBackend?.();
    } catch (error) {
      return this.#storeUnsent(entries, () => toApiError(error));
    }
    const [first] = entries;
    const table = first && this.#options.findTable(first.schema, first.table);
    if (!table) return this.#storeUnsent(entries, () => missingTableError);
    // A request omits columns that the schema no longer contains: their values would be lost.
    const unsendable = entries.filter((entry) => unknownColumns(table, entry).length > 0);
    const sendable = entries.filter((entry) => !unsendable.includes(entry));
    const unsent = await this.#storeUnsent(unsendable, (entry) =>
      makeMissingColumnsError(table, unknownColumns(table, entry)),
    );
    const sent = sendable.length > 0 ? await this.edits(table).sendEntries(sendable) : [];
    return [...unsent, ...sent];
  }

  /**
   * Stores the error of entries that can't be sent, and resolves with their outcomes. An entry stays queued if a retry can
   * succeed; otherwise it is failed, and the user decides what happens to it.
   */
  #storeUnsent(
    entries: readonly OutboxEntry[],
    getError: (entry: OutboxEntry) => ApiError,
  ): Promise<readonly WriteOutcome[]> {
    const outcomes = entries.map((entry): WriteOutcome => ({ kind: 'rejected', error: getError(entry) }));
    return this.outbox.storeOutcomes(entries, outcomes, undefined);
  }
}

function makeMissingColumnsError(table: Table, names: readonly string[]): ApiError {
  return new ApiError({
    code: 'column_gone',
    message: messages.missingColumns(names, table.title),
    details: '',
    hint: messages.valuesStayQueued,
    status: 400,
    requestId: '',
  });
}

const missingTableError = new ApiError({
  code: 'unknown_table',
  message: messages.missingTable,
  details: '',
  hint: messages.checkSchema,
  status: 404,
  requestId: '',
});
