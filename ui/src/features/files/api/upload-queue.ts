import { ApiError, toApiError } from '@/lib/api';
import { type SendFile, sendFile } from '@/lib/files/send-file';

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
  taken?: boolean;
  /** Known before sending: this can't be accepted, and why. */
  refusal?: string | null;
}

type Send = (request: SendFile) => Promise<void>;

/** Files on their way, a few at a time. A store for useSyncExternalStore. */
export class UploadQueue {
  private uploads: readonly Upload[] = [];
  private nextId = 1;
  private readonly aborts = new Map<number, AbortController>();
  private readonly overwrites = new Set<number>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly send: Send,
    private readonly atOnce = 3,
  ) {}

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = () => this.uploads;

  add(files: readonly NewUpload[]) {
    const added = files.map(({ taken = false, refusal = null, ...file }): Upload => {
      const error = refusal === null ? null : localRefusal(refusal);
      const state = error ? 'failed' : taken ? 'conflict' : 'queued';
      return { ...file, id: this.nextId++, state, sentBytes: 0, error };
    });
    this.set([...this.uploads, ...added]);
    this.start();
  }

  cancel(id: number) {
    this.aborts.get(id)?.abort();
    this.change(id, { state: 'cancelled', sentBytes: 0 });
    this.start();
  }

  /** Tries again; `overwrite` takes the place of what is there, `path` is another name. */
  retry(id: number, { overwrite = false, path }: { overwrite?: boolean; path?: string } = {}) {
    if (overwrite) this.overwrites.add(id);
    this.change(id, { state: 'queued', sentBytes: 0, error: null, ...(path === undefined ? {} : { path }) });
    this.start();
  }

  /** Forgets what has come to an end: sent, cancelled, failed, or waiting for an answer that nobody will give. */
  clear() {
    this.set(this.uploads.filter((upload) => upload.state === 'queued' || upload.state === 'sending'));
  }

  private start() {
    const sending = this.uploads.filter((upload) => upload.state === 'sending').length;
    const next = this.uploads.filter((upload) => upload.state === 'queued').slice(0, this.atOnce - sending);
    for (const upload of next) void this.run(upload);
  }

  private async run({ id, bucket, path, file }: Upload) {
    const abort = new AbortController();
    this.aborts.set(id, abort);
    this.change(id, { state: 'sending' });
    const onProgress = (sentBytes: number) => this.change(id, { sentBytes: Math.min(sentBytes, file.size) });
    try {
      await this.send({
        bucket,
        path,
        file,
        overwrite: this.overwrites.has(id),
        onProgress,
        signal: abort.signal,
      });
      this.change(id, { state: 'done', sentBytes: file.size });
    } catch (cause) {
      const error = toApiError(cause);
      if (!abort.signal.aborted)
        this.change(id, { state: error.status === 409 ? 'conflict' : 'failed', error });
    } finally {
      if (this.aborts.get(id) === abort) this.aborts.delete(id);
      this.start();
    }
  }

  private change(id: number, change: Partial<Upload>) {
    this.set(this.uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
  }

  private set(uploads: readonly Upload[]) {
    this.uploads = uploads;
    for (const listener of this.listeners) listener();
  }
}

function localRefusal(message: string): ApiError {
  return new ApiError({ code: 'refused_here', message, details: '', hint: '', status: 0, requestId: '' });
}

/** The app's queue: it goes on while one looks at other pages. */
export const uploadQueue = new UploadQueue(sendFile);
