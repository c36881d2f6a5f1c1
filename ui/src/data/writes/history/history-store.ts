import type { IDBPDatabase, IDBPObjectStore } from 'idb';
import { type BrowserDatabase, openBrowserDatabase } from '../browser-database';
import type { Direction, RowChange } from '../edits/row-changes';
import type { QueuedRejection } from '../outbox/queue/queued-rejection';

/** A change as the browser stores it. */
export interface StoredChange {
  key: string;
  /** The user and the backend (see getOutboxScope). */
  scope: string;
  /** The page that made the change. When it is closed, another page takes it over. */
  page: string;
  at: number;
  schema: string;
  table: string;
  title: string;
  batch: string | null;
  rows: readonly StoredRow[];
  /** The direction of a running undo or redo. */
  replaying: Direction | null;
}

export type StoredRow = RowChange & { undone: boolean; newKey: boolean; rejection: QueuedRejection | null };

/** Stores the histories of this browser's pages. Stores nothing if the browser provides no database. */
export class HistoryStore {
  readonly #database: Promise<IDBPDatabase<BrowserDatabase> | undefined>;

  constructor() {
    this.#database = openBrowserDatabase().catch(() => undefined);
  }

  /** Returns the changes of a scope, oldest first. */
  async all(scope: string): Promise<StoredChange[]> {
    const database = await this.#database;
    const changes = (await database?.getAllFromIndex('history', 'scope', scope).catch(() => [])) ?? [];
    return changes.toSorted((a, b) => a.at - b.at);
  }

  /** Assigns changes to a page. Returns those that no other page took first. */
  async take(changes: readonly StoredChange[], page: string): Promise<StoredChange[]> {
    const taken: StoredChange[] = [];
    await this.#write(async (store) => {
      for (const known of changes) {
        const current = await store.get(known.key);
        if (current?.page !== known.page) continue;
        const assigned = { ...current, page };
        await store.put(assigned);
        taken.push(assigned);
      }
    });
    return taken;
  }

  /** Stores changes and removes others, by key. */
  save(changes: readonly StoredChange[], removed: readonly string[]): Promise<void> {
    return this.#write(async (store) => {
      await Promise.all([
        ...changes.map((change) => store.put(change)),
        ...removed.map((key) => store.delete(key)),
      ]);
    });
  }

  /** Removes every change of a scope. */
  clear(scope: string): Promise<void> {
    return this.#write(async (store) => {
      for (const key of await store.index('scope').getAllKeys(scope)) await store.delete(key);
    });
  }

  /** Removes changes of any scope that were made before a time, in milliseconds since 1970. */
  removeBefore(at: number): Promise<void> {
    return this.#write(async (store) => {
      for (const key of await store.index('at').getAllKeys(IDBKeyRange.upperBound(at, true)))
        await store.delete(key);
    });
  }

  /** Runs `work` in a transaction. Ignores errors: then the history lasts as long as the page. */
  async #write(work: (store: WritableHistory) => Promise<void>): Promise<void> {
    try {
      const transaction = (await this.#database)?.transaction('history', 'readwrite');
      if (!transaction) return;
      await work(transaction.store);
      await transaction.done;
    } catch {
      // The browser closed its database or has no space: the history lasts as long as the page.
    }
  }
}

type WritableHistory = IDBPObjectStore<BrowserDatabase, ['history'], 'history', 'readwrite'>;
