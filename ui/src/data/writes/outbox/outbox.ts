import type { Table } from '@/lib/api.gen';
import { ExternalStore } from '@/lib/external-store';
import { createId } from '@/lib/text/create-id';
import type { WriteOutcome } from '../batches/row-write';
import { applyOutcomes } from './apply-outcomes';
import { MemoryOutboxStore, type OutboxEntry, type OutboxStore, openOutboxStore } from './outbox-store';
import { formatPageLockName, holdPageLock, listHeldLocks, runExclusively } from './page-lock';
import { claimEntries } from './queue/claim-entries';
import { selectNextBatch } from './queue/queue-order';
import { RetryTimer } from './retry-timer';

/** An edit that is not in the outbox yet. */
export type NewQueuedEdit = Pick<
  OutboxEntry,
  'schema' | 'table' | 'kind' | 'rowKey' | 'heading' | 'baseRow' | 'changes' | 'file' | 'title' | 'isForced'
>;

export interface OutboxSnapshot {
  /** The entries that wait to be sent, in that order, and those that the database rejected. */
  entries: readonly OutboxEntry[];
  /** Whether the entries outlive the page. */
  isDurable: boolean;
  isSending: boolean;
}

export interface OutboxOptions {
  /** The user and the backend (see getOutboxScope). */
  scope: string;
  /** Moves stored entries of an earlier version into this scope. */
  migrate?: (entry: OutboxEntry) => OutboxEntry | undefined;
  /** The page's id, see `createId`. */
  page: string;
  /** Sends entries of one table and stores their outcomes (`storeOutcomes`). Returns the outcomes. */
  send: (entries: readonly OutboxEntry[]) => Promise<readonly WriteOutcome[]>;
  /** Is called after another page has sent or withdrawn listed entries, so that this page can read their rows again. */
  onRemovedByOther?: (entries: readonly OutboxEntry[]) => void;
  openStore?: () => Promise<OutboxStore>;
  /** Returns the time in milliseconds since 1970. */
  now?: () => number;
}

/** The time after its last request in which a page counts as open, in milliseconds, for browsers without locks. */
const pageAliveTimeout = 60_000;

/**
 * The queue of edits that are not saved yet. Each edit is stored in the browser
 * before it is sent. An edit without a response stays queued, outlives the page,
 * and is sent again in order, by one page at a time. An edit that the database
 * then rejects stays in the outbox as failed, until the user decides.
 */
export class Outbox extends ExternalStore<OutboxSnapshot> {
  readonly #options: OutboxOptions;
  readonly #store: Promise<OutboxStore>;
  /** Entries that this page is sending for the first time. They are not listed in the snapshot. */
  readonly #sendingIds = new Set<number>();
  /** Entries that this page created. */
  readonly #createdIds = new Set<number>();
  /** Entries that this page removed from the store. */
  readonly #removedIds = new Set<number>();
  readonly #retry = new RetryTimer(() => void this.flush());
  #channel: BroadcastChannel | undefined;
  #flushing: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: OutboxOptions) {
    super({ entries: [], isDurable: true, isSending: false });
    this.#options = options;
    this.#store = this.#open();
  }

  /** Reads the stored entries, sends them, and follows the changes of other pages. Returns the function that stops this. */
  start(): () => void {
    this.#isStopped = false;
    this.#retry.start();
    const stopped = new AbortController();
    holdPageLock(this.#options.page, stopped.signal);
    if (typeof BroadcastChannel !== 'undefined') {
      this.#channel = new BroadcastChannel(`tableside:outbox:${this.#options.scope}`);
      this.#channel.onmessage = () => void this.#reload();
    }
    void this.flush();
    return () => {
      this.#isStopped = true;
      stopped.abort();
      this.#retry.stop();
      this.#channel?.close();
      this.#channel = undefined;
    };
  }

  /**
   * Stores edits of one action. The caller must then `claim` or send the returned
   * entries, and call `storeOutcomes` for those that it sent.
   */
  async enqueue(edits: readonly NewQueuedEdit[], batch = createId()): Promise<OutboxEntry[]> {
    const { scope, page } = this.#options;
    const store = await this.#store;
    const added = await store.add(
      edits.map((edit) => ({
        ...edit,
        ...{ scope, batch, at: this.#now(), state: 'sending', owner: page, sentAt: this.#now() },
        ...{ sentBefore: false, error: null, rejection: null },
      })),
    );
    for (const { id } of added) {
      this.#sendingIds.add(id);
      this.#createdIds.add(id);
    }
    return added;
  }

  /** Returns which of the new entries to send now. The others wait for earlier entries of their rows. */
  async claim(entries: readonly OutboxEntry[]): Promise<readonly OutboxEntry[]> {
    const { free, blocked, replacedIds } = claimEntries(entries, this.snapshot().entries);
    if (blocked.length + replacedIds.length === 0) return free;
    const store = await this.#store;
    for (const { id } of blocked) this.#sendingIds.delete(id);
    await store.put([...blocked, ...free]);
    await this.#remove(replacedIds);
    await this.#publishChange();
    void this.flush();
    return free;
  }

  /**
   * Stores the outcomes of entries that were sent: removes saved entries, and queues or fails the others. Schedules a
   * retry for queued entries. Returns the outcomes; an entry without an outcome is `queued`. For `table`, see
   * `applyOutcomes`.
   */
  async storeOutcomes(
    entries: readonly OutboxEntry[],
    outcomes: readonly (WriteOutcome | undefined)[],
    table: Table | undefined,
  ): Promise<readonly WriteOutcome[]> {
    const store = await this.#store;
    for (const { id } of entries) this.#sendingIds.delete(id);
    const listed = this.snapshot().entries;
    const update = applyOutcomes(entries, outcomes, listed, table);
    const { stored, removedIds } = update;
    if (stored.length > 0) await store.put(stored);
    if (removedIds.length > 0) await this.#remove(removedIds);
    const ids = new Set(entries.map(({ id }) => id));
    if (stored.length > 0 || listed.some(({ id }) => ids.has(id))) await this.#publishChange();
    const queued = update.outcomes.find(({ kind }) => kind === 'queued');
    if (queued && !this.#retry.isScheduled) this.#scheduleRetry(queued);
    return update.outcomes;
  }

  /** Whether closing the page now loses an edit. */
  canLoseEdits(): boolean {
    const { isDurable, entries } = this.snapshot();
    return !isDurable && entries.length + this.#sendingIds.size > 0;
  }

  /** Whether this page created an entry, and not another or an earlier page. */
  isFromThisPage(id: number): boolean {
    return this.#createdIds.has(id);
  }

  /** Removes entries without sending them. */
  async withdraw(ids: readonly number[]): Promise<void> {
    await this.#remove(ids);
    await this.#publishChange();
    void this.flush();
  }

  async #remove(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.#removedIds.add(id);
    await (await this.#store).remove(ids);
  }

  /** Sends failed entries again, with the decision of the user. */
  async retry(
    entries: readonly OutboxEntry[],
    decided: Partial<Pick<OutboxEntry, 'baseRow' | 'changes' | 'isForced'>> = {},
  ): Promise<void> {
    const store = await this.#store;
    await store.put(
      entries.map((entry) => ({ ...entry, ...decided, state: 'queued', rejection: null, error: null })),
    );
    await this.#publishChange();
    await this.flush();
  }

  /** Sends queued entries until all are sent or an outage occurs. */
  flush(): Promise<void> {
    this.#retry.cancel();
    this.#flushing ??= this.#sendQueued()
      .catch(() => this.#retry.scheduleRetry())
      .finally(() => {
        this.#flushing = undefined;
      });
    return this.#flushing;
  }

  /** Opens the store, and migrates entries of an earlier version. */
  async #open(): Promise<OutboxStore> {
    const { openStore = openOutboxStore, migrate } = this.#options;
    const store = await openStore().catch(() => new MemoryOutboxStore());
    if (migrate) await store.migrate(migrate);
    return store;
  }

  /** Sends the queued entries in batches, while no other page of the user sends. Stops after an outage. */
  async #sendQueued(): Promise<void> {
    await this.#reload();
    if (!this.#hasQueued) return;
    const { scope, page } = this.#options;
    let isOutage = false;
    await runExclusively(`tableside:send:${scope}`, async () => {
      while (!this.#isStopped && !isOutage) {
        await this.#reload();
        const isPageOpen = await this.#findOpenPages();
        const isAlive = (entry: OutboxEntry) => entry.owner !== page && isPageOpen(entry);
        const batch = selectNextBatch(this.snapshot().entries, isAlive);
        if (batch.length === 0) break;
        isOutage = await this.#sendBatch(batch);
      }
    });
    // Another page is sending, or has not finished with one of its entries.
    if (!isOutage && this.#hasQueued) this.#retry.scheduleRecheck();
  }

  /** Sends a batch, unless another page took it. Returns whether an outage occurred. */
  async #sendBatch(batch: readonly OutboxEntry[]): Promise<boolean> {
    const sending = batch.map(
      (entry): OutboxEntry => ({
        ...{ ...entry, state: 'sending', sentBefore: true },
        ...{ owner: this.#options.page, sentAt: this.#now() },
      }),
    );
    const store = await this.#store;
    if (!(await store.take(batch, sending))) return false;
    const byId = new Map(sending.map((entry) => [entry.id, entry]));
    const entries = this.snapshot().entries.map((entry) => byId.get(entry.id) ?? entry);
    this.#update({ entries, isSending: true });
    const outcomes = await this.#options
      .send(batch.map((entry) => ({ ...entry, sentBefore: entry.sentBefore || entry.state === 'sending' })))
      .finally(() => this.#update({ isSending: false }));
    // `send` stores the outcomes, which schedules a retry after an outage.
    const isOutage = outcomes.some(({ kind }) => kind === 'queued');
    if (!isOutage) this.#retry.reset();
    return isOutage;
  }

  get #hasQueued(): boolean {
    return this.snapshot().entries.some(({ state }) => state !== 'failed');
  }

  /** Schedules a retry, except while offline or signed out: the app calls `flush` when that ends. */
  #scheduleRetry(queued: WriteOutcome): void {
    const code = queued.kind === 'queued' ? queued.error?.code : undefined;
    if (code !== 'offline' && code !== 'not_signed_in') this.#retry.scheduleRetry();
  }

  /** Reads the stored entries after a change, here and in the other pages. */
  async #publishChange(): Promise<void> {
    await this.#reload();
    this.#channel?.postMessage('changed');
  }

  /** Reads the stored entries into the snapshot, without those that open pages are sending for the first time. */
  async #reload(): Promise<void> {
    const store = await this.#store;
    const [all, isPageOpen] = await Promise.all([store.all(this.#options.scope), this.#findOpenPages()]);
    // An entry that an open page is sending for the first time is not queued yet.
    const entries = all.filter(
      (entry) =>
        !this.#sendingIds.has(entry.id) &&
        (entry.state !== 'sending' || entry.sentBefore || !isPageOpen(entry)),
    );
    const ids = new Set(all.map(({ id }) => id));
    const removed = this.snapshot().entries.filter(({ id }) => !ids.has(id) && !this.#removedIds.has(id));
    this.#update({ entries, isDurable: store.isDurable });
    if (removed.length > 0) this.#options.onRemovedByOther?.(removed);
  }

  /** Returns a function that reports whether the page that sends an entry is open. */
  async #findOpenPages(): Promise<(entry: OutboxEntry) => boolean> {
    const locks = await listHeldLocks();
    if (!locks) return ({ sentAt }) => this.#now() - (sentAt ?? 0) < pageAliveTimeout;
    return ({ owner }) => locks.has(formatPageLockName(owner));
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #update(changes: Partial<OutboxSnapshot>): void {
    this.setSnapshot({ ...this.snapshot(), ...changes });
  }
}
