import { type ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import type { BatchState } from './batch-job';
import type { PlannedWrite } from './plan-batches';
import type { RowWrite, SentOutcome } from './row-write';
import { RowWriteJob, type WriteResult } from './row-write-job';

/** Requests in flight at the same time: browsers open six connections to a host. */
const maxParallelRequests = 6;

/** Options that report the progress of a write, and end it. */
export interface WriteControl {
  /** Called with the number of rows that have an outcome, after each request. */
  onProgress?: (done: number) => void;
  /** Ends the write after the requests in flight. */
  signal?: AbortSignal | undefined;
}

export interface WriteRowsOptions extends WriteControl {
  /** Whether the first rejection ends the write, instead of a retry in halves. Requests are sent one at a time. */
  stopsAtRejection?: boolean;
}

/**
 * Writes rows of one table in as few requests as possible, see `RowWriteJob`.
 * Resolves with an outcome for each write, in order; undefined if the write was
 * ended before the row was sent. An outage rejects the remaining rows,
 * without sending them.
 */
export async function writeRows(
  table: Table,
  writes: readonly RowWrite[],
  { onProgress, signal, stopsAtRejection = false }: WriteRowsOptions = {},
): Promise<readonly (SentOutcome | undefined)[]> {
  const job = new WriteRowsJob(table, writes, stopsAtRejection);
  const cancel = () => job.cancel();
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  const unsubscribe = onProgress && job.subscribe(() => onProgress(job.snapshot().doneCount));
  try {
    await job.run();
  } finally {
    signal?.removeEventListener('abort', cancel);
    unsubscribe?.();
  }
  return job.outcomes;
}

interface WriteRowsState extends BatchState {
  /** Rows that have an outcome. */
  doneCount: number;
}

class WriteRowsJob extends RowWriteJob<WriteRowsState> {
  readonly outcomes: (SentOutcome | undefined)[];
  readonly #writes: readonly RowWrite[];
  readonly #parallel: number;

  constructor(table: Table, writes: readonly RowWrite[], stopsAtRejection: boolean) {
    const state: WriteRowsState = { phase: 'running', jobError: null, isFinished: false, doneCount: 0 };
    super(state, { table, canPause: false, canSplit: !stopsAtRejection });
    this.#writes = writes;
    this.#parallel = stopsAtRejection ? 1 : maxParallelRequests;
    this.outcomes = writes.map(() => undefined);
  }

  protected work(): Promise<void> {
    return this.writeAll(this.#writes, this.#parallel);
  }

  /** Stores the outcomes by the position of their write, and increases the number of written rows. */
  protected reportResults(results: readonly WriteResult[]): void {
    for (const { index, outcome } of results) this.outcomes[index] = outcome;
    this.setState({ doneCount: this.snapshot().doneCount + results.length });
  }

  /**
   * Sets the outcome of writes that are not sent because the job ended: rejected with `unconfirmedError`, if an earlier
   * request for them had no response; otherwise with the error that ended the job. After a cancel, there is no
   * error, and the writes have no outcome.
   */
  protected skip(batch: readonly PlannedWrite[], unconfirmedError: ApiError | null): void {
    const { jobError } = this.snapshot();
    const error = unconfirmedError ?? (jobError && toApiError(jobError.error));
    if (!error) return;
    this.reportResults(
      batch.map(({ write, index }) => ({ write, index, outcome: { kind: 'rejected', error } })),
    );
  }
}
