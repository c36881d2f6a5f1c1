import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { renameChangeFields, renameEntryFields } from './browser-database-migrations';
import type { StoredChange } from './history/history-store';
import type { NewOutboxEntry } from './outbox/outbox-store';

/** The object stores of Tableside in the browser's IndexedDB. */
export interface BrowserDatabase extends DBSchema {
  outbox: { key: number; value: NewOutboxEntry & { id?: number }; indexes: { scope: string } };
  history: { key: string; value: StoredChange; indexes: { scope: string; at: number } };
}

/** Opens the database; rejects if the browser provides none (private windows, a full disk). */
export async function openBrowserDatabase(): Promise<IDBPDatabase<BrowserDatabase>> {
  return openDB<BrowserDatabase>('tableside', 3, {
    async upgrade(opened, from, _, transaction) {
      if (from < 1) {
        const outbox = opened.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true });
        outbox.createIndex('scope', 'scope');
      }
      if (from < 2) {
        const history = opened.createObjectStore('history', { keyPath: 'key' });
        history.createIndex('scope', 'scope');
        history.createIndex('at', 'at');
      }
      if (from < 3) {
        const outbox = transaction.objectStore('outbox');
        for (const entry of await outbox.getAll()) await outbox.put(renameEntryFields(entry));
        const history = transaction.objectStore('history');
        for (const change of await history.getAll()) await history.put(renameChangeFields(change));
      }
    },
    // Lets a newer version of Tableside in another tab upgrade the database.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });
}
