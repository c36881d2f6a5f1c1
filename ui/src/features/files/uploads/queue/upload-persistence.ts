import {
  formatPageLockName,
  holdPageLock,
  listHeldLocks,
  runExclusively,
} from '@/data/writes/outbox/page-lock';
import { maxWholeFileBytes } from '@/lib/files/send-file';
import { createUUID } from '@/lib/text/create-uuid';
import { isUnfinished, type NewUpload, type Upload } from './upload.types';
import type { UploadQueue } from './upload-queue';
import type { StoredUpload, UploadStore } from './upload-store';

/** The largest file whose content is stored for the next page, in bytes. The user must choose a larger file again. */
const maxStoredBytes = 1024 * 1024 * 1024;

/** Uploads that no page has continued for this long are deleted, in milliseconds. */
const maxAge = 7 * 24 * 60 * 60 * 1000;

/**
 * Stores the unfinished uploads of a page, so that the next page continues them: after a reload, a crash, or in a new
 * tab. The content of a large file is stored when its upload begins; without its content, the user chooses the file
 * again.
 */
export class UploadPersistence {
  readonly #queue: UploadQueue;
  readonly #store: UploadStore;
  readonly #scope: string;
  readonly #page = createUUID();
  readonly #ended = new AbortController();
  /** The stored uploads, by the id of the upload in the queue. */
  readonly #stored = new Map<number, StoredUpload>();
  readonly #withContent = new Set<string>();
  #pending = Promise.resolve();

  constructor(queue: UploadQueue, store: UploadStore, scope: string) {
    this.#queue = queue;
    this.#store = store;
    this.#scope = scope;
  }

  /** Continues the uploads of closed pages, and stores those of this page until `end`. */
  async start(): Promise<void> {
    holdPageLock(this.#page, this.#ended.signal);
    // Another page that restores at the same time takes all uploads.
    await runExclusively('tableside:restore-uploads', async () => {
      await this.#restore();
      this.#save();
      await this.#pending;
    });
    if (this.#ended.signal.aborted) return;
    const unsubscribe = this.#queue.subscribe(() => this.#save());
    this.#ended.signal.addEventListener('abort', unsubscribe, { once: true });
    this.#save();
  }

  /** Stops storing. The stored uploads remain for the next page. */
  end() {
    this.#ended.abort();
  }

  /** Deletes all stored uploads of the user. */
  async deleteStored(): Promise<void> {
    this.end();
    this.#queue.reset();
    await this.#pending;
    const stored = await this.#store.list(this.#scope);
    await this.#store.remove(stored.map(({ key }) => key));
  }

  /** Adds the uploads of closed pages to the queue. */
  async #restore(): Promise<void> {
    const locks = await listHeldLocks();
    const restored: { upload: NewUpload; stored: StoredUpload }[] = [];
    for (const stored of await this.#store.list(this.#scope)) {
      if (locks?.has(formatPageLockName(stored.owner))) continue;
      if (Date.now() - stored.at > maxAge) {
        await this.#store.remove([stored.key]);
        continue;
      }
      const content = await this.#store.getContent(stored.key).catch(() => undefined);
      if (content) this.#withContent.add(stored.key);
      restored.push({ upload: restoreUpload(stored, content), stored });
    }
    if (restored.length === 0) return;
    const first = this.#queue.snapshot().length;
    this.#queue.add(restored.map(({ upload }) => upload));
    for (const [i, { id }] of this.#queue.snapshot().slice(first).entries()) {
      const stored = restored[i]?.stored;
      if (stored) this.#stored.set(id, stored);
    }
  }

  /** Stores what has changed in the queue. */
  #save() {
    const changed: StoredUpload[] = [];
    const removed: string[] = [];
    const contents: { key: string; file: File }[] = [];
    for (const upload of this.#queue.snapshot()) {
      const known = this.#stored.get(upload.id);
      if (!isUnfinished(upload)) {
        if (known) removed.push(known.key);
        this.#stored.delete(upload.id);
        continue;
      }
      const next = this.#buildRecord(upload, known);
      if (!known || !isSameRecord(known, next)) {
        this.#stored.set(upload.id, next);
        changed.push(next);
      }
      if (this.#shouldStoreContent(upload, next.key)) contents.push({ key: next.key, file: upload.file });
    }
    if (changed.length + removed.length + contents.length === 0) return;
    this.#pending = this.#pending
      .then(() => this.#write(changed, removed, contents))
      // Without space, the uploads continue, but the next page can't.
      .catch(() => undefined);
  }

  #shouldStoreContent({ file, uploadURL, size }: Upload, key: string): boolean {
    if (uploadURL === undefined || size <= maxWholeFileBytes || size > maxStoredBytes) return false;
    if (file.size !== size || this.#withContent.has(key)) return false;
    this.#withContent.add(key);
    return true;
  }

  /** Stores the changed uploads, deletes the removed ones, and stores contents for which the browser has enough space. */
  async #write(
    changed: readonly StoredUpload[],
    removed: readonly string[],
    contents: readonly { key: string; file: File }[],
  ): Promise<void> {
    for (const upload of changed) await this.#store.put(upload);
    if (removed.length > 0) await this.#store.remove(removed);
    for (const { key, file } of contents) {
      const { quota = 0, usage = 0 } = await navigator.storage.estimate();
      if (quota - usage > 2 * file.size) await this.#store.putContent(key, file);
    }
  }

  /** Returns the record of an upload to store; `known` is its stored record. */
  #buildRecord(upload: Upload, known: StoredUpload | undefined): StoredUpload {
    const { bucket, path, size, batch, overwrite, originalName, uploadURL, file } = upload;
    return {
      ...{ bucket, path, size, batch, overwrite, originalName, uploadURL },
      // The server knows the exact number; this is only shown until then.
      sentBytes: known?.uploadURL === uploadURL ? (known?.sentBytes ?? 0) : upload.sentBytes,
      key: known?.key ?? createUUID(),
      scope: this.#scope,
      owner: this.#page,
      name: file.name,
      type: file.type,
      lastModified: file.lastModified,
      at: known?.at ?? Date.now(),
    };
  }
}

/** Whether two records of an upload are equal. */
function isSameRecord(a: StoredUpload, b: StoredUpload): boolean {
  return (
    a.owner === b.owner && a.path === b.path && a.uploadURL === b.uploadURL && a.overwrite === b.overwrite
  );
}

/** Returns the upload for the queue. Without its content, it has an empty file of the same name and time. */
function restoreUpload(stored: StoredUpload, content: Blob | undefined): NewUpload {
  const { bucket, path, size, batch, overwrite, originalName, uploadURL, sentBytes } = stored;
  const { name, type, lastModified } = stored;
  const file = new File(content ? [content] : [], name, { type, lastModified });
  return {
    ...{ bucket, path, file, size, batch, overwrite, originalName, uploadURL, sentBytes },
    isFileMissing: content === undefined,
  };
}
