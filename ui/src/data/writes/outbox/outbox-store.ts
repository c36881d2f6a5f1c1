import type { IDBPDatabase } from 'idb';
import type { Row } from '@/data/rows/row';
import type { ApiErrorBody } from '@/lib/api.gen';
import type { QueuedFile } from '../batches/row-write';
import { type BrowserDatabase, openBrowserDatabase } from '../browser-database';
import type { QueuedRejection } from './queue/queued-rejection';

/** An edit, from before it is sent until the database has saved it or the user discards it. */
export interface OutboxEntry {
  /** Assigned by the store, in the order in which the entries were created. */
  id: number;
  /** The user and the backend (see getOutboxScope): pages of others neither read nor send the entry. */
  scope: string;
  /** The time of creation, in milliseconds since 1970. */
  at: number;
  schema: string;
  table: string;
  kind: 'update' | 'insert' | 'delete';
  /** The text of the row's key; '' for an insert. */
  rowKey: string;
  /** The row's title, for lists. */
  heading: string;
  /** The row as the user saw it; empty for an insert. */
  baseRow: Row;
  /** The new values; empty for a delete. */
  changes: Row;
  /** The file to which a new value refers, if it is not uploaded yet. */
  file?: QueuedFile | undefined;
  /** The user's action, for lists: 'Edited', 'Pasted'. */
  title: string;
  /** Identifies the action; its entries share a step of undo. */
  batch: string;
  /** `sending`: by the page that is `owner`. `failed`: the database rejected it, and the user must decide. */
  state: 'sending' | 'queued' | 'failed';
  owner: string;
  /** The time of the last request, in milliseconds since 1970. */
  sentAt: number;
  /** Whether a request with the entry was sent, so that it can be saved already. */
  sentBefore: boolean;
  /** The error of the last request; null before the first. */
  error: ApiErrorBody | null;
  /** The rejection of a `failed` entry. */
  rejection: QueuedRejection | null;
  /** The user confirmed the write despite its rejection: to insert a possible duplicate, or to delete a changed row. */
  isForced: boolean;
}

export type NewOutboxEntry = Omit<OutboxEntry, 'id'>;

/** Stores outbox entries. */
export interface OutboxStore {
  /** Whether all entries outlive the page. */
  readonly isDurable: boolean;
  /** Stores new entries. Resolves with the same entries and their ids. */
  add: (entries: readonly NewOutboxEntry[]) => Promise<OutboxEntry[]>;
  /** Returns the entries of a scope, in the order in which they were created. */
  all: (scope: string) => Promise<OutboxEntry[]>;
  /** Replaces entries by their id. An entry that was removed remains removed. */
  put: (entries: readonly OutboxEntry[]) => Promise<void>;
  /** Replaces entries. Resolves with false, and replaces none, if another page has changed one of them since. */
  take: (known: readonly OutboxEntry[], taken: readonly OutboxEntry[]) => Promise<boolean>;
  /** Deletes entries. */
  remove: (ids: readonly number[]) => Promise<void>;
  /** Replaces each stored entry, of any scope, for which `migrated` returns an entry. */
  migrate: (migrated: (entry: OutboxEntry) => OutboxEntry | undefined) => Promise<void>;
}

/** Opens the browser's database; without one (private windows, full disks), returns a store in memory. */
export async function openOutboxStore(): Promise<OutboxStore> {
  try {
    return new BrowserOutboxStore(await openBrowserDatabase());
  } catch {
    return new MemoryOutboxStore();
  }
}

/** The first id of entries in memory: larger than any id that the database assigns. */
const firstMemoryId = 2 ** 40;

/**
 * Stores the entries in IndexedDB, and in memory if the database has no space or is closed. See OutboxStore for the
 * methods.
 */
class BrowserOutboxStore implements OutboxStore {
  readonly #database: IDBPDatabase<BrowserDatabase>;
  /** Entries that the database had no space for. */
  readonly #overflow = new MemoryOutboxStore();

  constructor(database: IDBPDatabase<BrowserDatabase>) {
    this.#database = database;
  }

  get isDurable(): boolean {
    return this.#overflow.size === 0;
  }

  async add(entries: readonly NewOutboxEntry[]): Promise<OutboxEntry[]> {
    try {
      const { store, done } = this.#database.transaction('outbox', 'readwrite', { durability: 'strict' });
      const [ids] = await Promise.all([Promise.all(entries.map((entry) => store.add(entry))), done]);
      return entries.map((entry, i) => ({ ...entry, id: ids[i] ?? 0 }));
    } catch {
      return this.#overflow.add(entries);
    }
  }

  async all(scope: string): Promise<OutboxEntry[]> {
    const stored = await this.#database.getAllFromIndex('outbox', 'scope', scope).catch(() => []);
    const entries = stored.map((entry) => ({ ...entry, id: entry.id ?? 0 }));
    return [...entries, ...(await this.#overflow.all(scope))].toSorted((a, b) => a.id - b.id);
  }

  async put(entries: readonly OutboxEntry[]): Promise<void> {
    await this.#overflow.put(entries.filter(({ id }) => id >= firstMemoryId));
    const stored = entries.filter(({ id }) => id < firstMemoryId);
    try {
      const { store, done } = this.#database.transaction('outbox', 'readwrite', { durability: 'strict' });
      const replace = async (entry: OutboxEntry) =>
        (await store.getKey(entry.id)) !== undefined && store.put(entry);
      await Promise.all([...stored.map(replace), done]);
    } catch {
      // The stored entry is unchanged. When it is sent again, its guard prevents a second save.
    }
  }

  async take(known: readonly OutboxEntry[], taken: readonly OutboxEntry[]): Promise<boolean> {
    try {
      const { store, done } = this.#database.transaction('outbox', 'readwrite', { durability: 'strict' });
      const shared = known.filter(({ id }) => id < firstMemoryId);
      const current = await Promise.all(shared.map(({ id }) => store.get(id)));
      const isFree = shared.every((entry, i) => isSameSendAttempt(entry, current[i]));
      if (isFree)
        await Promise.all(taken.filter(({ id }) => id < firstMemoryId).map((entry) => store.put(entry)));
      await done;
      if (isFree) await this.#overflow.put(taken.filter(({ id }) => id >= firstMemoryId));
      return isFree;
    } catch {
      // Without the database, no other page has the entries.
      return true;
    }
  }

  async remove(ids: readonly number[]): Promise<void> {
    await this.#overflow.remove(ids);
    try {
      const { store, done } = this.#database.transaction('outbox', 'readwrite');
      await Promise.all([...ids.filter((id) => id < firstMemoryId).map((id) => store.delete(id)), done]);
    } catch {
      // The database was closed or deleted. Entries that remain are sent again, guarded.
    }
  }

  async migrate(migrated: (entry: OutboxEntry) => OutboxEntry | undefined): Promise<void> {
    try {
      const { store, done } = this.#database.transaction('outbox', 'readwrite', { durability: 'strict' });
      for (const entry of await store.getAll()) {
        const next = migrated({ ...entry, id: entry.id ?? 0 });
        if (next) await store.put(next);
      }
      await done;
    } catch {
      // The entries are unchanged; the next page migrates them.
    }
  }
}

/** Whether an entry was not sent, and is not being sent, since it was read. */
function isSameSendAttempt(known: OutboxEntry, current: Partial<OutboxEntry> | undefined): boolean {
  return current?.state === known.state && current.owner === known.owner && current.sentAt === known.sentAt;
}

/** Stores the entries in memory, until the page is closed. See OutboxStore for the methods. */
export class MemoryOutboxStore implements OutboxStore {
  readonly isDurable = false;
  readonly #entries = new Map<number, OutboxEntry>();
  #lastId = firstMemoryId;

  get size(): number {
    return this.#entries.size;
  }

  async add(entries: readonly NewOutboxEntry[]): Promise<OutboxEntry[]> {
    return entries.map((entry) => {
      this.#lastId += 1;
      const added = { ...entry, id: this.#lastId };
      this.#entries.set(added.id, added);
      return added;
    });
  }

  async all(scope: string): Promise<OutboxEntry[]> {
    return [...this.#entries.values()].filter((entry) => entry.scope === scope);
  }

  async put(entries: readonly OutboxEntry[]): Promise<void> {
    for (const entry of entries) if (this.#entries.has(entry.id)) this.#entries.set(entry.id, entry);
  }

  async take(_: readonly OutboxEntry[], taken: readonly OutboxEntry[]): Promise<boolean> {
    await this.put(taken);
    return true;
  }

  async remove(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.#entries.delete(id);
  }

  /** Does nothing: no earlier version stored anything here. */
  async migrate(): Promise<void> {}
}
