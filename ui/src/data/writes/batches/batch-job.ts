import { ApiError, toApiError } from '@/lib/api';
import { ExternalStore } from '@/lib/external-store';
import { writesMessages as messages } from '../writes-messages';
import { classifyResponse } from './classify-response';

/** After this number of rejected items, if no batch was accepted, the job pauses once, so that the user can cancel it. */
const maxInitialRejections = 100;

export interface BatchState<Unconfirmed = never> {
  phase: 'running' | 'paused' | 'done' | 'canceled';
  /**
   * The reason why the job paused or ended without an action of the user. `unconfirmed` describes items that the user
   * must look up, because it is unknown whether they were written; null if there are none.
   */
  jobError: { error: unknown; unconfirmed: Unconfirmed | null } | null;
  /** No request is in flight, and none follows. A canceled job first waits for its last response. */
  isFinished: boolean;
}

export interface BatchJobOptions {
  /** Whether a request can be made at all. Called before each request; by default the job always tries. */
  isOnline?: (() => boolean) | undefined;
  /** Whether an error that does not refer to single items pauses the job. If not, it ends the job. */
  canPause?: boolean;
  /** Whether a rejected batch is sent again in halves. If not, a rejection ends the job. */
  canSplit?: boolean;
}

/**
 * Work that is sent to the backend in batches, with progress, pause and cancel. A rejected batch is halved until each
 * rejected item is in a separate request, so that it does not prevent the others. After an outage the job pauses and
 * then sends the same batch again. Components follow the job as an external store.
 */
export abstract class BatchJob<
  Item,
  State extends BatchState<Unconfirmed> = BatchState,
  Unconfirmed = never,
> extends ExternalStore<State> {
  readonly #isOnline: () => boolean;
  readonly #canPause: boolean;
  readonly #canSplit: boolean;
  #resumers: ((assumeDone: boolean) => void)[] = [];
  #rejectedCount = 0;
  #hasAccepted = false;
  #hasPausedForRejections = false;

  constructor(
    state: State,
    { isOnline = () => true, canPause = true, canSplit = true }: BatchJobOptions = {},
  ) {
    super(state);
    this.#isOnline = isOnline;
    this.#canPause = canPause;
    this.#canSplit = canSplit;
  }

  /** Sends all batches with `sendBatch`. `run` calls it once. */
  protected abstract work(): Promise<void>;
  /**
   * Sends items in one request. Resolves if the server accepted the request,
   * throws if it wrote nothing or did not respond. `unconfirmedError` is the error
   * of an earlier request after which it is unknown whether the items were written.
   */
  protected abstract send(items: readonly Item[], unconfirmedError: ApiError | null): Promise<void>;
  /** Receives an item that the server rejected. */
  protected abstract reject(item: Item, error: ApiError): void;
  /** Receives items that were not sent, or not sent again, before the job ended; `unconfirmedError` as for `send`. */
  protected abstract skip(items: readonly Item[], unconfirmedError: ApiError | null): void;
  /** Returns what the user must look up about items that got no response; null if they can be sent again without harm. */
  protected findUnconfirmed(_items: readonly Item[]): Unconfirmed | null {
    return null;
  }
  /** Receives items of which the user stated that they were written. */
  protected assumeDone(_items: readonly Item[]): void {}

  /** Resolves when every item is written, rejected or skipped. */
  async run(): Promise<void> {
    await this.work();
    if (!this.isCanceled) this.#setPhase('done');
    this.setState({ isFinished: true } as Partial<State>);
  }

  /** Pauses after the requests in flight. */
  pause(): void {
    if (this.snapshot().phase === 'running') this.#setPhase('paused');
  }

  /** Continues. Unconfirmed items count as written if `assumeDone`, otherwise they are sent again. */
  resume(assumeDone = false): void {
    if (this.snapshot().phase !== 'paused') return;
    this.#setPhase('running');
    this.#continue(assumeDone);
  }

  /** Ends the job after the requests in flight. It does not revert completed writes. */
  cancel(): void {
    const { phase, isFinished } = this.snapshot();
    if (phase === 'done' || isFinished) return;
    this.#setPhase('canceled');
    this.#continue(false);
  }

  protected get isCanceled(): boolean {
    return this.snapshot().phase === 'canceled';
  }

  protected setState(changes: Partial<State>): void {
    this.setSnapshot({ ...this.snapshot(), ...changes });
  }

  /** Sends batches, several at the same time if `parallel` is more than 1. */
  protected async sendBatches(batches: readonly (readonly Item[])[], parallel = 1): Promise<void> {
    const next = batches.values();
    const sendRest = async () => {
      for (const batch of next) await this.sendBatch(batch);
    };
    await Promise.all(Array.from({ length: Math.min(parallel, batches.length) }, sendRest));
  }

  /** Sends a batch until it is accepted, rejected item by item, or skipped. */
  protected async sendBatch(items: readonly Item[], unconfirmedError: ApiError | null = null): Promise<void> {
    for (;;) {
      await this.waitUntilRunning();
      if (this.isCanceled) return this.skip(items, unconfirmedError);
      try {
        await this.send(items, unconfirmedError);
        this.#hasAccepted = true;
        return;
      } catch (error) {
        const response = classifyResponse(error);
        if (this.#canSplit && (response === 'rows' || (response === 'request' && !this.#canPause))) {
          return this.#sendHalves(items, error, unconfirmedError);
        }
        if (response === 'unknown') unconfirmedError = toApiError(error);
        const unconfirmed = response === 'unknown' ? this.findUnconfirmed(items) : null;
        const assumeDone = await this.pauseWithError(error, unconfirmed);
        if (unconfirmed === null || this.isCanceled) continue;
        if (assumeDone) return this.assumeDone(items);
        unconfirmedError = null;
      }
    }
  }

  /** Runs a request that writes nothing, again after each pause. Returns null if it failed and the job is canceled. */
  protected async attempt<T>(request: () => Promise<T>): Promise<{ value: T } | null> {
    for (;;) {
      await this.waitUntilRunning();
      try {
        return { value: await request() };
      } catch (error) {
        await this.pauseWithError(error);
        if (this.isCanceled) return null;
      }
    }
  }

  /** Waits while the job is paused. Pauses it if the browser is offline. */
  protected async waitUntilRunning(): Promise<void> {
    const { phase } = this.snapshot();
    if (phase === 'running' && !this.#isOnline()) await this.pauseWithError(makeOfflineError());
    else if (phase === 'paused') await this.#waitForResume();
  }

  /** Pauses until the user decides, or ends the job if it can't pause. Returns whether to assume that the items were written. */
  protected async pauseWithError(error: unknown, unconfirmed: Unconfirmed | null = null): Promise<boolean> {
    if (this.isCanceled) return false;
    this.#setPhase(this.#canPause ? 'paused' : 'canceled', { error, unconfirmed });
    return this.#canPause && this.#waitForResume();
  }

  /** Sends the halves of a rejected batch one after the other. Rejects the item if there is only one. */
  async #sendHalves(
    items: readonly Item[],
    error: unknown,
    unconfirmedError: ApiError | null,
  ): Promise<void> {
    const [only] = items;
    if (items.length === 1 && only !== undefined) {
      this.reject(only, toApiError(error));
      this.#rejectedCount += 1;
      return this.#pauseAfterRejections(error);
    }
    const middle = Math.ceil(items.length / 2);
    await this.sendBatch(items.slice(0, middle), unconfirmedError);
    await this.sendBatch(items.slice(middle), unconfirmedError);
  }

  /** Pauses, once per job, after `maxInitialRejections` rejected items without an accepted batch. */
  async #pauseAfterRejections(error: unknown): Promise<void> {
    const isSuspicious = this.#rejectedCount >= maxInitialRejections && !this.#hasAccepted;
    if (!this.#canPause || this.#hasPausedForRejections || !isSuspicious) return;
    this.#hasPausedForRejections = true;
    await this.pauseWithError(error);
  }

  #setPhase(phase: State['phase'], jobError: State['jobError'] = null): void {
    this.setState({ phase, jobError } as Partial<State>);
  }

  /** Resolves the promises of `#waitForResume`. */
  #continue(assumeDone: boolean): void {
    const resumers = this.#resumers;
    this.#resumers = [];
    for (const resume of resumers) resume(assumeDone);
  }

  /** Waits until the job is resumed or canceled. Resolves with whether to assume that the items were written. */
  #waitForResume(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#resumers.push(resolve);
    });
  }
}

function makeOfflineError(): ApiError {
  return new ApiError({
    code: 'offline',
    message: messages.offline,
    details: '',
    hint: '',
    status: 0,
    requestId: '',
  });
}
