import type { Filter } from '@/data/query/filters/filters.utils';
import { omitLargeColumns } from '@/data/rows/large-columns';
import { listReadableNames } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { writesMessages as messages } from '../writes-messages';
import { BatchJob, type BatchJobOptions, type BatchState } from './batch-job';
import { confirmWrite, hasValues } from './confirm-write';
import { buildKeyFilters, getRowKey } from './guards.utils';
import { matchAnyRow } from './match-rows';
import { type PlannedWrite, planBatches } from './plan-batches';
import { type RowAccess, rowAccess } from './row-access';
import {
  classifyMissedWrite,
  type ExistingRowWrite,
  formatRowKey,
  type RowWrite,
  type SentOutcome,
} from './row-write';

export interface RowWriteJobOptions extends BatchJobOptions {
  table: Table;
  access?: RowAccess;
  /** Filters that a row must still match when it is written, besides its guards. */
  filters?: readonly Filter[];
  /** The columns to read back; by default all that the role can read. */
  columns?: readonly string[];
}

export interface WriteResult {
  write: RowWrite;
  /** The position of the write in the list that was passed to `writeAll`. */
  index: number;
  outcome: SentOutcome;
}

/** The rows of a table now, by the text of their key. */
type RowsByKey = ReadonlyMap<string, Row>;

/**
 * Writes rows of one table in batches: guards each row by its base row, reads
 * the written rows back, and finds out for each of the others why it was not
 * written. Each write gets one outcome.
 */
export abstract class RowWriteJob<State extends BatchState = BatchState> extends BatchJob<
  PlannedWrite,
  State
> {
  readonly #table: Table;
  readonly #access: RowAccess;
  readonly #filters: readonly Filter[];
  readonly #columns: readonly string[];

  constructor(
    state: State,
    { table, access = rowAccess, filters = [], columns, ...job }: RowWriteJobOptions,
  ) {
    super(state, job);
    this.#table = table;
    this.#access = access;
    this.#filters = filters;
    this.#columns = columns ?? listReadableNames(table);
  }

  /** Receives the outcomes as they become known. */
  protected abstract reportResults(results: readonly WriteResult[]): void;

  /** Sends writes in as few requests as possible, several of them at the same time if `parallel` is more than 1. */
  protected writeAll(writes: readonly RowWrite[], parallel?: number): Promise<void> {
    return this.sendBatches(planBatches(this.#table, writes), parallel);
  }

  /** Sends a batch. Reports the saved rows, and finds out why the others were not written. */
  protected async send(batch: readonly PlannedWrite[], unconfirmedError: ApiError | null): Promise<void> {
    const rows = await this.#request(batch);
    const findRow = this.#matchRows(batch, rows);
    const saved = batch.flatMap(({ write, index }, i): WriteResult[] => {
      const row = findRow(write, i);
      return row ? [{ write, index, outcome: { kind: 'saved', row } }] : [];
    });
    if (saved.length > 0) this.reportResults(saved);
    const missed = batch.filter(({ write }, i) => !findRow(write, i));
    if (missed.length > 0) await this.#reportMissed(missed, unconfirmedError !== null);
  }

  /** Reports the outcome `rejected`. */
  protected reject({ write, index }: PlannedWrite, error: ApiError): void {
    this.reportResults([{ write, index, outcome: { kind: 'rejected', error } }]);
  }

  /** Sends the request of a batch. Returns the rows that it wrote. */
  async #request(batch: readonly PlannedWrite[]): Promise<readonly Row[]> {
    const first = batch[0]?.write;
    if (first?.kind === 'insert') {
      const rows = batch.flatMap(({ write }) => (write.kind === 'insert' ? [write.row] : []));
      return this.#access.insert(this.#table, rows);
    }
    const filters = [...this.#filters, ...matchAnyRow(batch.map(({ conditions }) => conditions))];
    const columns = this.#listReturnedColumns(batch.map(({ write }) => write));
    const request = { filters, maxRows: batch.length, columns };
    try {
      return first?.kind === 'update'
        ? await this.#access.update(this.#table, { ...request, changes: first.changes })
        : await this.#access.remove(this.#table, request);
    } catch (error) {
      const { code } = toApiError(error);
      // The server returns an error if it wrote none of the rows. The reason can differ from row to row.
      if (code === 'row_not_found' || (code === 'row_rejected' && batch.length > 1)) return [];
      throw error;
    }
  }

  /** Returns the columns to read back. An update returns only those large values that it changes; a deletion all, for undo. */
  #listReturnedColumns(writes: readonly RowWrite[]): readonly string[] {
    if (writes.some(({ kind }) => kind !== 'update')) return this.#columns;
    const small = new Set(omitLargeColumns(this.#table, this.#columns));
    const isChanged = (name: string) =>
      writes.some((write) => write.kind === 'update' && name in write.changes);
    return this.#columns.filter((name) => small.has(name) || isChanged(name));
  }

  /** Returns a function that finds a write's row in the response. */
  #matchRows(batch: readonly PlannedWrite[], rows: readonly Row[]) {
    const byKey = this.#indexByKey(rows);
    return (write: RowWrite, i: number): Row | undefined => {
      if (write.kind === 'insert') return rows[i] ?? {};
      // The row of a single write is found even if the write changed its key.
      return batch.length === 1 ? rows[0] : byKey.get(formatRowKey(this.#table, write.baseRow));
    };
  }

  /**
   * Reports the outcomes of writes whose row was not in the response. `wasSent`: whether an earlier request can have
   * written them.
   */
  async #reportMissed(missed: readonly PlannedWrite[], wasSent: boolean): Promise<void> {
    const read = await this.attempt(() => this.#readMissed(missed));
    const { jobError } = this.snapshot();
    const unread = jobError ? toApiError(jobError.error) : makeUnreadError();
    const results = missed.map(async ({ write, index }): Promise<WriteResult> => {
      if (!read || write.kind === 'insert') {
        return { write, index, outcome: { kind: 'rejected', error: unread } };
      }
      return { write, index, outcome: await this.#classifyMissed(write, read.value, wasSent) };
    });
    this.reportResults(await Promise.all(results));
  }

  /** Reads rows that a request did not write: all of them as they are now, and those that match the job's filters. */
  async #readMissed(missed: readonly PlannedWrite[]): Promise<{ current: RowsByKey; matching: RowsByKey }> {
    const keys = missed.flatMap(({ write }) =>
      write.kind === 'insert' ? [] : [buildKeyFilters(getRowKey(this.#table, write.baseRow) ?? [])],
    );
    const columns = this.#listReturnedColumns(missed.map(({ write }) => write));
    const readMatching = async (filters: readonly Filter[]) => {
      const request = { filters: [...filters, ...matchAnyRow(keys)], columns };
      return this.#indexByKey(await this.#access.read(this.#table, { ...request, limit: keys.length }));
    };
    const current = await readMatching([]);
    return { current, matching: this.#filters.length > 0 ? await readMatching(this.#filters) : current };
  }

  /**
   * Returns the outcome of a write whose row was not in the response, by the row's current values. If an earlier
   * request can have written it, checks that first.
   */
  async #classifyMissed(
    write: ExistingRowWrite,
    { current, matching }: { current: RowsByKey; matching: RowsByKey },
    wasSent: boolean,
  ): Promise<SentOutcome> {
    const key = formatRowKey(this.#table, write.baseRow);
    const row = current.get(key);
    const outcome = classifyMissedWrite(write, row);
    if (wasSent || write.wasSent) {
      const confirmed = await confirmWrite(this.#table, write, outcome, async (filters) => {
        const request = { filters, columns: this.#listReturnedColumns([write]), limit: 1 };
        return (await this.#access.read(this.#table, request))[0];
      });
      if (confirmed.kind === 'saved') return confirmed;
    }
    if (row && !matching.has(key)) return { kind: 'conflict', theirs: row, columns: [] };
    // Another user made the same change, so that there is nothing to decide.
    const isMade =
      outcome.kind === 'conflict' && write.kind === 'update' && hasValues(outcome.theirs, write.changes);
    return isMade ? { kind: 'saved', row: outcome.theirs } : outcome;
  }

  /** Returns the rows by the text of their key. */
  #indexByKey(rows: readonly Row[]): RowsByKey {
    return new Map(rows.map((row) => [formatRowKey(this.#table, row), row]));
  }
}

function makeUnreadError(): ApiError {
  return new ApiError({
    code: 'not_written',
    message: messages.notWritten,
    details: '',
    hint: messages.checkRow,
    status: 0,
    requestId: '',
  });
}
