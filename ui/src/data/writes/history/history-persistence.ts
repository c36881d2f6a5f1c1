import { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import type { Rejection } from '../batches/row-write';
import type { Direction } from '../edits/row-changes';
import { formatPageLockName, listHeldLocks } from '../outbox/page-lock';
import { toQueuedRejection, toRejection } from '../outbox/queue/queued-rejection';
import { writesMessages as messages } from '../writes-messages';
import type { Change, ChangedRow } from './change';
import type { History } from './history';
import { HistoryStore, type StoredChange, type StoredRow } from './history-store';

export interface HistoryPersistenceOptions {
  history: History;
  /** The user and the backend (see getOutboxScope). */
  scope: string;
  /** The page's id, see `createId`. */
  page: string;
  findTable: (schema: string, name: string) => Table | undefined;
  now?: () => number;
}

/** Maximum size of the stored history of a page, in characters of JSON: the newest changes that fit. */
const maxCharacters = 5_000_000;

/** Age at which changes are deleted, in milliseconds: a session can end without a sign-out. */
const maxAge = 7 * 24 * 60 * 60 * 1000;

/** Changes of a large job grow with each request: after each save follows a pause in proportion to its size. */
const charactersPerMillisecond = 1_000;

/** Delays before each check whether a page is closed, in milliseconds: on a reload, its lock is released shortly after. */
const closingChecks = [0, 100, 400, 1_500];

interface SavedChange {
  title: string;
  rows: readonly ChangedRow[];
  replaying: Direction | null;
  size: number;
}

/** Stores a page's history in the browser, so that the next page can undo what this one did. */
export class HistoryPersistence {
  readonly #options: HistoryPersistenceOptions;
  readonly #store = new HistoryStore();
  /** The stored changes, by their id. */
  readonly #saved = new Map<string, SavedChange>();
  #saving: Promise<void> | undefined;
  #isOutdated = false;
  #isForgotten = false;
  #channel: BroadcastChannel | undefined;

  constructor(options: HistoryPersistenceOptions) {
    this.#options = options;
  }

  /**
   * Takes over the changes of closed pages, and stores those of this page from now on. Returns the function that stops
   * this.
   */
  start(): () => void {
    const { history, scope } = this.#options;
    const unsubscribe = history.subscribe(() => this.#save());
    if (typeof BroadcastChannel !== 'undefined') {
      this.#channel = new BroadcastChannel(`tableside:history:${scope}`);
      // Another page of this user signed out.
      this.#channel.onmessage = () => history.clear();
    }
    void this.#takeOver();
    return () => {
      unsubscribe();
      this.#channel?.close();
      this.#channel = undefined;
    };
  }

  /** Deletes every stored change of the user, also those of other pages, and stores no more. */
  async deleteStored(): Promise<void> {
    this.#isForgotten = true;
    await this.#saving;
    await this.#store.clear(this.#options.scope);
    this.#channel?.postMessage('forget');
  }

  /** Adds the changes of closed pages to the history. Deletes changes that are older than `maxAge`. */
  async #takeOver(): Promise<void> {
    const { scope, page, findTable } = this.#options;
    await this.#store.removeBefore(this.#now() - maxAge);
    const changes = await this.#store.all(scope);
    const others = [...new Set(changes.map((change) => change.page))].filter((other) => other !== page);
    await Promise.all(
      others.map(async (other) => {
        if (!(await isPageClosed(other)) || this.#isForgotten) return;
        const known = changes.filter(
          ({ page: owner, schema, table }) => owner === other && findTable(schema, table),
        );
        for (const stored of await this.#store.take(known, page)) this.#restore(stored);
      }),
    );
  }

  /** Adds a stored change to the history, if its table still exists. */
  #restore(stored: StoredChange): void {
    const { history, findTable } = this.#options;
    const table = findTable(stored.schema, stored.table);
    if (!table) return;
    const change = restoreChange(stored, table);
    const { title, rows } = change;
    this.#saved.set(change.id, { title, rows, replaying: stored.replaying, size: estimateSize(stored) });
    history.restore(change);
  }

  /** Stores the changes that are not stored yet. Changes during a save are stored by the next save. */
  #save(): void {
    this.#isOutdated = true;
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined;
    });
  }

  /** Stores the changes until none is outdated, with a pause after each save. */
  async #saveAll(): Promise<void> {
    while (this.#isOutdated && !this.#isForgotten) {
      this.#isOutdated = false;
      const { changes, removed, size } = this.#difference();
      if (changes.length + removed.length > 0) await this.#store.save(changes, removed);
      await new Promise((resolve) => setTimeout(resolve, size / charactersPerMillisecond));
    }
  }

  /** Returns the changes to store, the ids to remove, and the size of the changes to store, in characters. */
  #difference() {
    const { changes } = this.#options.history.snapshot();
    const changed: StoredChange[] = [];
    const storedIds = new Set<string>();
    let stored = 0;
    let size = 0;
    for (const change of changes.toReversed()) {
      const known = this.#saved.get(change.id);
      const replaying = change.progress?.direction ?? null;
      const isSame =
        known?.rows === change.rows && known.title === change.title && known.replaying === replaying;
      const next = isSame ? undefined : this.#storedChange(change);
      const characters = next ? estimateSize(next) : (known?.size ?? 0);
      if (next) size += characters;
      if (stored + characters > maxCharacters) continue;
      stored += characters;
      storedIds.add(change.id);
      if (!next) continue;
      const { title, rows } = change;
      this.#saved.set(change.id, { title, rows, replaying, size: characters });
      changed.push(next);
    }
    const removed = [...this.#saved.keys()].filter((id) => !storedIds.has(id));
    for (const id of removed) this.#saved.delete(id);
    return { changes: changed, removed, size };
  }

  /** Converts a change to the form in which it is stored. */
  #storedChange({ id, at, table, title, batch, rows, progress }: Change): StoredChange {
    const { scope, page } = this.#options;
    return {
      ...{ key: id, scope, page, at, schema: table.schema, table: table.name, title },
      batch: batch ?? null,
      rows: rows.map(toStoredRow),
      replaying: progress?.direction ?? null,
    };
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

/** Returns the approximate length of a change as JSON. Does not format it: its texts can have megabytes. */
function estimateSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + name.length + 4 + estimateSize(member),
    2,
  );
}

function toStoredRow({ before, after, undone, newKey = false, rejection }: ChangedRow): StoredRow {
  return { before, after, undone, newKey, rejection: rejection ? toQueuedRejection(rejection) : null };
}

function restoreChange(stored: StoredChange, table: Table): Change {
  const { key, at, title, batch, replaying } = stored;
  const rows = stored.rows.map((row) => restoreRow(row, replaying));
  return { id: key, at, table, title, rows, ...(batch === null ? {} : { batch }) };
}

/** Returns a stored row of a change. If a replay was interrupted after it could have changed the row, the row is rejected. */
function restoreRow(row: StoredRow, replaying: Direction | null): ChangedRow {
  const { before, after, undone, newKey, rejection } = row;
  const wasReplayed = replaying !== null && undone === (replaying === 'redo');
  return {
    ...{ before, after, undone },
    ...(newKey ? { newKey } : {}),
    ...(wasReplayed
      ? { rejection: interruptedRejection }
      : rejection
        ? { rejection: toRejection(rejection) }
        : {}),
  };
}

/** It is unknown whether the row is undone. A second undo could insert a deleted row twice, so the user decides. */
const interruptedRejection: Rejection = {
  kind: 'rejected',
  error: new ApiError({
    code: 'replay_interrupted',
    message: messages.replayInterrupted,
    details: '',
    hint: messages.checkRow,
    status: 0,
    requestId: '',
  }),
};

/**
 * Whether the page with this id is closed: it does not hold its lock (`formatPageLockName`). While it does, checks again after
 * each delay in `closingChecks`. Without `navigator.locks` (not on https), returns true: pages then share their changes.
 */
async function isPageClosed(page: string): Promise<boolean> {
  for (const delay of closingChecks) {
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const locks = await listHeldLocks();
    if (!locks?.has(formatPageLockName(page))) return true;
  }
  return false;
}
