import type { QueryClient } from '@tanstack/react-query';
import { ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { createId } from '@/lib/create-id';
import { formatList } from '@/lib/format';
import type { WriteOutcome } from '../batches/row-write';
import { writeRows } from '../batches/write-rows';
import type { Direction } from '../edits/row-changes';
import { TableEdits } from '../edits/table-edits';
import { Outbox } from '../outbox/outbox';
import type { OutboxEntry, OutboxStore } from '../outbox/outbox-store';
import { unknownColumns } from '../outbox/queue-order';
import { type Change, canUndo } from './change';
import { History } from './history';
import { HistoryPersistence } from './history-persistence';
import type { ReplayResult } from './replay';

/** What came of an undo or redo: a replay, or that edits were taken back before they were sent. */
export type UndoResult = ReplayResult | { withdrawn: readonly OutboxEntry[] };

export interface ChangeSessionOptions {
  client: QueryClient;
  /** The user and the backend (see scopeOf). */
  scope: string;
  /** Brings stored entries of an earlier version into this scope. */
  migrate?: (entry: OutboxEntry) => OutboxEntry | undefined;
  /** Throws an ApiError unless the server is still in front of the backend of `scope`. */
  checkBackend?: () => Promise<void>;
  findTable: (schema: string, name: string) => Table | undefined;
  write?: typeof writeRows;
  openStore?: () => Promise<OutboxStore>;
}

/** What one signed-in person changes while the page lives, over all tables, and what of it still waits. */
export class ChangeSession {
  readonly history: History;
  readonly outbox: Outbox;
  readonly persistence: HistoryPersistence;
  readonly #options: ChangeSessionOptions;
  readonly #edits = new Map<string, TableEdits>();

  constructor(options: ChangeSessionOptions) {
    this.#options = options;
    this.history = new History((table, writes, course) => this.edits(table).replay(writes, course));
    const { scope, findTable } = options;
    const page = createId();
    this.persistence = new HistoryPersistence({ history: this.history, scope, page, findTable });
    this.outbox = new Outbox({
      ...{ scope, page },
      resend: (entries) => this.#resend(entries),
      ...(options.openStore ? { openStore: options.openStore } : {}),
      ...(options.migrate ? { migrate: options.migrate } : {}),
    });
  }

  /** The edits of a table: the same ones whenever one comes back to it. */
  edits(table: Table): TableEdits {
    const name = JSON.stringify([table.schema, table.name]);
    const known = this.#edits.get(name);
    known?.setTable(table);
    if (known) return known;
    const { history, outbox } = this;
    const { client, write = writeRows } = this.#options;
    const edits = new TableEdits(table, client, {
      ...{ history, outbox, write },
      undo: () => this.undo(),
      redo: () => this.redo(),
    });
    this.#edits.set(name, edits);
    return edits;
  }

  /** Takes the last thing back that was done in any table: what still waits is not sent, what is saved is undone. */
  async undo(): Promise<UndoResult | undefined> {
    const { entries } = this.outbox.snapshot();
    const last = entries.findLast(({ id, state }) => state === 'queued' && this.outbox.isFromThisPage(id));
    const { nextUndo } = this.history.snapshot();
    if (!last || (nextUndo && nextUndo.at > last.at)) return this.replay('undo', nextUndo);
    return this.undoBatch(last.batch);
  }

  /** Takes back what was done in one go, whether it is saved, or waits, or some of each. */
  async undoBatch(name: string | undefined): Promise<UndoResult | undefined> {
    if (name === undefined) return undefined;
    const { changes } = this.history.snapshot();
    const saved = changes.find((change) => change.batch === name && canUndo(change));
    return saved ? this.replay('undo', saved) : { withdrawn: await this.#withdraw(name) };
  }

  /** Does again what was undone last. */
  redo(): Promise<UndoResult | undefined> {
    return this.replay('redo', this.history.snapshot().nextRedo);
  }

  /**
   * Undoes or redoes one change, what waits of it included. What is refused is
   * told at its table too, unless the caller shows it.
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

  async #withdraw(batch: string): Promise<readonly OutboxEntry[]> {
    const { entries } = this.outbox.snapshot();
    const withdrawn = entries.filter((entry) => entry.batch === batch && entry.state === 'queued');
    if (withdrawn.length > 0) await this.outbox.withdraw(withdrawn.map(({ id }) => id));
    return withdrawn;
  }

  async #resend(entries: readonly OutboxEntry[]): Promise<readonly WriteOutcome[]> {
    try {
      await this.#options.checkBackend?.();
    } catch (error) {
      return this.#keep(entries, () => toApiError(error));
    }
    const [first] = entries;
    const table = first && this.#options.findTable(first.schema, first.table);
    if (!table) return this.#keep(entries, () => missingTableError);
    // A column that is gone would be left out in silence, and what was entered for it lost.
    const strays = entries.filter((entry) => unknownColumns(table, entry).length > 0);
    const sound = entries.filter((entry) => !strays.includes(entry));
    const kept = await this.#keep(strays, (entry) =>
      missingColumnsError(table, unknownColumns(table, entry)),
    );
    const sent = sound.length > 0 ? await this.edits(table).resend(sound) : [];
    return [...kept, ...sent];
  }

  /** Settles entries without sending them: they stay queued if the error is passing, otherwise the user decides. */
  #keep(
    entries: readonly OutboxEntry[],
    why: (entry: OutboxEntry) => ApiError,
  ): Promise<readonly WriteOutcome[]> {
    const outcomes = entries.map((entry): WriteOutcome => ({ kind: 'rejected', error: why(entry) }));
    return this.outbox.settle(entries, outcomes, undefined);
  }
}

function missingColumnsError(table: Table, names: readonly string[]): ApiError {
  const one = names.length === 1;
  return new ApiError({
    code: 'column_gone',
    message: `${formatList(names)} ${one ? 'is no column' : 'are no columns'} of ${table.title} any more, or not for you.`,
    details: '',
    hint: 'What you entered is kept here until you discard it.',
    status: 400,
    requestId: '',
  });
}

const missingTableError = new ApiError({
  code: 'unknown_table',
  message: 'This table is no longer there for you.',
  details: '',
  hint: 'It was removed or renamed, or your role lost its rights on it.',
  status: 404,
  requestId: '',
});
