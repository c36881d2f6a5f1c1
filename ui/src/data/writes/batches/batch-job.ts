import { ApiError } from '@/lib/api';
import { ExternalStore } from '@/lib/external-store';
import { classifyResponse } from './classify-response';

/** So many refused, and none gone in: then it asks before it goes on. */
const maxInitialRejections = 100;

export interface BatchState<Doubt = never> {
  phase: 'running' | 'paused' | 'done' | 'cancelled';
  /** Why it paused by itself; `doubt` says what may have been done or not, where that can't be found out. */
  jobError: { error: unknown; doubt: Doubt | null } | null;
}

/**
 * Work that is sent to the backend batch by batch. A batch that is refused is
 * halved until only those items stay that are refused alone; without a network,
 * or when the backend fails, it pauses and goes on with the same batch. Followed
 * as an external store.
 */
export abstract class BatchJob<
  Item,
  State extends BatchState<Doubt>,
  Doubt = never,
> extends ExternalStore<State> {
  readonly #online: () => boolean;
  #resume: ((assumeIn: boolean) => void) | undefined;
  #asked = false;

  /** `online` says whether a request can be made at all; it is asked before each. */
  constructor(state: State, online: () => boolean) {
    super(state);
    this.#online = online;
  }

  /** Sends items together: all of them are done, or it throws and none is. */
  protected abstract send(items: readonly Item[]): Promise<void>;
  /** An item is refused by itself. */
  protected abstract reject(item: Item, error: unknown): Promise<void>;
  /** Items are not sent, or it isn't known whether they were, as the job was cancelled. */
  protected abstract skip(items: readonly Item[], why: 'cancelled' | 'unknown'): void;
  /** What to ask about items that may have been done or not; null where sending them again does no harm. */
  protected abstract findUnconfirmed(items: readonly Item[]): Doubt | null;
  /** Items are taken for done. */
  protected abstract assumeDone(items: readonly Item[]): void;

  /** After the request that is on its way. */
  pause(): void {
    if (this.snapshot().phase === 'running') this.#become('paused');
  }

  /** Where a request's fate isn't known: `assumeIn` takes its items for done, else they are sent again. */
  resume(assumeIn = false): void {
    if (this.snapshot().phase !== 'paused') return;
    this.#become('running');
    this.#resume?.(assumeIn);
  }

  cancel(): void {
    if (this.snapshot().phase === 'done') return;
    this.#become('cancelled');
    this.#resume?.(false);
  }

  protected get isCancelled(): boolean {
    return this.snapshot().phase === 'cancelled';
  }

  protected setState(changes: Partial<State>): void {
    this.setSnapshot({ ...this.snapshot(), ...changes });
  }

  protected finish(): void {
    if (!this.isCancelled) this.#become('done');
  }

  protected async sendAll(items: readonly Item[]): Promise<void> {
    for (;;) {
      await this.waitUntilRunning();
      if (this.isCancelled) return this.skip(items, 'cancelled');
      try {
        return await this.send(items);
      } catch (error) {
        const verdict = classifyResponse(error);
        if (verdict === 'rows') return this.#split(items, error);
        const doubt = verdict === 'unknown' ? this.findUnconfirmed(items) : null;
        const assumeIn = await this.pauseWithError(error, doubt);
        if (doubt === null) continue;
        if (this.isCancelled) return this.skip(items, 'unknown');
        if (assumeIn) return this.assumeDone(items);
      }
    }
  }

  /** Asks once before it goes on, where all that was sent so far is refused. */
  protected async pauseAfterRejections(refused: number, done: number, error: unknown): Promise<void> {
    if (this.#asked || refused < maxInitialRejections || done > 0) return;
    this.#asked = true;
    await this.pauseWithError(error);
  }

  /** Waits while it is paused; without a network it pauses by itself. */
  protected async waitUntilRunning(): Promise<void> {
    if (this.snapshot().phase === 'running' && !this.#online()) {
      this.#become('paused', { error: offlineError(), doubt: null });
    }
    if (this.snapshot().phase === 'paused') await this.#resumed();
  }

  /** Pauses until somebody says how to go on. */
  protected pauseWithError(error: unknown, doubt: Doubt | null = null): Promise<boolean> {
    if (this.isCancelled) return Promise.resolve(false);
    this.#become('paused', { error, doubt });
    return this.#resumed();
  }

  /** Of items that are refused together, each half is tried by itself. */
  async #split(items: readonly Item[], error: unknown): Promise<void> {
    const [only] = items;
    if (items.length === 1 && only !== undefined) return this.reject(only, error);
    const half = Math.ceil(items.length / 2);
    await this.sendAll(items.slice(0, half));
    await this.sendAll(items.slice(half));
  }

  #become(phase: State['phase'], jobError: State['jobError'] = null): void {
    this.setState({ phase, jobError } as Partial<State>);
  }

  #resumed(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }
}

function offlineError(): ApiError {
  return new ApiError({
    code: 'offline',
    message: 'You are offline.',
    details: '',
    hint: '',
    status: 0,
    requestId: '',
  });
}
