import type { QueryClient } from '@tanstack/react-query';
import { resumeWhenOnline } from '@/data/writes/batches/resume-online';
import {
  formatPageLockName,
  holdPageLock,
  listHeldLocks,
  runExclusively,
} from '@/data/writes/outbox/page-lock';
import { ExternalStore, Listeners } from '@/lib/external-store';
import { createUUID } from '@/lib/text/create-uuid';
import { fileKeys } from '../api/file-keys';
import type { ConflictDecision } from '../uploads/queue/upload.types';
import { FileJob } from './file-job';
import {
  countOutcomes,
  countUnprocessed,
  type FileJobItem,
  type FileJobPlan,
  type FileJobRecord,
} from './file-job.types';
import { fileJobActivity } from './file-job-activity';
import { FileJobStore } from './file-job-store';
import { type FileRequests, fileRequests } from './file-requests';

/** Minimum time between two readings of the folders while a job changes them, in milliseconds. */
const refreshInterval = 2_000;

/** Delays before each check whether the page of a job is closed, in milliseconds: a reload releases its lock shortly after. */
const closingChecks = [0, 300, 1_500];

/**
 * The jobs over files of a user in this browser: those that run, and those that ended without processing all objects.
 * Components follow the list as an external store.
 */
class FileJobs extends ExternalStore<readonly FileJobRecord[]> {
  readonly #page = createUUID();
  readonly #jobs = new Map<string, FileJob>();
  readonly #completed = new Listeners<[FileJobRecord, readonly FileJobItem[]]>();
  readonly #requests: FileRequests;
  #store: FileJobStore | undefined;
  #client: QueryClient | undefined;
  #scope = '';

  constructor(requests: FileRequests = fileRequests) {
    super([]);
    this.#requests = requests;
  }

  /** Calls the listener for each job that processed all of its objects. Returns the function that removes it. */
  readonly onCompleted = this.#completed.add;

  /** Sets the user, and continues the jobs of closed pages. Returns the function that stops this. */
  open(client: QueryClient, scope: string): () => void {
    this.#client = client;
    this.#scope = scope;
    this.#store ??= new FileJobStore();
    const ended = new AbortController();
    holdPageLock(this.#page, ended.signal);
    void this.#restore(ended.signal);
    const warn = (event: BeforeUnloadEvent) => {
      if (this.snapshot().some(({ state }) => state === 'running')) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      ended.abort();
    };
  }

  /** Returns the job of a record; undefined if this page does not run it. */
  job(id: string): FileJob | undefined {
    return this.#jobs.get(id);
  }

  /** Returns the objects of a job with their outcomes. */
  async items(id: string): Promise<readonly FileJobItem[]> {
    return this.#jobs.get(id)?.items() ?? (await this.#store?.items(id)) ?? [];
  }

  /**
   * Starts a job in this page, adds it to the list and stores it, so that another page can continue it if this page is
   * closed. Without `plan.objects`, the job lists the objects of the plan's folders first.
   */
  start(plan: FileJobPlan): FileJob {
    const { kind, bucket, sources, objects, isUndo = false } = plan;
    const id = createUUID();
    const items = objects?.map(
      (object, index): FileJobItem => ({ ...object, job: id, index, outcome: 'pending', note: '' }),
    );
    // The objects are stored before the job that refers to them.
    if (items) void this.#store?.putItems(items);
    const record: FileJobRecord = {
      ...{ id, scope: this.#scope, page: this.#page, at: Date.now() },
      ...{ kind, bucket, sources, isUndo, state: 'running' },
      ...{ counts: countOutcomes(items ?? []), isListed: items !== undefined },
    };
    return this.#run(record, items, false);
  }

  /** Starts the job that moves the objects back which a job has moved, and removes it from the list. */
  async undo(id: string): Promise<void> {
    const record = this.#find(id);
    if (record) this.revert(record, await this.items(id));
    await this.dismiss(id);
  }

  /** Starts the job that moves objects back which a job has moved. */
  revert({ bucket, sources }: FileJobRecord, items: readonly FileJobItem[]): void {
    this.start({
      ...{ kind: 'move', bucket, isUndo: true },
      sources: sources.map(({ path, newPath, isFolder }) => ({
        path: newPath ?? '',
        newPath: path,
        isFolder,
      })),
      objects: items.flatMap(({ from, to, outcome }) =>
        outcome === 'done' && to !== null ? [{ from: to, to: from }] : [],
      ),
    });
  }

  /** Applies the user's decision to all objects of an ended job whose new names exist. */
  async resolveConflicts(id: string, decision: ConflictDecision): Promise<void> {
    const record = this.#find(id);
    if (record === undefined) return;
    const items = (await this.items(id)).map((item): FileJobItem => {
      if (item.outcome !== 'exists') return item;
      return decision === 'skip'
        ? { ...item, outcome: 'skipped' }
        : { ...item, outcome: 'pending', decision };
    });
    await this.#store?.putItems(items);
    this.#run({ ...record, counts: countOutcomes(items), state: 'running' }, items, false);
  }

  /** Removes a job from the list. */
  async dismiss(id: string): Promise<void> {
    this.#jobs.delete(id);
    this.setSnapshot(this.snapshot().filter((record) => record.id !== id));
    await this.#store?.remove(id);
  }

  /** Ends and deletes all jobs of the user. */
  async deleteStored(): Promise<void> {
    for (const { id } of this.snapshot()) {
      this.#jobs.get(id)?.cancel();
      await this.dismiss(id);
    }
    for (const { id } of (await this.#store?.all(this.#scope)) ?? []) await this.#store?.remove(id);
  }

  #find(id: string): FileJobRecord | undefined {
    return this.snapshot().find((record) => record.id === id);
  }

  /** Starts or continues the job of a record in this page, and stores the record. Reads the folders again while the job runs. */
  #run(record: FileJobRecord, items: readonly FileJobItem[] | undefined, isPaused: boolean): FileJob {
    const job = new FileJob({
      ...{ record, items, requests: this.#requests },
      isOnline: () => navigator.onLine,
      store: async (changed) => this.#store?.putItems(changed),
      onListed: async () => this.#put({ ...record, isListed: true }),
    });
    this.#jobs.set(record.id, job);
    void this.#put({ ...record, state: 'running' });
    if (isPaused) job.pause();
    let lastRefresh = Date.now();
    const stopRefreshing = job.subscribe(() => {
      if (!job.snapshot().isListed || Date.now() - lastRefresh < refreshInterval) return;
      lastRefresh = Date.now();
      this.#refresh(record.bucket);
    });
    const stopResuming = resumeWhenOnline(job);
    void job.run().then(async () => {
      stopRefreshing();
      stopResuming();
      await this.#finish(record, job);
    });
    return job;
  }

  /** Stores the end of a job. Removes it from the list if it has processed all objects, or has changed nothing. */
  async #finish(record: FileJobRecord, job: FileJob): Promise<void> {
    const { counts, phase, isListed } = job.snapshot();
    this.#refresh(record.bucket);
    // A canceled listing has changed nothing.
    if (phase === 'canceled' && !isListed) return this.dismiss(record.id);
    const ended: FileJobRecord = {
      ...record,
      isListed,
      counts,
      state: phase === 'canceled' ? 'canceled' : 'done',
    };
    if (ended.state === 'done' && countUnprocessed(counts) === 0) {
      this.setSnapshot(this.snapshot().filter(({ id }) => id !== record.id));
      this.#jobs.delete(record.id);
      this.#completed.notify(ended, job.items());
      await this.#store?.remove(record.id);
    } else {
      await this.#put(ended);
    }
  }

  #refresh(bucket: string) {
    void this.#client?.invalidateQueries({ queryKey: fileKeys.bucket(bucket) });
  }

  /** Shows a job in the list and stores it. */
  async #put(record: FileJobRecord): Promise<void> {
    const others = this.snapshot().filter(({ id }) => id !== record.id);
    this.setSnapshot([...others, record].toSorted((a, b) => a.at - b.at));
    fileJobActivity.start();
    await this.#store?.put(record);
  }

  /** Continues the jobs of closed pages: a move or copy at once, a deletion when the user resumes it. */
  async #restore(signal: AbortSignal): Promise<void> {
    for (const delay of closingChecks) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      await runExclusively('tableside:restore-file-jobs', async () => {
        const held = await listHeldLocks();
        for (const record of (await this.#store?.all(this.#scope)) ?? []) {
          const isOpen = record.page === this.#page || (held?.has(formatPageLockName(record.page)) ?? false);
          if (signal.aborted || isOpen || this.#find(record.id)) continue;
          await this.#takeOver({ ...record, page: this.#page });
        }
      });
      if (signal.aborted) return;
    }
  }

  /** Lists the job of a closed page in this page. Continues it if it was running; a deletion is paused. */
  async #takeOver(record: FileJobRecord): Promise<void> {
    if (record.state === 'running') return this.#continue(record, record.kind === 'delete');
    const items = await this.items(record.id);
    await this.#put({ ...record, counts: countOutcomes(items) });
  }

  async #continue(record: FileJobRecord, isPaused: boolean): Promise<void> {
    const items = record.isListed ? await this.items(record.id) : undefined;
    this.#run(record, items, isPaused);
  }
}

export const fileJobs = new FileJobs();
