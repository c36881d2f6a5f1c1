import type { Row } from '@/data/rows/row';
import { isSameValue } from '@/data/values/value.utils';
import { type ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { BatchJob } from '../batches/batch-job';
import { classifyResponse } from '../batches/classify-response';
import { findConflictingColumns, keyOf, keyText } from '../batches/guards.utils';
import type { RowChange } from '../edits/row-changes';
import {
  type BulkAccess,
  type BulkSource,
  type BulkState,
  type ComputeChanges,
  type RowOutcome,
  type RowResult,
  rowOutcomes,
  type SourcePage,
} from './bulk.types';
import {
  type BulkTarget,
  makeTarget,
  matchAnyKey,
  matchAnyTarget,
  splitByKeyLength,
  splitTargets,
} from './bulk-filters.utils';
import { conflictReason, missingReason } from './bulk-source';

/** Changes that are remembered to be taken back, and rows that are listed one by one. */
export const maxRememberedRows = 50_000;

export interface BulkOptions {
  table: Table;
  /** What to set; null deletes. */
  change: ComputeChanges | null;
  source: BulkSource;
  access: BulkAccess;
  /** The columns that are asked back of each row: its key, its title, what is changed. */
  columns: readonly string[];
  /** How many rows were named to the person: no more are touched. */
  total: number;
  /** Whether a request can be made at all; asked before each. */
  isOnline: () => boolean;
  /** Why the database refused a row, for people; `values` is what the row was to be. */
  describeError: (error: ApiError, values: Row) => string;
}

/**
 * Changes or deletes many rows, batch by batch. Each batch is asked back, may
 * touch no row but its own (max-affected), and of those only the ones that are
 * as they were read. Every row has one fate in the end.
 */
export class BulkJob extends BatchJob<BulkTarget, BulkState> {
  readonly #options: BulkOptions;
  readonly #results: RowResult[] = [];
  readonly #changes: RowChange[] = [];
  /** Rows of a request that was never answered: what they should become may be what they are. */
  readonly #unanswered = new Set<string>();
  #taken = 0;

  constructor(options: BulkOptions) {
    const counts = Object.fromEntries(rowOutcomes.map((fate) => [fate, 0])) as Record<RowOutcome, number>;
    super(
      {
        phase: 'running',
        jobError: null,
        total: options.total,
        counts,
        hasMoreRows: false,
        isFinished: false,
      },
      options.isOnline,
    );
    this.#options = options;
  }

  /** The rows by their fate, in the order in which it was known; past mostRemembered the changed ones are only counted. */
  results = (): readonly RowResult[] => this.#results;

  /** What was done, to be taken back; empty where it is too much to be. */
  changes = (): readonly RowChange[] => (this.#options.total > maxRememberedRows ? [] : this.#changes);

  /** Ends when all is dealt with, or after cancel. */
  async run(): Promise<void> {
    for (;;) {
      const page = await this.#nextPage();
      if (!page) break;
      this.#report(page.lostRows);
      this.#taken += page.lostRows.length;
      const room = this.#options.total - this.#taken;
      await this.#change(page.rows.slice(0, room));
      if (page.rows.length <= room) continue;
      this.setState({ hasMoreRows: true });
      break;
    }
    this.finish();
    this.setState({ isFinished: true });
  }

  async #nextPage(): Promise<SourcePage | undefined> {
    for (;;) {
      await this.waitUntilRunning();
      if (this.isCancelled) return undefined;
      try {
        return await this.#options.source.next();
      } catch (error) {
        await this.pauseWithError(error);
      }
    }
  }

  async #change(rows: readonly Row[]): Promise<void> {
    this.#taken += rows.length;
    const { table, change } = this.#options;
    const targets = rows.map((row) => makeTarget(table, row, change ? change(row) : {}));
    const same = change ? targets.filter(isUnchanged) : [];
    this.#report(same.map(({ row }) => ({ row, outcome: 'unchanged', reason: '' })));
    for (const batch of splitTargets(targets.filter((target) => !same.includes(target))))
      await this.sendAll(batch);
  }

  protected async send(targets: readonly BulkTarget[]): Promise<void> {
    const done = await this.#write(targets);
    const { table, change } = this.#options;
    const byKey = new Map(done.map((row) => [keyText(keyOf(table, row) ?? []), row]));
    const came = targets.flatMap((target) => {
      const row = byKey.get(target.text);
      return row ? [{ before: change ? target.row : row, after: change ? row : null }] : [];
    });
    this.#keep(came);
    const missed = targets.filter(({ text }) => !byKey.has(text));
    for (const batch of splitByKeyLength(missed, ({ key }) => key)) await this.#lookAgain(batch);
  }

  async #write(targets: readonly BulkTarget[]): Promise<readonly Row[]> {
    const { table, change, source, access, columns } = this.#options;
    const filters = [...source.filters, ...matchAnyTarget(targets)];
    const request = { filters, maxRows: targets.length, columns };
    try {
      if (!change) return await access.remove(table, request);
      return await access.patch(table, { ...request, changes: targets[0]?.changes ?? {} });
    } catch (error) {
      const { code } = toApiError(error);
      // None of them: which of the reasons it is, is looked into row by row.
      if (code === 'row_rejected' || code === 'row_not_found') return [];
      if (classifyResponse(error) === 'unknown') for (const { text } of targets) this.#unanswered.add(text);
      throw error;
    }
  }

  /** Says of rows that were not changed why. */
  async #lookAgain(targets: readonly BulkTarget[]): Promise<void> {
    const { table, source, access, columns } = this.#options;
    const keys = [matchAnyKey(targets.map(({ key }) => key))];
    const limit = targets.length;
    for (;;) {
      await this.waitUntilRunning();
      try {
        const now = await access.read(table, { filters: keys, columns, limit });
        const filters = [...source.filters, ...keys];
        const matching =
          source.filters.length > 0 ? await access.read(table, { filters, columns, limit }) : now;
        return this.#explain(targets, indexByKey(table, now), indexByKey(table, matching));
      } catch (error) {
        if (this.isCancelled) return this.#leaveUnexplained(targets);
        await this.pauseWithError(error);
      }
    }
  }

  #leaveUnexplained(targets: readonly BulkTarget[]): void {
    for (const { row, text } of targets) {
      if (this.#unanswered.has(text)) this.#tell(row, 'unknown', unknownReason);
      else this.#tell(row, 'rejected', unexplainedReason);
    }
  }

  #explain(
    targets: readonly BulkTarget[],
    now: ReadonlyMap<string, Row>,
    matching: ReadonlyMap<string, Row>,
  ): void {
    const deletes = this.#options.change === null;
    for (const target of targets) {
      const row = now.get(target.text);
      const unanswered = this.#unanswered.has(target.text);
      if (!row && deletes && unanswered) this.#keep([{ before: target.row, after: null }]);
      else if (!row) this.#tell(target.row, 'missing', missingReason);
      else if (!deletes && unanswered && isUnchanged({ ...target, row })) {
        this.#keep([{ before: target.row, after: row }]);
      } else if (
        !matching.has(target.text) ||
        findConflictingColumns(target.row, row, target.changes).length > 0
      ) {
        this.#tell(row, 'conflict', conflictReason);
      } else this.#tell(row, 'rejected', deletes ? notDeletedReason : unchangedReason);
    }
  }

  protected async reject({ row, changes }: BulkTarget, error: unknown): Promise<void> {
    const reason = this.#options.describeError(toApiError(error), { ...row, ...changes });
    this.#tell(row, 'rejected', reason);
    const { counts } = this.snapshot();
    await this.pauseAfterRejections(counts.rejected, counts.saved, error);
  }

  /** Rows that were not sent are no more than what is left of the total. */
  protected skip(targets: readonly BulkTarget[], why: 'cancelled' | 'unknown'): void {
    for (const { row, text } of targets) {
      if (why === 'unknown' || this.#unanswered.has(text)) this.#tell(row, 'unknown', unknownReason);
    }
  }

  /** Sending again does no harm: a row that was changed already is found to be so. */
  protected findUnconfirmed(): null {
    return null;
  }

  protected assumeDone(targets: readonly BulkTarget[]): void {
    this.#keep(targets.map(({ row, changes }) => ({ before: row, after: { ...row, ...changes } })));
  }

  #keep(changes: readonly RowChange[]): void {
    if (this.#options.total <= maxRememberedRows) this.#changes.push(...changes);
    this.#report(
      changes.map(({ before, after }) => ({ row: after ?? before ?? {}, outcome: 'saved', reason: '' })),
    );
  }

  #tell(row: Row, outcome: RowOutcome, reason: string): void {
    this.#report([{ row, outcome, reason }]);
  }

  #report(results: readonly RowResult[]): void {
    if (results.length === 0) return;
    const counts = { ...this.snapshot().counts };
    for (const result of results) {
      counts[result.outcome] += 1;
      const listed = result.outcome !== 'saved' && result.outcome !== 'unchanged';
      if (listed || this.#options.total <= maxRememberedRows) this.#results.push(result);
    }
    this.setState({ counts });
  }
}

const unchangedReason = 'You don’t have permission to change this row.';
const notDeletedReason = 'You don’t have permission to delete this row.';
const unexplainedReason = 'It was left as it is; why could not be asked any more.';
const unknownReason = 'The answer never came: look at the row.';

function isUnchanged({ row, changes }: Pick<BulkTarget, 'row' | 'changes'>): boolean {
  return Object.entries(changes).every(([name, value]) => isSameValue(value, row[name]));
}

function indexByKey(table: Table, rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [keyText(keyOf(table, row) ?? []), row]));
}
