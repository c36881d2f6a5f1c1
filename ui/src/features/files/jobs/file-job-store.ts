import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { FileJobItem, FileJobRecord } from './file-job.types';

interface FileJobDatabase extends DBSchema {
  jobs: { key: string; value: FileJobRecord; indexes: { scope: string } };
  items: { key: [string, number]; value: FileJobItem };
}

/** Stores unfinished jobs in the browser's IndexedDB. Stores nothing if the browser provides no database. */
export class FileJobStore {
  readonly #database = openFileJobDatabase().catch(() => undefined);

  /** Returns the jobs of a scope, oldest first. */
  async all(scope: string): Promise<readonly FileJobRecord[]> {
    const database = await this.#database;
    const jobs = (await database?.getAllFromIndex('jobs', 'scope', scope).catch(() => [])) ?? [];
    return jobs.toSorted((a, b) => a.at - b.at);
  }

  /** Returns the objects of a job in their order. */
  async items(job: string): Promise<readonly FileJobItem[]> {
    const database = await this.#database;
    return (await database?.getAll('items', itemRange(job)).catch(() => [])) ?? [];
  }

  async put(job: FileJobRecord): Promise<void> {
    await this.#attempt(async (database) => database.put('jobs', job));
  }

  /** Stores objects in one transaction. */
  async putItems(items: readonly FileJobItem[]): Promise<void> {
    await this.#attempt(async (database) => {
      const transaction = database.transaction('items', 'readwrite');
      for (const item of items) void transaction.store.put(item);
      await transaction.done;
    });
  }

  async remove(job: string): Promise<void> {
    await this.#attempt(async (database) => {
      await database.delete('jobs', job);
      await database.delete('items', itemRange(job));
    });
  }

  /** Ignores errors of the database (closed, no space): then the jobs last as long as the page. */
  async #attempt(write: (database: IDBPDatabase<FileJobDatabase>) => Promise<unknown>): Promise<void> {
    try {
      const database = await this.#database;
      if (database) await write(database);
    } catch {
      // See above.
    }
  }
}

function itemRange(job: string): IDBKeyRange {
  return IDBKeyRange.bound([job, 0], [job, Number.MAX_SAFE_INTEGER]);
}

async function openFileJobDatabase(): Promise<IDBPDatabase<FileJobDatabase>> {
  return openDB<FileJobDatabase>('tableside-file-jobs', 1, {
    upgrade(database) {
      database.createObjectStore('jobs', { keyPath: 'id' }).createIndex('scope', 'scope');
      database.createObjectStore('items', { keyPath: ['job', 'index'] });
    },
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });
}
