import { ApiError } from '@/lib/api';
import { judge } from './judge.utils';

/** So many refused, and none gone in: then it asks before it goes on. */
const askAfterRefused = 100;

export interface BatchState<Doubt = never> {
  phase: 'running' | 'paused' | 'done' | 'cancelled';
  /** Why it paused by itself; `doubt` says what may have been done or not, where that can't be found out. */
  trouble: { error: unknown; doubt: Doubt | null } | null;
}

/**
 * Work that is sent to the backend batch by batch. A batch that is refused is
 * halved until only those items stay that are refused alone; without a network,
 * or when the backend fails, it pauses and goes on with the same batch. Followed
 * as an external store.
 */
export abstract class BatchJob<Item, State extends BatchState<Doubt>, Doubt = never> {
  readonly #online: () => boolean;
  readonly #listeners = new Set<() => void>();
  #state: State;
  #resume: ((assumeIn: boolean) => void) | undefined;
  #asked = false;

  /** `online` says whether a request can be made at all; it is asked before each. */
  constructor(state: State, online: () => boolean) {
    this.#state = state;
    this.#online = online;
  }

  /** Sends items together: all of them are done, or it throws and none is. */
  protected abstract send(items: readonly Item[]): Promise<void>;
  /** An item is refused by itself. */
  protected abstract refuse(item: Item, error: unknown): Promise<void>;
  /** Items are not sent, or it isn't known whether they were, as the job was cancelled. */
  protected abstract drop(items: readonly Item[], why: 'cancelled' | 'unknown'): void;
  /** What to ask about items that may have been done or not; null where sending them again does no harm. */
  protected abstract doubtOf(items: readonly Item[]): Doubt | null;
  /** Items are taken for done. */
  protected abstract assume(items: readonly Item[]): void;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): State => this.#state;

  /** After the request that is on its way. */
  pause(): void {
    if (this.#state.phase === 'running') this.#become('paused');
  }

  /** Where a request's fate isn't known: `assumeIn` takes its items for done, else they are sent again. */
  resume(assumeIn = false): void {
    if (this.#state.phase !== 'paused') return;
    this.#become('running');
    this.#resume?.(assumeIn);
  }

  cancel(): void {
    if (this.#state.phase === 'done') return;
    this.#become('cancelled');
    this.#resume?.(false);
  }

  protected get cancelled(): boolean {
    return this.#state.phase === 'cancelled';
  }

  protected set(changes: Partial<State>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  protected finish(): void {
    if (!this.cancelled) this.#become('done');
  }

  protected async put(items: readonly Item[]): Promise<void> {
    for (;;) {
      await this.turn();
      if (this.cancelled) return this.drop(items, 'cancelled');
      try {
        return await this.send(items);
      } catch (error) {
        const verdict = judge(error);
        if (verdict === 'rows') return this.#split(items, error);
        const doubt = verdict === 'unknown' ? this.doubtOf(items) : null;
        const assumeIn = await this.trouble(error, doubt);
        if (doubt === null) continue;
        if (this.cancelled) return this.drop(items, 'unknown');
        if (assumeIn) return this.assume(items);
      }
    }
  }

  /** Asks once before it goes on, where all that was sent so far is refused. */
  protected async askAfter(refused: number, done: number, error: unknown): Promise<void> {
    if (this.#asked || refused < askAfterRefused || done > 0) return;
    this.#asked = true;
    await this.trouble(error);
  }

  /** Waits while it is paused; without a network it pauses by itself. */
  protected async turn(): Promise<void> {
    if (this.#state.phase === 'running' && !this.#online()) {
      this.#become('paused', { error: offline(), doubt: null });
    }
    if (this.#state.phase === 'paused') await this.#resumed();
  }

  /** Pauses until somebody says how to go on. */
  protected trouble(error: unknown, doubt: Doubt | null = null): Promise<boolean> {
    if (this.cancelled) return Promise.resolve(false);
    this.#become('paused', { error, doubt });
    return this.#resumed();
  }

  /** Of items that are refused together, each half is tried by itself. */
  async #split(items: readonly Item[], error: unknown): Promise<void> {
    const [only] = items;
    if (items.length === 1 && only !== undefined) return this.refuse(only, error);
    const half = Math.ceil(items.length / 2);
    await this.put(items.slice(0, half));
    await this.put(items.slice(half));
  }

  #become(phase: State['phase'], trouble: State['trouble'] = null): void {
    this.set({ phase, trouble } as Partial<State>);
  }

  #resumed(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }
}

function offline(): ApiError {
  return new ApiError({
    code: 'offline',
    message: 'You are offline.',
    details: '',
    hint: '',
    status: 0,
    requestId: '',
  });
}
