import { ApiError, toApiError } from '@/lib/api';
import { ExternalStore } from '@/lib/external-store';
import { type SendFileRequest, sendFile } from '@/lib/files/send-file';

export type UploadState = 'queued' | 'sending' | 'done' | 'conflict' | 'failed' | 'cancelled';

export interface Upload {
  id: number;
  bucket: string;
  /** The file's path in the bucket. */
  path: string;
  file: File;
  state: UploadState;
  sentBytes: number;
  /** Why the upload failed or conflicts. */
  error: ApiError | null;
}

export interface NewUpload {
  bucket: string;
  path: string;
  file: File;
  /** Whether the folder is known to contain this name, so that the user must decide first. */
  isNameTaken?: boolean;
  /** Why the file can't be accepted; it is then not sent. */
  validationError?: string | null;
}

/** The code of an upload's error if the file was rejected without a request. */
export const rejectedLocally = 'rejected_locally';

type SendFunction = (request: SendFileRequest) => Promise<void>;

/** Sends files, at most `maxParallel` at the same time. Its snapshot lists all uploads in the order in which they were added. */
export class UploadQueue extends ExternalStore<readonly Upload[]> {
  private nextId = 1;
  private readonly abortControllers = new Map<number, AbortController>();
  private readonly overwriteIds = new Set<number>();

  constructor(
    private readonly send: SendFunction,
    private readonly maxParallel = 3,
  ) {
    super([]);
  }

  /** Queues files. Those that can't be accepted get the state 'failed', those whose name is taken 'conflict'. */
  add(files: readonly NewUpload[]) {
    const added = files.map(({ isNameTaken = false, validationError = null, ...file }): Upload => {
      const error = validationError === null ? null : makeValidationError(validationError);
      const state = error ? 'failed' : isNameTaken ? 'conflict' : 'queued';
      return { ...file, id: this.nextId++, state, sentBytes: 0, error };
    });
    this.setSnapshot([...this.snapshot(), ...added]);
    this.sendNext();
  }

  /** Stops an upload; its request is aborted. */
  cancel(id: number) {
    this.abortControllers.get(id)?.abort();
    this.updateUpload(id, { state: 'cancelled', sentBytes: 0 });
    this.sendNext();
  }

  /** Queues an upload again. `overwrite` replaces an existing file; `path` sends it under a different path. */
  retry(id: number, { overwrite = false, path }: { overwrite?: boolean; path?: string } = {}) {
    if (overwrite) this.overwriteIds.add(id);
    this.updateUpload(id, {
      state: 'queued',
      sentBytes: 0,
      error: null,
      ...(path === undefined ? {} : { path }),
    });
    this.sendNext();
  }

  /** Removes all uploads except those that are queued or being sent. */
  clear() {
    this.setSnapshot(
      this.snapshot().filter((upload) => upload.state === 'queued' || upload.state === 'sending'),
    );
  }

  /** Sends queued uploads, at most `maxParallel` at the same time. */
  private sendNext() {
    const sending = this.snapshot().filter((upload) => upload.state === 'sending').length;
    const next = this.snapshot()
      .filter((upload) => upload.state === 'queued')
      .slice(0, this.maxParallel - sending);
    for (const upload of next) void this.sendUpload(upload);
  }

  /** Sends a file, and updates its state and progress. */
  private async sendUpload({ id, bucket, path, file }: Upload) {
    const abort = new AbortController();
    this.abortControllers.set(id, abort);
    this.updateUpload(id, { state: 'sending' });
    const onProgress = (sentBytes: number) =>
      this.updateUpload(id, { sentBytes: Math.min(sentBytes, file.size) });
    try {
      await this.send({
        bucket,
        path,
        file,
        overwrite: this.overwriteIds.has(id),
        onProgress,
        signal: abort.signal,
      });
      this.updateUpload(id, { state: 'done', sentBytes: file.size });
    } catch (cause) {
      const error = toApiError(cause);
      if (!abort.signal.aborted)
        this.updateUpload(id, { state: error.status === 409 ? 'conflict' : 'failed', error });
    } finally {
      if (this.abortControllers.get(id) === abort) this.abortControllers.delete(id);
      this.sendNext();
    }
  }

  private updateUpload(id: number, change: Partial<Upload>) {
    this.setSnapshot(this.snapshot().map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }
}

function makeValidationError(message: string): ApiError {
  return new ApiError({ code: rejectedLocally, message, details: '', hint: '', status: 0, requestId: '' });
}

/** The app's upload queue. It continues when the user opens other pages. */
export const uploadQueue = new UploadQueue(sendFile);
