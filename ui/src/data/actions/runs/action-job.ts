import { BatchJob, type BatchState } from '@/data/writes/batches/batch-job';
import type { ApiError } from '@/lib/api';
import type { CallOutcome } from '../call/call-outcome';
import { type ItemOutcome, itemOutcomes, type RunCounts, type RunItem, type RunResult } from './run.types';

export interface ActionJobState extends BatchState {
  total: number;
  counts: RunCounts;
}

export interface ActionJobOptions {
  /** The rows of the run. Only those that are `pending` are sent. */
  items: readonly RunItem[];
  /** Sends the call of a row, once. Resolves with the outcome and never rejects. */
  call: (item: RunItem) => Promise<CallOutcome<RunResult>>;
  /** Rejects if the server does not respond. Called before the calls that follow an unknown outcome. */
  checkConnection: () => Promise<void>;
  /** Stores rows in the browser. */
  store: (items: readonly RunItem[]) => Promise<void>;
  describeError: (error: ApiError) => string;
  isOnline?: () => boolean;
}

/** Number of calls that are sent at the same time. */
const parallelCalls = 4;

/** Returns the number of rows by outcome. */
export function countOutcomes(items: readonly RunItem[]): RunCounts {
  const counts = Object.fromEntries(itemOutcomes.map((outcome) => [outcome, 0])) as Record<
    ItemOutcome,
    number
  >;
  for (const { outcome } of items) counts[outcome] += 1;
  return counts;
}

/**
 * Calls an action once for each row. Stores that a row is being sent before it sends it, so that after a crash each row
 * is known to be done, not done or unknown. Never sends a row again whose outcome is unknown: it pauses, so that the
 * user can look for the cause, and continues with the other rows.
 */
export class ActionJob extends BatchJob<RunItem, ActionJobState> {
  readonly #options: ActionJobOptions;
  readonly #items: RunItem[];
  #isConnectionUncertain = false;

  constructor(options: ActionJobOptions) {
    const items = options.items.map((item) => ({ ...item }));
    super(
      {
        ...{ phase: 'running', jobError: null, isFinished: false },
        ...{ total: items.length, counts: countOutcomes(items) },
      },
      { isOnline: options.isOnline },
    );
    this.#options = options;
    this.#items = items;
  }

  /** Returns all rows with their outcomes. */
  items = (): readonly RunItem[] => this.#items;

  protected async work(): Promise<void> {
    const pending = this.#items.filter(({ outcome }) => outcome === 'pending');
    await this.sendBatches(
      pending.map((item) => [item]),
      parallelCalls,
    );
  }

  /** Calls the action for a row. Throws if the call certainly changed nothing. */
  protected async send(batch: readonly RunItem[]): Promise<void> {
    for (const item of batch) {
      if (!(await this.#waitForConnection())) return;
      await this.#update(item, { outcome: 'sending', note: '' });
      const outcome = await this.#options.call(item);
      if (outcome.kind === 'failed') {
        await this.#update(item, { outcome: 'pending', note: '' });
        throw outcome.error;
      }
      if (outcome.kind === 'done') {
        await this.#update(item, { outcome: 'done', ...outcome.result });
      } else {
        this.#isConnectionUncertain = true;
        await this.#update(item, { outcome: 'unknown', note: this.#options.describeError(outcome.error) });
        await this.pauseWithError(outcome.error);
      }
    }
  }

  /**
   * After a call with an unknown outcome, sends `checkConnection` before the next call: over a broken connection, this
   * call would have an unknown outcome, too. If the server does not respond, pauses the job and checks again when it
   * continues. Returns true if calls can be sent, false if the job was canceled.
   */
  async #waitForConnection(): Promise<boolean> {
    while (this.#isConnectionUncertain) {
      const checked = await this.attempt(this.#options.checkConnection);
      if (!checked) return false;
      this.#isConnectionUncertain = false;
    }
    return !this.isCanceled;
  }

  protected reject(item: RunItem, error: ApiError): void {
    void this.#update(item, { outcome: 'failed', note: this.#options.describeError(error) });
  }

  protected skip(): void {}

  /** Changes a row of the run and its counts, and resolves when the row is stored. */
  async #update(item: RunItem, changes: Pick<RunItem, 'outcome' | 'note'> & Partial<RunItem>): Promise<void> {
    const { counts } = this.snapshot();
    const { outcome } = changes;
    const moved = { [item.outcome]: counts[item.outcome] - 1 };
    Object.assign(item, changes);
    const next: RunCounts = { ...counts, ...moved };
    this.setState({ counts: { ...next, [outcome]: next[outcome] + 1 } });
    await this.#options.store([{ ...item }]);
  }
}
