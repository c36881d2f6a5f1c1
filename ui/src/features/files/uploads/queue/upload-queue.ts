import { type ApiError, toApiError } from '@/lib/api';
import { ExternalStore } from '@/lib/external-store';
import { getParentPath, joinPath, makeUniqueName, sanitizePath } from '@/lib/files/file-checks';
import { discardUpload, sendFile } from '@/lib/files/send-file';
import type { SendFileRequest } from '@/lib/files/send-file-request';
import { getConnection, onConnectionChange } from '@/lib/requests/connection';
import { createUUID } from '@/lib/text/create-uuid';
import { createUpload, getName, isInterruption, isSameFile, isSignedOutError } from './create-upload';
import { TransferRate } from './transfer-rate';
import { type ConflictDecision, isActive, type NewUpload, type Upload } from './upload.types';
import { uploadActivity } from './upload-activity';

type SendFunction = (request: SendFileRequest) => Promise<void>;

/** Delays before an upload without a response is sent again, in milliseconds. Also sent when the connection returns. */
const retryDelays = [1_000, 2_000, 5_000, 10_000, 20_000];

interface RetryOptions {
  /** Replaces an existing file. */
  overwrite?: boolean;
  /** Sends the file under a different path. */
  path?: string;
}

/** Sends files, at most `maxParallel` at the same time. Its snapshot lists all uploads in the order in which they were added. */
export class UploadQueue extends ExternalStore<readonly Upload[]> {
  #nextId = 1;
  readonly #aborts = new Map<number, AbortController>();
  readonly #decisions = new Map<string, ConflictDecision>();
  readonly #attempts = new Map<number, number>();
  readonly #triedPaths = new Map<number, string[]>();
  readonly #rate = new TransferRate();
  readonly #send: SendFunction;
  readonly #maxParallel: number;

  constructor(send: SendFunction, maxParallel = 3) {
    super([]);
    this.#send = send;
    this.#maxParallel = maxParallel;
    onConnectionChange(({ state }) => state === 'online' && this.sendWaiting());
  }

  /** Queues files. Those that need a decision get the state 'conflict' or 'invalid-name', invalid ones 'failed'. */
  add(files: readonly NewUpload[]) {
    if (files.length > 0) uploadActivity.start();
    const batch = createUUID();
    this.setSnapshot([
      ...this.snapshot(),
      ...files.map((file) => ({ ...createUpload({ batch, ...file }), id: this.#nextId++ })),
    ]);
    this.#sendNext();
  }

  /** Stops an upload; its request is aborted. */
  cancel(id: number) {
    this.#abort(id);
    const url = this.#find(id)?.uploadURL;
    if (url !== undefined) void discardUpload(url);
    this.#update(id, { state: 'canceled', sentBytes: 0, uploadURL: undefined });
    this.#sendNext();
  }

  /** Stops an upload until it is retried. A large file then continues after the bytes that were sent. */
  pause(id: number) {
    this.#abort(id);
    this.#update(id, { state: 'paused' });
    this.#sendNext();
  }

  /** Pauses all uploads that are queued, waiting or being sent. */
  pauseAll() {
    const ids = this.snapshot()
      .filter(isActive)
      .map(({ id }) => id);
    for (const id of ids) this.#abort(id);
    this.#updateAll(({ id }) => ids.includes(id), { state: 'paused' });
  }

  /** Continues all paused uploads. */
  resumeAll() {
    this.#updateAll(({ state }) => state === 'paused', { state: 'queued', error: null });
    this.#sendNext();
  }

  /** Queues an upload again. A large file continues, unless its path changes. */
  retry(id: number, { overwrite, path }: RetryOptions = {}) {
    this.#attempts.delete(id);
    this.#update(id, {
      state: 'queued',
      error: null,
      ...(overwrite === undefined ? {} : { overwrite, uploadURL: undefined, sentBytes: 0 }),
      ...(path === undefined ? {} : { path, uploadURL: undefined, sentBytes: 0 }),
    });
    this.#sendNext();
  }

  /** Applies a decision to all uploads whose paths are taken, and to those of the same batches for which the backend reports this later. */
  resolveConflicts(decision: ConflictDecision) {
    for (const { id, batch } of this.snapshot().filter(({ state }) => state === 'conflict')) {
      this.#decisions.set(batch, decision);
      this.#applyDecision(id, decision);
    }
    this.#sendNext();
  }

  /** Sends all files with invalid names under a safe form of their name, with the original name as metadata; or skips them. */
  resolveInvalidNames(decision: 'rename' | 'skip') {
    for (const { id, path } of this.snapshot().filter(({ state }) => state === 'invalid-name')) {
      if (decision === 'skip') this.#update(id, { state: 'canceled' });
      else this.rename(id, this.#makeFreePath(sanitizePath(path)));
    }
    this.#sendNext();
  }

  /** Sends a file under another path, with its original name as metadata. */
  rename(id: number, path: string) {
    const upload = this.#find(id);
    if (!upload) return;
    this.#update(id, { originalName: upload.originalName ?? getName(upload.path) });
    this.retry(id, { path });
  }

  /** Continues the uploads whose content is missing, with files of the same name, size and time. Returns how many continue. */
  attachFiles(files: readonly File[]): number {
    let attached = 0;
    for (const upload of this.snapshot().filter(({ state }) => state === 'needs-file')) {
      const file = files.find((candidate) => isSameFile(candidate, upload));
      if (!file) continue;
      attached += 1;
      this.#update(upload.id, { file, state: 'queued' });
    }
    this.#sendNext();
    return attached;
  }

  /** Removes all uploads from the list except those in progress and paused ones. */
  clear() {
    this.setSnapshot(this.snapshot().filter((upload) => isActive(upload) || upload.state === 'paused'));
  }

  /** Removes all uploads, and aborts those in progress. */
  reset() {
    for (const { id } of this.snapshot()) this.#abort(id);
    this.setSnapshot([]);
  }

  /** Returns the speed of all uploads together. */
  getBytesPerSecond(): number {
    return this.#rate.getBytesPerSecond(Date.now());
  }

  #find(id: number): Upload | undefined {
    return this.snapshot().find((upload) => upload.id === id);
  }

  #abort(id: number) {
    this.#aborts.get(id)?.abort();
    this.#aborts.delete(id);
  }

  /** Sends queued uploads, at most `maxParallel` at the same time. */
  #sendNext() {
    const sending = this.snapshot().filter((upload) => upload.state === 'sending').length;
    const next = this.snapshot()
      .filter((upload) => upload.state === 'queued')
      .slice(0, Math.max(0, this.#maxParallel - sending));
    for (const { id } of next) void this.#sendUpload(id);
  }

  /** Sends the uploads that wait for a connection or for the user's sign-in. */
  sendWaiting() {
    this.#updateAll(({ state }) => state === 'waiting', { state: 'queued' });
    this.#sendNext();
  }

  /** Sends a file, and updates its state and progress. */
  async #sendUpload(id: number) {
    const upload = this.#find(id);
    if (!upload) return;
    const abort = new AbortController();
    const { signal } = abort;
    this.#aborts.set(id, abort);
    this.#update(id, { state: 'sending' });
    const change = (changes: Partial<Upload>) => {
      if (!signal.aborted) this.#update(id, changes);
    };
    const { bucket, path, file, overwrite, originalName, uploadURL } = upload;
    try {
      await this.#send({
        ...{ bucket, path, file, overwrite, originalName, uploadURL, signal },
        onProgress: this.#createProgressHandler(file.size, change),
        onUploadURL: (url) => change({ uploadURL: url }),
        onRestart: () => change({ hasRestarted: true, uploadURL: undefined, sentBytes: 0 }),
      });
      change({ state: 'done', sentBytes: file.size, uploadURL: undefined, error: null });
    } catch (cause) {
      if (!signal.aborted) this.#fail(id, toApiError(cause));
    } finally {
      if (this.#aborts.get(id) === abort) this.#aborts.delete(id);
      this.#sendNext();
    }
  }

  /** Returns the handler of an upload's progress, in bytes since the start of the file. It also measures the speed of the queue. */
  #createProgressHandler(size: number, change: (changes: Partial<Upload>) => void) {
    // The first report of an upload that continues contains what was sent before.
    let previous: number | undefined;
    return (bytes: number) => {
      this.#rate.add(Math.max(0, bytes - (previous ?? bytes)), Date.now());
      previous = bytes;
      change({ sentBytes: Math.min(bytes, size) });
    };
  }

  /** Sets the state of an upload that ended with an error. */
  #fail(id: number, error: ApiError) {
    const upload = this.#find(id);
    if (!upload) return;
    const decision = this.#decisions.get(upload.batch);
    if (error.status === 409 && error.code === 'KeyAlreadyExists') {
      if (decision) this.#applyDecision(id, decision);
      else this.#update(id, { state: 'conflict', error });
    } else if (isSignedOutError(error)) {
      this.#update(id, { state: 'waiting', error });
    } else if (isInterruption(error)) {
      this.#update(id, { state: 'waiting', error });
      this.#scheduleRetry(id);
    } else this.#update(id, { state: 'failed', error });
  }

  /** Sends an upload again after a delay, unless the device is offline: then when the connection returns. */
  #scheduleRetry(id: number) {
    const attempt = this.#attempts.get(id) ?? 0;
    this.#attempts.set(id, attempt + 1);
    const delay = retryDelays[Math.min(attempt, retryDelays.length - 1)];
    setTimeout(() => {
      if (this.#find(id)?.state !== 'waiting' || getConnection().state === 'offline') return;
      this.#update(id, { state: 'queued' });
      this.#sendNext();
    }, delay);
  }

  /** Applies what the user decided to an upload whose path is taken: skips it, replaces the file, or sends it under a free path. */
  #applyDecision(id: number, decision: ConflictDecision) {
    const upload = this.#find(id);
    if (!upload) return;
    if (decision === 'skip') this.#update(id, { state: 'canceled', error: null });
    else if (decision === 'replace') this.retry(id, { overwrite: true });
    else {
      const tried = this.#triedPaths.get(id) ?? [upload.path];
      const path = this.#makeFreePath(tried[0] ?? upload.path, tried);
      this.#triedPaths.set(id, [...tried, path]);
      this.retry(id, { path });
    }
  }

  /**
   * Returns `path` if no upload of this queue has it and it is not in `triedPaths`, under which the backend already has
   * a file; otherwise a path in the same folder with a number after the name: "photo (2).jpg".
   */
  #makeFreePath(path: string, triedPaths: readonly string[] = []): string {
    const folder = getParentPath(path);
    const names = [...triedPaths, ...this.snapshot().map((upload) => upload.path)]
      .filter((taken) => getParentPath(taken) === folder)
      .map(getName);
    const name = getName(path);
    return joinPath(folder, names.includes(name) ? makeUniqueName(name, new Set(names)) : name);
  }

  #update(id: number, change: Partial<Upload>) {
    this.#updateAll((upload) => upload.id === id, change);
  }

  #updateAll(matches: (upload: Upload) => boolean, change: Partial<Upload>) {
    this.setSnapshot(this.snapshot().map((upload) => (matches(upload) ? { ...upload, ...change } : upload)));
  }
}

/** The app's upload queue. It continues when the user opens other pages. */
export const uploadQueue = new UploadQueue(sendFile);
