import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Upload } from './upload.types';

/** An unfinished upload, as it is stored for the next page. */
export interface StoredUpload
  extends Pick<
    Upload,
    'bucket' | 'path' | 'size' | 'batch' | 'overwrite' | 'originalName' | 'uploadURL' | 'sentBytes'
  > {
  key: string;
  /** The user and the backend (see getOutboxScope): pages of others don't read it. */
  scope: string;
  /** The page that sends it (see holdPageLock). */
  owner: string;
  name: string;
  type: string;
  lastModified: number;
  /** When it was stored, in milliseconds since 1970. */
  at: number;
}

interface UploadDatabase extends DBSchema {
  uploads: { key: string; value: StoredUpload; indexes: { scope: string } };
  /** Contents of files, by the key of their upload. */
  contents: { key: string; value: Blob };
}

/** Stores unfinished uploads in IndexedDB, and the contents of files that are not too large. */
export class UploadStore {
  readonly #database: IDBPDatabase<UploadDatabase>;

  constructor(database: IDBPDatabase<UploadDatabase>) {
    this.#database = database;
  }

  /** Returns the uploads of a scope, in the order in which they were added. */
  async list(scope: string): Promise<StoredUpload[]> {
    const stored = await this.#database.getAllFromIndex('uploads', 'scope', scope);
    return stored.toSorted((a, b) => a.at - b.at);
  }

  /** Stores an upload, or replaces the one with its key. */
  async put(upload: StoredUpload): Promise<void> {
    await this.#database.put('uploads', upload);
  }

  /** Stores the content of an upload. Rejects if the browser has no space for it. */
  async putContent(key: string, content: Blob): Promise<void> {
    await this.#database.put('contents', content, key);
  }

  /** Returns the stored content of an upload; undefined if it was not stored. */
  getContent(key: string): Promise<Blob | undefined> {
    return this.#database.get('contents', key);
  }

  /** Deletes uploads with their contents. */
  async remove(keys: readonly string[]): Promise<void> {
    const transaction = this.#database.transaction(['uploads', 'contents'], 'readwrite');
    await Promise.all([
      ...keys.flatMap((key) => [
        transaction.objectStore('uploads').delete(key),
        transaction.objectStore('contents').delete(key),
      ]),
      transaction.done,
    ]);
  }
}

/** Opens the store; rejects if the browser provides none (private windows, a full disk). */
export async function openUploadStore(): Promise<UploadStore> {
  const database = await openDB<UploadDatabase>('tableside-uploads', 1, {
    upgrade(opened) {
      opened.createObjectStore('uploads', { keyPath: 'key' }).createIndex('scope', 'scope');
      opened.createObjectStore('contents');
    },
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });
  return new UploadStore(database);
}
