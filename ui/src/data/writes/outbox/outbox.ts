import { ApiError } from '@/lib/api';
import type { ApiErrorBody, Table } from '@/lib/api.gen';
import { ExternalStore } from '@/lib/external-store';
import { isRetryable } from '../batches/classify-response';
import type { Rejection, WriteOutcome } from '../batches/row-write';
import { canReplace, isBlockedBy, rebaseEntries, restoreSeenValues, selectNextBatch } from './outbox.utils';
import {
  MemoryOutboxStore,
  type OutboxEntry,
  type OutboxStore,
  openOutboxStore,
  type QueuedRejection,
} from './outbox-store';

/** An edit as the caller knows it. */
export type NewQueuedEdit = Pick<
  OutboxEntry,
  'schema' | 'table' | 'kind' | 'rowKey' | 'heading' | 'baseRow' | 'changes' | 'title' | 'isForced'
>;

export interface OutboxSnapshot {
  /** What waits, in the order in which it will be sent; also what the database did not take. */
  entries: readonly OutboxEntry[];
  /** False where they are lost with the page. */
  isDurable: boolean;
  isSending: boolean;
}

export interface OutboxOptions {
  /** The user and the backend (see scopeOf). */
  scope: string;
  /** Brings stored entries of an earlier version into this scope. */
  migrate?: (entry: OutboxEntry) => OutboxEntry | undefined;
  /** The page's id, see `newId`. */
  page: string;
  /** Sends entries of one table, and answers what came of each. */
  resend: (entries: readonly OutboxEntry[]) => Promise<readonly WriteOutcome[]>;
  openStore?: () => Promise<OutboxStore>;
  now?: () => number;
}

/** How long to wait before sending again to a backend that failed, in milliseconds. */
const retryDelays = [2_000, 4_000, 8_000, 15_000, 30_000];

/** Where pages can't tell whether another lives, how long that is believed of one that sends, in milliseconds. */
const pageAliveTimeout = 60_000;

/** How long another page may take over what it is sending, before it is looked at again. */
const recheckDelay = 3_000;

/**
 * Edits between being made and being saved. Each is written down before it is
 * sent; what gets no answer waits, outlives the page, and is sent in order when
 * the way is free again, by one page at a time. What the database doesn't take
 * then is kept for the person to decide on.
 */
export class Outbox extends ExternalStore<OutboxSnapshot> {
  readonly #options: OutboxOptions;
  readonly #tab: string;
  readonly #store: Promise<OutboxStore>;
  /** Entries that this page is sending for the first time: on their way, not waiting. */
  readonly #own = new Set<number>();
  readonly #made = new Set<number>();
  #channel: BroadcastChannel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #flushing: Promise<void> | undefined;
  #stopped = false;

  constructor(options: OutboxOptions) {
    super({ entries: [], isDurable: true, isSending: false });
    this.#options = options;
    this.#tab = options.page;
    this.#store = this.#open();
  }

  async #open(): Promise<OutboxStore> {
    const { openStore = openOutboxStore, migrate } = this.#options;
    const store = await openStore().catch(() => new MemoryOutboxStore());
    if (migrate) await store.migrate(migrate);
    return store;
  }

  /** Reads what waits from before, sends it, and listens to the other pages. Answers how to stop. */
  start(): () => void {
    this.#stopped = false;
    const letGo = new AbortController();
    // Held as long as the page lives: who holds none has crashed, and another page sends what it left.
    void navigator.locks
      ?.request(pageLockName(this.#tab), { signal: letGo.signal }, () => new Promise(() => {}))
      .catch(() => {});
    if (typeof BroadcastChannel !== 'undefined') {
      this.#channel = new BroadcastChannel(`tableside outbox ${this.#options.scope}`);
      this.#channel.onmessage = () => void this.#reload();
    }
    void this.flush();
    return () => {
      this.#stopped = true;
      letGo.abort();
      clearTimeout(this.#timer);
      this.#channel?.close();
      this.#channel = undefined;
    };
  }

  /** Writes edits down before they are sent, as made in one go. Each is for `claim`, and for `settle`, afterwards. */
  async enqueue(edits: readonly NewQueuedEdit[], batch = newId()): Promise<OutboxEntry[]> {
    const added = await (await this.#store).add(
      edits.map((edit) => ({
        ...edit,
        scope: this.#options.scope,
        at: this.#now(),
        batch,
        state: 'sending',
        owner: this.#tab,
        sentAt: this.#now(),
        sentBefore: false,
        error: null,
        rejection: null,
      })),
    );
    for (const { id } of added) {
      this.#own.add(id);
      this.#made.add(id);
    }
    return added;
  }

  /**
   * Which of the held entries may be sent now. One that says again all that a
   * waiting one said takes its place; one that is about a column of which an
   * earlier edit waits, waits too.
   */
  async claim(entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
    const waiting = this.snapshot().entries;
    const free: OutboxEntry[] = [];
    const staying: OutboxEntry[] = [];
    const replaced = new Set<number>();
    for (const entry of entries) {
      const old = waiting.filter((earlier) => canReplace(entry, earlier));
      for (const { id } of old) replaced.add(id);
      const claimed = {
        ...entry,
        baseRow: restoreSeenValues(entry.baseRow, old),
        sentBefore: old.some(({ sentBefore }) => sentBefore),
      };
      const stays = waiting.some((earlier) => !old.includes(earlier) && isBlockedBy(entry, earlier));
      if (stays) staying.push({ ...claimed, state: 'queued' });
      else free.push(claimed);
    }
    if (staying.length + replaced.size === 0) return free;
    const store = await this.#store;
    for (const { id } of staying) this.#own.delete(id);
    await store.put([...staying, ...free]);
    await store.remove([...replaced]);
    await this.#changed();
    void this.flush();
    return free;
  }

  /** Notes what came of entries that were sent, and answers what to tell: what got no answer waits. */
  async settle(
    entries: readonly OutboxEntry[],
    outcomes: readonly (WriteOutcome | undefined)[],
    table: Table | undefined,
  ): Promise<readonly WriteOutcome[]> {
    const store = await this.#store;
    for (const { id } of entries) this.#own.delete(id);
    const done: number[] = [];
    const kept: OutboxEntry[] = [];
    let shown = false;
    const told = entries.map((entry, i): WriteOutcome => {
      const outcome = outcomes[i] ?? { kind: 'queued' };
      const known = this.snapshot().entries.some(({ id }) => id === entry.id);
      shown ||= known;
      if (outcome.kind === 'queued') {
        kept.push({ ...entry, state: 'queued' });
        return outcome;
      }
      if (outcome.kind === 'rejected' && isRetryable(outcome.error)) {
        kept.push({ ...entry, state: 'queued', sentBefore: true, error: toPlainError(outcome.error) });
        return { kind: 'queued', error: outcome.error };
      }
      if (outcome.kind === 'saved' && table) {
        kept.push(...rebaseEntries(table, this.snapshot().entries, entry, outcome.row));
      }
      const rejection = known ? toQueuedRejection(outcome) : null;
      if (rejection) kept.push({ ...entry, state: 'failed', error: null, rejection });
      else done.push(entry.id);
      return outcome;
    });
    if (kept.length > 0) await store.put(kept);
    if (done.length > 0) await store.remove(done);
    if (shown || kept.length > 0) await this.#changed();
    const waiting = told.find((outcome) => outcome.kind === 'queued');
    if (waiting && this.#timer === undefined) this.#laterUnlessTold(waiting);
    return told;
  }

  /** Whether closing the page now loses an edit. */
  canLoseEdits(): boolean {
    const { isDurable, entries } = this.snapshot();
    return !isDurable && entries.length + this.#own.size > 0;
  }

  /** Whether an entry was made in this page, and not in another or before. */
  isFromThisPage(id: number): boolean {
    return this.#made.has(id);
  }

  /** Drops what waits: it will not be sent. */
  async withdraw(ids: readonly number[]): Promise<void> {
    await (await this.#store).remove(ids);
    await this.#changed();
    void this.flush();
  }

  /** Has entries sent again, over another row or with other changes where the person decided so. */
  async retry(
    entries: readonly OutboxEntry[],
    decided: Partial<Pick<OutboxEntry, 'baseRow' | 'changes' | 'isForced'>> = {},
  ): Promise<void> {
    const again = entries.map(
      (entry): OutboxEntry => ({ ...entry, ...decided, state: 'queued', rejection: null, error: null }),
    );
    await (await this.#store).put(again);
    await this.#changed();
    await this.flush();
  }

  /** Sends what waits, until all is sent or the way to the database fails. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing ??= this.#flush()
      .catch(() => this.#later(retryDelays.at(-1) ?? 0))
      .finally(() => {
        this.#flushing = undefined;
      });
    return this.#flushing;
  }

  async #flush(): Promise<void> {
    await this.#reload();
    if (this.snapshot().entries.every(({ state }) => state === 'failed')) return;
    await runWithLock(`tableside sends ${this.#options.scope}`, async () => {
      for (;;) {
        if (this.#stopped) return;
        await this.#reload();
        const alive = await this.#livePages();
        const group = selectNextBatch(
          this.snapshot().entries,
          (entry) => entry.owner !== this.#tab && alive(entry),
        );
        if (group.length === 0) break;
        if (!(await this.#sendGroup(group))) return;
      }
    });
    // Another page is at it, or is still sending one of its own.
    const left = this.snapshot().entries.some(({ state }) => state !== 'failed');
    if (left && !this.#stopped) this.#later(recheckDelay);
  }

  /** Whether the way to the database is free. */
  async #sendGroup(group: readonly OutboxEntry[]): Promise<boolean> {
    const sending = group.map(
      (entry): OutboxEntry => ({
        ...{ ...entry, state: 'sending', owner: this.#tab },
        ...{ sentAt: this.#now(), sentBefore: true },
      }),
    );
    if (!(await (await this.#store).take(group, sending))) return true;
    const byId = new Map(sending.map((entry) => [entry.id, entry]));
    this.#tell({
      entries: this.snapshot().entries.map((entry) => byId.get(entry.id) ?? entry),
      isSending: true,
    });
    const outcomes = await this.#options
      .resend(group.map((entry) => ({ ...entry, sentBefore: entry.sentBefore || entry.state === 'sending' })))
      .finally(() => this.#tell({ isSending: false }));
    const waiting = outcomes.find((outcome) => outcome.kind === 'queued');
    if (!waiting) {
      this.#failures = 0;
      return true;
    }
    this.#laterUnlessTold(waiting);
    return false;
  }

  /** Without a network or a session, an event says when it is back; a backend that fails is tried again. */
  #laterUnlessTold(waiting: WriteOutcome): void {
    const code = waiting.kind === 'queued' ? waiting.error?.code : undefined;
    if (code === 'offline' || code === 'not_signed_in') return;
    this.#later(retryDelays[Math.min(this.#failures, retryDelays.length - 1)] ?? 0);
    this.#failures += 1;
  }

  #later(delay: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.flush(), delay);
  }

  async #changed(): Promise<void> {
    await this.#reload();
    this.#channel?.postMessage('changed');
  }

  async #reload(): Promise<void> {
    const store = await this.#store;
    const [all, alive] = await Promise.all([store.all(this.#options.scope), this.#livePages()]);
    const entries = all.filter(
      (entry) => !this.#own.has(entry.id) && (entry.state !== 'sending' || entry.sentBefore || !alive(entry)),
    );
    this.#tell({ entries, isDurable: store.isDurable });
  }

  /** Which entries' pages live: each holds a lock for itself. Without locks, a page lives that sent lately. */
  async #livePages(): Promise<(entry: OutboxEntry) => boolean> {
    if (!navigator.locks) return ({ sentAt }) => this.#now() - (sentAt ?? 0) < pageAliveTimeout;
    const { held } = await navigator.locks.query();
    const names = new Set(held?.map(({ name }) => name));
    return ({ owner }) => names.has(pageLockName(owner));
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  #tell(changes: Partial<OutboxSnapshot>): void {
    this.setSnapshot({ ...this.snapshot(), ...changes });
  }
}

/** Names a page, or a batch: no two are the same, in any page. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
}

/** The name of the lock that a page holds as long as it is open. */
export function pageLockName(page: string): string {
  return `tableside page ${page}`;
}

/** Runs it unless another page is doing the same. Without locks (not on https) pages take entries from each other’s hands. */
async function runWithLock(name: string, run: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return run();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run();
  });
}

function toPlainError(error: ApiError): ApiErrorBody {
  const { code, message, details, hint, status, requestId, column } = error;
  return { code, message, details, hint, status, requestId, ...(column ? { column } : {}) };
}

/** The rejection in a form that can be stored; null where there is none. */
export function toQueuedRejection(outcome: WriteOutcome): QueuedRejection | null {
  switch (outcome.kind) {
    case 'missing':
    case 'conflict':
      return outcome;
    case 'rejected':
      return { kind: 'rejected', error: toPlainError(outcome.error) };
    default:
      return null;
  }
}

/** The rejection as the rest of the page knows it. */
export function toRejection(rejection: QueuedRejection): Rejection {
  return rejection.kind === 'rejected' ? { ...rejection, error: new ApiError(rejection.error) } : rejection;
}
