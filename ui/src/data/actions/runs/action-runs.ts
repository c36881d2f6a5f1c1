import type { QueryClient } from '@tanstack/react-query';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { rowKeys } from '@/data/rows/row-keys';
import { resumeWhenOnline } from '@/data/writes/batches/resume-online';
import { formatPageLockName, holdPageLock, listHeldLocks } from '@/data/writes/outbox/page-lock';
import { toErrorBody } from '@/data/writes/outbox/queue/queued-rejection';
import { type ApiError, createNoResponseError } from '@/lib/api';
import type { Action, Table } from '@/lib/api.gen';
import { ExternalStore, Listeners } from '@/lib/external-store';
import { reportResponse } from '@/lib/requests/connection';
import { createId } from '@/lib/text/create-id';
import { createUUID } from '@/lib/text/create-uuid';
import { buildRequest, type CallOptions, type CallResponse, sendCall } from '../call/call-action';
import type { CallOutcome } from '../call/call-outcome';
import { ActionJob, countOutcomes } from './action-job';
import type { ActionRun, RunItem, RunResult, RunState } from './run.types';
import { RunStore } from './run-store';

/** The action and the rows of a run, for the list of recent changes. */
export interface RunSubject {
  action: Action;
  /** The heading of the row, or the number of rows; '' if it is not about rows. */
  subject: string;
  table: Table | undefined;
  rowKey: readonly KeyValue[] | undefined;
}

export interface CallPlan extends RunSubject, CallOptions {
  /** The UUID of the call: the same plan is never sent twice. */
  key: string;
  body: string | File;
  describeResponse: (response: CallResponse) => RunResult;
}

export interface JobPlan extends RunSubject, CallOptions {
  items: readonly Omit<RunItem, 'run' | 'index' | 'outcome' | 'note' | 'undoBody'>[];
  /** Describes the result of the call that was sent with this body. */
  describeResponse: (response: CallResponse, body: string) => RunResult;
  describeError: (error: ApiError) => string;
}

/** Delays before each check whether the page of a run is closed, in milliseconds: a reload releases its lock shortly after. */
const closingChecks = [0, 300, 1_500];

/** Minimum time between two readings of the rows while a run over many rows changes them, in milliseconds. */
const refreshInterval = 2_000;

/** Maximum time of the check whether Tableside responds, in milliseconds. */
const checkTimeout = 5_000;

/**
 * The runs of actions of a user in this browser. A run is stored before its call is sent, so that after a crash it is
 * known which calls can have been executed. Components follow the list of runs as an external store.
 */
export class ActionRuns extends ExternalStore<readonly ActionRun[]> {
  readonly #client: QueryClient;
  readonly #scope: string;
  readonly #page = createId();
  readonly #store = new RunStore();
  /** The calls in progress, by their key. */
  readonly #calls = new Map<string, Promise<CallOutcome<CallResponse>>>();
  readonly #jobs = new Map<string, ActionJob>();
  readonly #interrupted = new Listeners<[ActionRun]>();
  #isForgotten = false;

  constructor(client: QueryClient, scope: string) {
    super([]);
    this.#client = client;
    this.#scope = scope;
  }

  /** Loads the stored runs, and ends those of closed pages. Returns the function that stops this. */
  start(): () => void {
    const ended = new AbortController();
    holdPageLock(this.#page, ended.signal);
    void this.#load(ended.signal);
    const warn = (event: BeforeUnloadEvent) => {
      if (this.isRunning()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      ended.abort();
    };
  }

  /** Calls the listener for each run that a closed page left unfinished. Returns the function that removes it. */
  readonly onInterrupted = (listener: (run: ActionRun) => void) => this.#interrupted.add(listener);

  /** Whether this page is waiting for the response of a call. */
  isRunning(): boolean {
    return this.#calls.size > 0 || [...this.#jobs.values()].some((job) => !job.snapshot().isFinished);
  }

  /** Returns the job of a run that this page runs or has run; undefined otherwise. */
  job(id: string): ActionJob | undefined {
    return this.#jobs.get(id);
  }

  /** Returns the rows of a run with their outcomes; an empty list for the call of a single row. */
  items(id: string): Promise<readonly RunItem[]> {
    const job = this.#jobs.get(id);
    return job ? Promise.resolve(job.items()) : this.#store.items(id);
  }

  /** Calls an action once. A second call with the same key returns the outcome of the first. */
  call(plan: CallPlan): Promise<CallOutcome<CallResponse>> {
    const existing = this.#calls.get(plan.key);
    if (existing) return existing;
    const call = this.#call(plan).finally(() => this.#calls.delete(plan.key));
    this.#calls.set(plan.key, call);
    return call;
  }

  /** Stores the run, sends the call, and stores its outcome. Reads the changed tables again unless the call certainly failed. */
  async #call(plan: CallPlan): Promise<CallOutcome<CallResponse>> {
    const { action, key, body } = plan;
    const run = this.#makeRun(plan, key, typeof body === 'string' ? body : body.name);
    await this.#put(run);
    const outcome = await sendCall(action, buildRequest(action, body, key), plan);
    const isDone = outcome.kind === 'done';
    await this.#put({
      ...run,
      endedAt: Date.now(),
      state: outcome.kind,
      ...(isDone ? plan.describeResponse(outcome.result) : {}),
      error: isDone ? null : toErrorBody(outcome.error),
    });
    if (outcome.kind !== 'failed') this.refresh(action);
    return outcome;
  }

  /** Starts a run over many rows. The rows are stored before the first call. */
  async startJob(plan: JobPlan): Promise<{ id: string; job: ActionJob }> {
    const run = createUUID();
    const items = plan.items.map(
      (item, index): RunItem => ({ ...item, run, index, outcome: 'pending', note: '', undoBody: null }),
    );
    await this.#store.putItems(items);
    return this.#runJob(this.#makeRun(plan, run, ''), items, plan);
  }

  /**
   * Continues a run with the rows that were not sent, and with the rows that certainly failed if `retriesFailed`.
   * Returns undefined if another page continues it.
   */
  async continueJob(
    run: ActionRun,
    plan: Omit<JobPlan, 'items'>,
    retriesFailed: boolean,
  ): Promise<{ id: string; job: ActionJob } | undefined> {
    if (run.page !== this.#page && !(await this.#store.take(run.id, run.page, this.#page))) return undefined;
    const items = (await this.items(run.id)).map((item): RunItem => {
      const isRetried = retriesFailed && item.outcome === 'failed';
      return isRetried ? { ...item, outcome: 'pending', note: '' } : item;
    });
    return this.#runJob({ ...run, page: this.#page, state: 'running' }, items, plan);
  }

  /**
   * Starts the run that undoes a run over many rows: it calls the inverse of the action, described by `plan`, for each row
   * that is done, in the opposite order. Resolves with the id of the new run, before it has ended; undefined if the run was
   * undone before, or if no row is done.
   */
  async startUndo(run: ActionRun, plan: Omit<JobPlan, 'items'>): Promise<string | undefined> {
    const items = (await this.items(run.id)).flatMap(({ key, heading, outcome, undoBody }) =>
      outcome === 'done' && undoBody ? [{ key, heading, body: undoBody }] : [],
    );
    if (items.length === 0 || !(await this.claimUndo(run.id))) return undefined;
    const { id } = await this.startJob({ ...plan, items: items.toReversed() });
    return id;
  }

  /** Stores a run and starts its job with the pending items. Resolves when it is stored, before the calls have ended. */
  async #runJob(run: ActionRun, items: readonly RunItem[], plan: Omit<JobPlan, 'items'>) {
    const { action, describeResponse, describeError, ...options } = plan;
    let lastRefresh = Date.now();
    const job = new ActionJob({
      items,
      describeError,
      isOnline: () => navigator.onLine,
      store: (changed) => this.#store.putItems(changed),
      checkConnection,
      call: async ({ body }) => {
        const outcome = await sendCall(action, buildRequest(action, body, createUUID()), options);
        if (outcome.kind !== 'failed' && Date.now() - lastRefresh > refreshInterval) {
          lastRefresh = Date.now();
          this.refresh(action);
        }
        return outcome.kind === 'done'
          ? { kind: 'done', result: describeResponse(outcome.result, body) }
          : outcome;
      },
    });
    this.#jobs.set(run.id, job);
    await this.#put({ ...run, counts: countOutcomes(items) });
    const stopResuming = resumeWhenOnline(job);
    void job.run().then(async () => {
      stopResuming();
      const { counts, phase } = job.snapshot();
      const state = phase === 'canceled' ? 'canceled' : counts.unknown > 0 ? 'unknown' : 'done';
      await this.#put({ ...run, state, counts, endedAt: Date.now() });
      this.refresh(action);
    });
    return { id: run.id, job };
  }

  /** Reads the tables again that an action changes; without `@touches`, all rows on the screen. */
  refresh({ volatility, touches }: Action): void {
    if (volatility !== 'volatile') return;
    const keys = touches.map(({ schema, table }) => rowKeys.table({ schema, name: table }));
    for (const queryKey of keys.length > 0 ? keys : [['rows']])
      void this.#client.invalidateQueries({ queryKey });
  }

  /** Records that the inverse of a run is run. Returns false if this or another page has done so before. */
  async claimUndo(id: string): Promise<boolean> {
    const run = this.snapshot().find((each) => each.id === id);
    if (!run || run.isUndone || !(await this.#store.claimUndo(id))) return false;
    await this.#put({ ...run, isUndone: true });
    return true;
  }

  /** Records that the inverse of a run was not run. */
  async releaseUndo(id: string): Promise<void> {
    const run = this.snapshot().find((each) => each.id === id);
    if (run) await this.#put({ ...run, isUndone: false });
  }

  /** Deletes all runs of the user, and stores no more. */
  async deleteStored(): Promise<void> {
    this.#isForgotten = true;
    this.setSnapshot([]);
    await this.#store.clear(this.#scope);
  }

  /** Returns the record of a run that starts now in this page. `body` is the JSON or the file name of its only call. */
  #makeRun({ action, subject, table, rowKey }: RunSubject, id: string, body: string): ActionRun {
    return {
      ...{ id, scope: this.#scope, page: this.#page, at: Date.now(), endedAt: null },
      ...{ action: action.id, title: action.label, subject, body, state: 'running', note: '', error: null },
      table: table ? { schema: table.schema, name: table.name } : null,
      rowKey: rowKey ?? null,
      ...{ counts: null, undoBody: null, isUndone: false },
    };
  }

  /** Shows a run in the list and stores it. */
  async #put(run: ActionRun): Promise<void> {
    const others = this.snapshot().filter(({ id }) => id !== run.id);
    this.setSnapshot([...others, run].toSorted((a, b) => a.at - b.at));
    if (!this.#isForgotten) await this.#store.put(run);
  }

  /** Loads the stored runs. Runs of closed pages are ended: it is unknown whether their last calls were executed. */
  async #load(signal: AbortSignal): Promise<void> {
    const stored = await this.#store.all(this.#scope, Date.now());
    const known = new Set(this.snapshot().map(({ id }) => id));
    this.setSnapshot([...stored.filter(({ id }) => !known.has(id)), ...this.snapshot()]);
    for (const delay of closingChecks) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      const held = await listHeldLocks();
      if (signal.aborted) return;
      for (const run of this.snapshot()) {
        const isOpen = run.page === this.#page || (held?.has(formatPageLockName(run.page)) ?? false);
        if (run.state === 'running' && !isOpen) await this.#endInterrupted(run);
      }
    }
  }

  /** Ends a run of a closed page: a call that was being sent has an unknown outcome. Rows that were not sent remain pending. */
  async #endInterrupted(run: ActionRun): Promise<void> {
    const endedAt = Date.now();
    if (!run.counts) return this.#interrupt({ ...run, state: 'unknown', endedAt });
    const items = await this.#store.items(run.id);
    const sent = items.filter(({ outcome }) => outcome === 'sending');
    await this.#store.putItems(sent.map((item) => ({ ...item, outcome: 'unknown' })));
    const ended = items.map((item) =>
      sent.includes(item) ? { ...item, outcome: 'unknown' as const } : item,
    );
    const counts = countOutcomes(ended);
    const state: RunState = counts.pending > 0 ? 'interrupted' : counts.unknown > 0 ? 'unknown' : 'done';
    await this.#interrupt({ ...run, state, counts, endedAt });
  }

  /** Stores a run that was ended for a closed page, and reports it to `onInterrupted` unless all of it is done. */
  async #interrupt(run: ActionRun): Promise<void> {
    await this.#put(run);
    if (run.state !== 'done') this.#interrupted.notify(run);
  }
}

/** Rejects if Tableside does not respond. */
async function checkConnection(): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(checkTimeout) });
  } catch (cause) {
    throw createNoResponseError(cause);
  }
  reportResponse();
}
