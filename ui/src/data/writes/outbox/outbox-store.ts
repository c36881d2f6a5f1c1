import type { IDBPDatabase } from 'idb';
import type { Row } from '@/data/rows/row';
import type { ApiErrorBody } from '@/lib/api.gen';
import { type BrowserDatabase, openBrowserDatabase } from '../browser-database';
import type { QueuedRejection } from './queued-rejection';

/** An edit from before it is sent until the database has answered. */
export interface OutboxEntry {
  /** Orders them; given by the store. */
  id: number;
  /** The user and the backend that it belongs to (see scopeOf): no other user's or backend's page reads or sends it. */
  scope: string;
  /** When it was made, in milliseconds since 1970. */
  at: number;
  schema: string;
  table: string;
  kind: 'update' | 'insert' | 'delete';
  /** The text of the row's key; '' for a new one. */
  rowKey: string;
  /** What the row is called. */
  heading: string;
  baseRow: Row;
  /** Nothing in a delete. */
  changes: Row;
  /** What was done, in a word; edits of one batch were made in one go. */
  title: string;
  batch: string;
  /** `sending`: by the page that is `owner`. `stuck`: the database did not take it; the person decides. */
  state: 'sending' | 'queued' | 'failed';
  owner: string;
  /** When it was last sent, in milliseconds since 1970. */
  sentAt: number;
  /** It may have reached the database already. */
  sentBefore: boolean;
  /** Why it waits; null while it wasn't tried. */
  error: ApiErrorBody | null;
  rejection: QueuedRejection | null;
  /** The person was told what speaks against it (a row like this one is there, the one to delete was changed), and wants it all the same. */
  isForced: boolean;
}

export type NewOutboxEntry = Omit<OutboxEntry, 'id'>;

/** Where entries outlive the page; in memory only where the browser gives pages no database. */
export interface OutboxStore {
  readonly isDurable: boolean;
  add: (entries: readonly NewOutboxEntry[]) => Promise<OutboxEntry[]>;
  /** Those of a scope, in the order in which they were made. */
  all: (scope: string) => Promise<OutboxEntry[]>;
  put: (entries: readonly OutboxEntry[]) => Promise<void>;
  /** Puts entries in the place of what is known of them; answers false, and does nothing, where another page was first. */
  take: (known: readonly OutboxEntry[], taken: readonly OutboxEntry[]) => Promise<boolean>;
  remove: (ids: readonly number[]) => Promise<void>;
  /** Replaces each stored entry, of any scope, for which `migrated` returns another one. */
  migrate: (migrated: (entry: OutboxEntry) => OutboxEntry | undefined) => Promise<void>;
}

/** The browser's database, or what stands in for it where it is closed (private windows, full disks). */
export async function openOutboxStore(): Promise<OutboxStore> {
  try {
    return new BrowserOutboxStore(await openBrowserDatabase());
  } catch {
    return new MemoryOutboxStore();
  }
}

/** The first id in memory: far from those that the database gives. */
const firstMemoryId = 2 ** 40;

class BrowserOutboxStore implements OutboxStore {
  readonly #database: IDBPDatabase<BrowserDatabase>;
  /** What the database had no room for: that keeps nobody from working. */
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
    const kept = await this.#database.getAllFromIndex('outbox', 'scope', scope).catch(() => []);
    const entries = kept.map((entry) => ({ ...entry, id: entry.id ?? 0 }));
    return [...entries, ...(await this.#overflow.all(scope))].toSorted((a, b) => a.id - b.id);
  }

  async put(entries: readonly OutboxEntry[]): Promise<void> {
    await this.#overflow.put(entries.filter(({ id }) => id >= firstMemoryId));
    const kept = entries.filter(({ id }) => id < firstMemoryId);
    try {
      const { store, done } = this.#database.transaction('outbox', 'readwrite', { durability: 'strict' });
      await Promise.all([...kept.map((entry) => store.put(entry)), done]);
    } catch {
      // It stays as it was written first: sent again, its guard tells what is done already.
    }
  }

  async take(known: readonly OutboxEntry[], taken: readonly OutboxEntry[]): Promise<boolean> {
    try {
      const { store, done } = this.#database.transaction('outbox', 'readwrite', { durability: 'strict' });
      const shared = known.filter(({ id }) => id < firstMemoryId);
      const now = await Promise.all(shared.map(({ id }) => store.get(id)));
      const free = shared.every((entry, i) => isSameSendAttempt(entry, now[i]));
      if (free) await Promise.all(taken.filter(({ id }) => id < firstMemoryId).map((one) => store.put(one)));
      await done;
      if (free) await this.#overflow.put(taken.filter(({ id }) => id >= firstMemoryId));
      return free;
    } catch {
      // Without the database no other page has them.
      return true;
    }
  }

  async remove(ids: readonly number[]): Promise<void> {
    await this.#overflow.remove(ids);
    try {
      const { store, done } = this.#database.transaction('outbox', 'readwrite');
      await Promise.all([...ids.filter((id) => id < firstMemoryId).map((id) => store.delete(id)), done]);
    } catch {
      // It was closed, or cleared with the site's data: what is left of them is sent again, guarded.
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
      // The entries stay as they were; the next page migrates them.
    }
  }
}

/** Whether an entry is being sent by whom it is known to be, if by anybody. */
function isSameSendAttempt(known: OutboxEntry, now: Partial<OutboxEntry> | undefined): boolean {
  return now?.state === known.state && now.owner === known.owner && now.sentAt === known.sentAt;
}

/** Keeps entries as long as the page lives. */
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
      const kept = { ...entry, id: this.#lastId };
      this.#entries.set(kept.id, kept);
      return kept;
    });
  }

  async all(scope: string): Promise<OutboxEntry[]> {
    return [...this.#entries.values()].filter((entry) => entry.scope === scope);
  }

  async put(entries: readonly OutboxEntry[]): Promise<void> {
    for (const entry of entries) this.#entries.set(entry.id, entry);
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
