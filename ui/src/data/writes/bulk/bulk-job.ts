import type { Row } from '@/data/rows/row';
import { isSameValue } from '@/data/values/value.utils';
import type { ApiError } from '@/lib/api';
import type { PlannedWrite } from '../batches/plan-batches';
import type { RowWrite } from '../batches/row-write';
import { RowWriteJob, type RowWriteJobOptions, type WriteResult } from '../batches/row-write-job';
import type { RowChange } from '../edits/row-changes';
import { writesMessages as messages } from '../writes-messages';
import {
  type BulkSource,
  type BulkState,
  type ComputeChanges,
  type RowOutcome,
  type RowResult,
  rowOutcomes,
} from './bulk.types';

/** Maximum number of changes that undo can revert, and of rows that the report lists. */
export const maxRememberedRows = 50_000;

export interface BulkOptions extends Pick<RowWriteJobOptions, 'table' | 'access' | 'columns' | 'isOnline'> {
  /** Returns what to set in a row; null deletes the rows. */
  change: ComputeChanges | null;
  source: BulkSource;
  /** The number of rows that the user confirmed: the job changes no more. */
  total: number;
  /** Returns why the database rejected a row; `values` is the row as it would have been. */
  describeError: (error: ApiError, values: Row) => string;
  /**
   * Called after each request with the changes that it made, so that they can be undone also if the page is closed before the
   * job ends. Not called for a job with more than `maxRememberedRows` rows.
   */
  onSaved?: (changes: readonly RowChange[]) => void;
}

/** Changes or deletes the rows of a source. Each row gets one outcome in the report. */
export class BulkJob extends RowWriteJob<BulkState> {
  readonly #options: BulkOptions;
  readonly #results: RowResult[] = [];
  readonly #changes: RowChange[] = [];
  #takenCount = 0;

  constructor(options: BulkOptions) {
    const { total, source } = options;
    const counts = Object.fromEntries(rowOutcomes.map((outcome) => [outcome, 0]));
    super(
      {
        ...{ phase: 'running', jobError: null, isFinished: false, total, hasMoreRows: false },
        counts: counts as Record<RowOutcome, number>,
      },
      { ...options, filters: source.filters },
    );
    this.#options = options;
  }

  /** Returns the report. Of a job with more than `maxRememberedRows` rows, it lists only those that were not saved. */
  results = (): readonly RowResult[] => this.#results;

  /** Returns the changes; none if the job has more than `maxRememberedRows` rows. */
  changes = (): readonly RowChange[] => this.#changes;

  /** Reads the pages of the source and writes their rows, at most `total`. */
  protected async work(): Promise<void> {
    const { source, total } = this.#options;
    while (!this.isCanceled) {
      const page = (await this.attempt(() => source.next()))?.value;
      if (!page || this.isCanceled) return;
      this.#report(page.lostRows);
      this.#takenCount += page.lostRows.length;
      const room = total - this.#takenCount;
      await this.#writePage(page.rows.slice(0, room));
      if (page.rows.length > room) return this.setState({ hasMoreRows: true });
    }
  }

  /** Updates or deletes the rows. Reports rows that would not change as unchanged, without writing them. */
  async #writePage(rows: readonly Row[]): Promise<void> {
    this.#takenCount += rows.length;
    const { change } = this.#options;
    const writes = rows.map((baseRow): RowWrite => {
      if (!change) return { kind: 'delete', baseRow, isForced: true };
      return { kind: 'update', baseRow, changes: change(baseRow) };
    });
    const unchanged = writes.filter(isUnchanged);
    this.#report(unchanged.map((write) => ({ row: getBaseRow(write), outcome: 'unchanged', reason: '' })));
    await this.writeAll(writes.filter((write) => !unchanged.includes(write)));
  }

  /** Adds the outcomes to the report, and the saved rows to the changes. */
  protected reportResults(results: readonly WriteResult[]): void {
    if (this.#isRemembered) {
      const saved = results.flatMap(({ write, outcome }): RowChange[] => {
        if (outcome.kind !== 'saved') return [];
        const { row } = outcome;
        return [
          write.kind === 'delete' ? { before: row, after: null } : { before: getBaseRow(write), after: row },
        ];
      });
      this.#changes.push(...saved);
      if (saved.length > 0) this.#options.onSaved?.(saved);
    }
    this.#report(results.map((result) => this.#toRowResult(result)));
  }

  /** Reports rows of which it is unknown whether they were written. Rows that were not sent are not in the report. */
  protected skip(batch: readonly PlannedWrite[], unconfirmedError: ApiError | null): void {
    if (!unconfirmedError) return;
    this.#report(
      batch.map(({ write }) => ({
        row: getBaseRow(write),
        outcome: 'unknown',
        reason: messages.noResponse,
      })),
    );
  }

  /** Returns the entry of the report for an outcome. */
  #toRowResult({ write, outcome }: WriteResult): RowResult {
    const baseRow = getBaseRow(write);
    switch (outcome.kind) {
      case 'saved':
        return { row: outcome.row, outcome: 'saved', reason: '' };
      case 'missing':
        return { row: baseRow, outcome: 'missing', reason: messages.rowMissing };
      case 'conflict':
        return { row: outcome.theirs, outcome: 'conflict', reason: messages.rowChanged };
      case 'rejected': {
        const values = write.kind === 'update' ? { ...baseRow, ...write.changes } : baseRow;
        const reason = this.#options.describeError(outcome.error, values);
        return { row: baseRow, outcome: 'rejected', reason };
      }
    }
  }

  /** Adds entries to the report. Counts all, but does not list saved and unchanged rows of a large job. */
  #report(results: readonly RowResult[]): void {
    if (results.length === 0) return;
    const counts = { ...this.snapshot().counts };
    for (const result of results) {
      counts[result.outcome] += 1;
      const isDone = result.outcome === 'saved' || result.outcome === 'unchanged';
      if (!isDone || this.#isRemembered) this.#results.push(result);
    }
    this.setState({ counts });
  }

  get #isRemembered(): boolean {
    return this.#options.total <= maxRememberedRows;
  }
}

/** Whether an update sets only values that the row has already. */
function isUnchanged(write: RowWrite): boolean {
  if (write.kind !== 'update') return false;
  const { baseRow, changes } = write;
  return Object.entries(changes).every(([name, value]) => isSameValue(value, baseRow[name]));
}

function getBaseRow(write: RowWrite): Row {
  return write.kind === 'insert' ? write.row : write.baseRow;
}
