import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import type { Direction } from './changes.utils';
import { Edits } from './edits';
import { type Change, History, type Replay } from './history';
import { Outbox } from './outbox';
import type { Entry, OutboxStore } from './outbox-store';
import type { Outcome } from './updates';
import { writeRows } from './write-rows';

/** What came of an undo or redo: a replay, or that edits were taken back before they were sent. */
export type Undone = Replay | { withdrawn: readonly Entry[] };

export interface VisitOptions {
  client: QueryClient;
  /** The person and the backend. */
  scope: string;
  findTable: (schema: string, name: string) => Table | undefined;
  write?: typeof writeRows;
  openStore?: () => Promise<OutboxStore>;
}

/** What one signed-in person changes while the page lives, over all tables, and what of it still waits. */
export class Visit {
  readonly history: History;
  readonly outbox: Outbox;
  readonly #options: VisitOptions;
  readonly #edits = new Map<string, Edits>();

  constructor(options: VisitOptions) {
    this.#options = options;
    this.history = new History((table, writes, onProgress) => this.edits(table).replay(writes, onProgress));
    this.outbox = new Outbox({
      scope: options.scope,
      resend: (entries) => this.#resend(entries),
      ...(options.openStore ? { open: options.openStore } : {}),
    });
  }

  /** The edits of a table: the same ones whenever one comes back to it. */
  edits(table: Table): Edits {
    const name = JSON.stringify([table.schema, table.name]);
    const known = this.#edits.get(name);
    known?.adopt(table);
    if (known) return known;
    const { history, outbox } = this;
    const { client, write = writeRows } = this.#options;
    const edits = new Edits(table, client, {
      ...{ history, outbox, write },
      undo: () => this.undo(),
      redo: () => this.redo(),
    });
    this.#edits.set(name, edits);
    return edits;
  }

  /** Takes the last thing back that was done in any table: what still waits is not sent, what is saved is undone. */
  async undo(): Promise<Undone | undefined> {
    const { entries } = this.outbox.snapshot();
    const last = entries.findLast(({ id, state }) => state === 'waiting' && this.outbox.isOfThisPage(id));
    const { undoable } = this.history.snapshot();
    if (!last || (undoable && undoable.at > last.at)) return this.replay('undo', undoable);
    const withdrawn = entries.filter(({ batch, state }) => batch === last.batch && state === 'waiting');
    await this.outbox.withdraw(withdrawn.map(({ id }) => id));
    return { withdrawn };
  }

  /** Does again what was undone last. */
  redo(): Promise<Undone | undefined> {
    return this.replay('redo', this.history.snapshot().redoable);
  }

  /** Undoes or redoes one change; what is refused is told at its table too. */
  async replay(direction: Direction, change: Change | undefined): Promise<Replay | undefined> {
    const replay = change && (await this.history[direction](change));
    if (replay) this.edits(replay.change.table).tellReplay(replay);
    return replay;
  }

  async #resend(entries: readonly Entry[]): Promise<readonly Outcome[]> {
    const [first] = entries;
    const table = first && this.#options.findTable(first.schema, first.table);
    if (table) return this.edits(table).resend(entries);
    const outcomes = entries.map((): Outcome => ({ kind: 'refused', error: noTable }));
    return this.outbox.settle(entries, outcomes, () => '');
  }
}

const noTable = new ApiError({
  code: 'unknown_table',
  message: 'This table is no longer there for you.',
  details: '',
  hint: 'It was removed or renamed, or your role lost its rights on it.',
  status: 404,
  requestId: '',
});
