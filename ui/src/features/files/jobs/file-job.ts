import { BatchJob } from '@/data/writes/batches/batch-job';
import { type ApiError, toApiError } from '@/lib/api';
import { getFileName, getParentPath, joinPath, makeUniqueName } from '@/lib/files/file-checks';
import { placeholderName } from '../api/folder';
import {
  countOutcomes,
  type FileJobItem,
  type FileJobRecord,
  type FileJobState,
  type FileOutcome,
} from './file-job.types';
import { explainTransfer, type FileRequests, isFinal, type Result } from './file-requests';

/** Objects that are recorded as sent together. A deletion sends them in one request. */
const batchSizes = { move: 20, copy: 20, delete: 100 } as const;

/** Number of batches that are sent at the same time. */
const parallelBatches = { move: 4, copy: 4, delete: 1 } as const;

export interface FileJobOptions {
  record: Pick<FileJobRecord, 'id' | 'kind' | 'bucket' | 'sources'>;
  /** The objects; undefined lists them first. */
  items?: readonly FileJobItem[] | undefined;
  requests: FileRequests;
  /** Stores items in the browser. */
  store: (items: readonly FileJobItem[]) => Promise<void>;
  /** Called when all objects are listed and stored. */
  onListed: () => Promise<void>;
  isOnline?: () => boolean;
}

/**
 * Moves, copies or deletes objects. It records each object before its request, so that after a crash the next page finds
 * which requests can have been executed, and asks the backend about them. Each object gets one outcome.
 */
export class FileJob extends BatchJob<FileJobItem, FileJobState> {
  readonly #options: FileJobOptions;
  #items: FileJobItem[];

  constructor(options: FileJobOptions) {
    const items = (options.items ?? []).map((item) => ({ ...item }));
    super(
      {
        ...{ phase: 'running', jobError: null, isFinished: false },
        ...{ counts: countOutcomes(items), isListed: options.items !== undefined },
      },
      { isOnline: options.isOnline },
    );
    this.#options = options;
    this.#items = items;
  }

  /** Returns all objects with their outcomes. */
  items = (): readonly FileJobItem[] => this.#items;

  protected async work(): Promise<void> {
    if (!this.snapshot().isListed && !(await this.#list())) return;
    const { kind } = this.#options.record;
    const open = this.#items.filter(isOpen);
    const batches = Array.from({ length: Math.ceil(open.length / batchSizes[kind]) }, (_, i) =>
      open.slice(i * batchSizes[kind], (i + 1) * batchSizes[kind]),
    );
    await this.sendBatches(batches, parallelBatches[kind]);
  }

  /** Sends the objects of a batch that are not done: deletes in one request, transfers one after the other. */
  protected async send(batch: readonly FileJobItem[]): Promise<void> {
    const open = batch.filter(isOpen);
    // Objects that an earlier request, of this page or of a closed one, can have processed.
    const sent = new Set(open.filter(({ outcome }) => outcome === 'sending'));
    await this.#update(open, () => ({ outcome: 'sending', note: '' }));
    if (this.#options.record.kind === 'delete') return this.#remove(open, sent);
    for (const item of open) {
      if (this.isCanceled) await this.#update([item], () => ({ outcome: 'pending', note: '' }));
      else await this.#transfer(item, sent.has(item));
    }
  }

  protected reject(item: FileJobItem, error: ApiError): void {
    void this.#update([item], () => ({ outcome: 'failed', note: error.message }));
  }

  /** Objects that were not sent stay `pending`, and those without a response stay `sending`. */
  protected skip(): void {}

  /** Lists the objects of the sources, from the beginning after each failure. Returns false if the job was canceled. */
  async #list(): Promise<boolean> {
    const { record, requests, store, onListed } = this.#options;
    const listed = await this.attempt(async () => {
      this.#items = [];
      const add = (from: string, to: string | null) =>
        this.#items.push({
          job: record.id,
          index: this.#items.length,
          from,
          to,
          outcome: 'pending',
          note: '',
        });
      for (const source of record.sources) {
        for await (const paths of requests.list(record.bucket, source)) {
          if (this.isCanceled) return;
          for (const from of paths)
            add(from, source.newPath === null ? null : source.newPath + from.slice(source.path.length));
          this.setState({ counts: countOutcomes(this.#items) });
        }
      }
    });
    if (!listed || this.isCanceled) return false;
    await store(this.#items);
    await onListed();
    this.setState({ isListed: true, counts: countOutcomes(this.#items) });
    return true;
  }

  /** Moves or copies an object. If the user keeps both objects, tries other names until one is free. */
  async #transfer(item: FileJobItem, wasSent: boolean): Promise<void> {
    const [folder, name] = [getParentPath(item.to ?? ''), getFileName(item.to ?? '')];
    const taken = new Set<string>();
    let result = await this.#sendTransfer(item, wasSent);
    // An empty folder is moved into a folder of its name: both have the hidden placeholder.
    if (result.outcome === 'exists' && name === placeholderName) {
      item.decision = 'replace';
      result = await this.#sendTransfer(item, wasSent);
    }
    while (result.outcome === 'exists' && item.decision === 'keep-both') {
      const unique = makeUniqueName(name, taken);
      taken.add(unique);
      item.to = joinPath(folder, unique);
      await this.#update([item], () => ({ outcome: 'sending', note: '' }));
      result = await this.#sendTransfer(item, false);
    }
    await this.#update([item], () => result);
  }

  /**
   * Moves or copies an object, and returns its outcome. `wasSent`: an earlier request can have done it already. Throws an ApiError
   * after which the request can be sent again.
   */
  async #sendTransfer(item: FileJobItem, wasSent: boolean): Promise<Result> {
    const { record, requests } = this.#options;
    const kind = record.kind === 'copy' ? 'copy' : 'move';
    try {
      await requests.transfer(kind, record.bucket, item.from, item.to ?? '', item.decision === 'replace');
      return { outcome: 'done', note: '' };
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!isFinal(error)) throw error;
      return explainTransfer(requests, kind, record.bucket, item, error, wasSent);
    }
  }

  /** Deletes objects in one request and stores their outcomes. `sent`: those that an earlier request can have deleted already. */
  async #remove(items: readonly FileJobItem[], sent: ReadonlySet<FileJobItem>): Promise<void> {
    const { record, requests } = this.#options;
    const paths = items.map(({ from }) => from);
    const failed = new Set(await requests.remove(record.bucket, paths));
    const outcomes = new Map<FileJobItem, FileOutcome>();
    for (const item of items) {
      if (!failed.has(item.from)) outcomes.set(item, 'done');
      // Storage does not distinguish an object that a policy protects from one that does not exist.
      else if (await requests.find(record.bucket, item.from)) outcomes.set(item, 'rejected');
      else outcomes.set(item, sent.has(item) ? 'done' : 'missing');
    }
    await this.#update(items, (item) => ({ outcome: outcomes.get(item) ?? 'failed', note: '' }));
  }

  /** Changes the outcome of items, and stores them. */
  async #update(items: readonly FileJobItem[], compute: (item: FileJobItem) => Result): Promise<void> {
    const counts = { ...this.snapshot().counts };
    for (const item of items) {
      const { outcome, note } = compute(item);
      counts[item.outcome] -= 1;
      counts[outcome] += 1;
      item.outcome = outcome;
      item.note = note;
    }
    this.setState({ counts });
    await this.#options.store(items.map((item) => ({ ...item })));
  }
}

/** Whether the outcome of an object is not known yet. */
function isOpen({ outcome }: FileJobItem): boolean {
  return outcome === 'pending' || outcome === 'sending';
}
