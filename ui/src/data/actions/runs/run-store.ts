import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ActionRun, RunItem } from './run.types';

interface RunDatabase extends DBSchema {
  runs: { key: string; value: ActionRun; indexes: { scope: string } };
  items: { key: [string, number]; value: RunItem };
}

/** Maximum number of stored runs of a user. */
const maxRuns = 100;

/** Age at which runs are deleted, in milliseconds. */
const maxAge = 30 * 24 * 60 * 60 * 1000;

/** Stores the runs of actions in the browser's IndexedDB. Stores nothing if the browser provides no database. */
export class RunStore {
  readonly #database: Promise<IDBPDatabase<RunDatabase> | undefined>;

  constructor() {
    this.#database = openRunDatabase().catch(() => undefined);
  }

  /** Returns the runs of a scope, oldest first. Deletes runs beyond `maxRuns` or `maxAge` (ms before `now`). */
  async all(scope: string, now: number): Promise<readonly ActionRun[]> {
    const database = await this.#database;
    const runs = (await database?.getAllFromIndex('runs', 'scope', scope).catch(() => [])) ?? [];
    const sorted = runs.toSorted((a, b) => a.at - b.at);
    const remaining = sorted
      .slice(-maxRuns)
      .filter(({ at, state }) => state === 'running' || at > now - maxAge);
    for (const run of sorted) if (!remaining.includes(run)) await this.remove(run.id);
    return remaining;
  }

  /** Returns the rows of a run. */
  async items(run: string): Promise<readonly RunItem[]> {
    const database = await this.#database;
    return (await database?.getAll('items', itemRange(run)).catch(() => [])) ?? [];
  }

  /** Stores a run. Resolves when it is stored, so that a call is never sent without a trace. */
  async put(run: ActionRun): Promise<void> {
    await this.#attempt(async (database) => database.put('runs', run));
  }

  /** Stores rows in one transaction. */
  async putItems(items: readonly RunItem[]): Promise<void> {
    await this.#attempt(async (database) => {
      const transaction = database.transaction('items', 'readwrite');
      for (const item of items) void transaction.store.put(item);
      await transaction.done;
    });
  }

  /**
   * Assigns a run to a page, if it still belongs to the page `from`. Returns whether that succeeded, so that only one
   * page continues a run.
   */
  async take(id: string, from: string, to: string): Promise<boolean> {
    const database = await this.#database;
    const transaction = database?.transaction('runs', 'readwrite');
    const run = await transaction?.store.get(id);
    if (!transaction || run?.page !== from) return false;
    await transaction.store.put({ ...run, page: to });
    await transaction.done;
    return true;
  }

  /** Marks a run as undone. Returns false if it is already, so that only one page undoes it. */
  async claimUndo(id: string): Promise<boolean> {
    const database = await this.#database;
    if (!database) return true;
    const transaction = database.transaction('runs', 'readwrite');
    const run = await transaction.store.get(id);
    if (run?.isUndone) return false;
    if (run) await transaction.store.put({ ...run, isUndone: true });
    await transaction.done;
    return true;
  }

  async remove(id: string): Promise<void> {
    await this.#attempt(async (database) => {
      await database.delete('runs', id);
      await database.delete('items', itemRange(id));
    });
  }

  /** Deletes the runs of a scope. */
  async clear(scope: string): Promise<void> {
    const database = await this.#database;
    const ids = (await database?.getAllKeysFromIndex('runs', 'scope', scope).catch(() => [])) ?? [];
    for (const id of ids) await this.remove(id);
  }

  /** Ignores errors of the database (closed, no space): then the runs last as long as the page. */
  async #attempt(write: (database: IDBPDatabase<RunDatabase>) => Promise<unknown>): Promise<void> {
    try {
      const database = await this.#database;
      if (database) await write(database);
    } catch {
      // See above.
    }
  }
}

function itemRange(run: string): IDBKeyRange {
  return IDBKeyRange.bound([run, 0], [run, Number.MAX_SAFE_INTEGER]);
}

/** Opens the database, and creates its stores on the first use. Rejects if the browser provides no IndexedDB. */
async function openRunDatabase(): Promise<IDBPDatabase<RunDatabase>> {
  return openDB<RunDatabase>('tableside-actions', 1, {
    upgrade(database) {
      const runs = database.createObjectStore('runs', { keyPath: 'id' });
      runs.createIndex('scope', 'scope');
      database.createObjectStore('items', { keyPath: ['run', 'index'] });
    },
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });
}
