import { ApiError, toApiError } from '@/lib/api';
import { ExternalStore } from '@/lib/external-store';
import { type SendFileRequest, sendFile } from '@/lib/files/send-file';

export type UploadState = 'queued' | 'sending' | 'done' | 'conflict' | 'failed' | 'cancelled';

export interface Upload {
  id: number;
  bucket: string;
  /** Where it goes in the bucket. */
  path: string;
  file: File;
  state: UploadState;
  sentBytes: number;
  /** Why it failed. */
  error: ApiError | null;
}

export interface NewUpload {
  bucket: string;
  path: string;
  file: File;
  /** Known before sending: this name is taken. */
  isNameTaken?: boolean;
  /** Known before sending: this can't be accepted, and why. */
  validationError?: string | null;
}

type SendFunction = (request: SendFileRequest) => Promise<void>;

/** Files on their way, a few at a time. A store for useSyncExternalStore. */
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

  add(files: readonly NewUpload[]) {
    const added = files.map(({ isNameTaken = false, validationError = null, ...file }): Upload => {
      const error = validationError === null ? null : makeValidationError(validationError);
      const state = error ? 'failed' : isNameTaken ? 'conflict' : 'queued';
      return { ...file, id: this.nextId++, state, sentBytes: 0, error };
    });
    this.setSnapshot([...this.snapshot(), ...added]);
    this.sendNext();
  }

  cancel(id: number) {
    this.abortControllers.get(id)?.abort();
    this.updateUpload(id, { state: 'cancelled', sentBytes: 0 });
    this.sendNext();
  }

  /** Tries again; `overwrite` takes the place of what is there, `path` is another name. */
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

  /** Forgets what has come to an end: sent, cancelled, failed, or waiting for an answer that nobody will give. */
  clear() {
    this.setSnapshot(
      this.snapshot().filter((upload) => upload.state === 'queued' || upload.state === 'sending'),
    );
  }

  private sendNext() {
    const sending = this.snapshot().filter((upload) => upload.state === 'sending').length;
    const next = this.snapshot()
      .filter((upload) => upload.state === 'queued')
      .slice(0, this.maxParallel - sending);
    for (const upload of next) void this.sendUpload(upload);
  }

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
  return new ApiError({ code: 'refused_here', message, details: '', hint: '', status: 0, requestId: '' });
}

/** The app's queue: it goes on while one looks at other pages. */
export const uploadQueue = new UploadQueue(sendFile);
