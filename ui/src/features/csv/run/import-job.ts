import { BatchJob, type BatchState } from '@/data/writes/batches/batch-job';
import { classifyResponse } from '@/data/writes/batches/classify-response';
import { toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { formatList } from '@/lib/format';
import type { BatchRow, FileSource, ImportPlan, RowRejection, TableAccess } from '../csv.types';
import { findMatchKey, formatKeyValues } from './match-key.utils';

/** Rows of which nobody knows whether they went in. */
type UnconfirmedRows = readonly [first: number, last: number];

export interface ImportJobState extends BatchState<UnconfirmedRows> {
  /** Rows of the file that are dealt with. */
  processed: number;
  inserted: number;
  updated: number;
  /** Written, where it isn't known whether they were there before. */
  insertedOrUpdated: number;
  /** Rows refused by the backend, or not sent. */
  rejected: number;
  /** Nothing more comes: a cancelled import first waits for its last answer. */
  isFinished: boolean;
}

export interface ImportJobOptions {
  table: Table;
  plan: ImportPlan;
  source: FileSource;
  access: TableAccess;
  /** Rows in the file. */
  total: number;
  /** Whether a request can be made at all; asked before each. */
  isOnline: () => boolean;
}

const initialState: ImportJobState = {
  phase: 'running',
  processed: 0,
  inserted: 0,
  updated: 0,
  insertedOrUpdated: 0,
  rejected: 0,
  isFinished: false,
  jobError: null,
};

/** Puts a checked file's rows into its table, batch by batch. What isn't sent is told as refused. */
export class ImportJob extends BatchJob<BatchRow, ImportJobState, UnconfirmedRows> {
  readonly #options: ImportJobOptions;
  readonly #refusals: RowRejection[] = [];
  /** A key by which rows can be looked up; with it none can go in twice. */
  readonly #key: readonly string[] | undefined;
  /** The first of the rows whose request was never answered. */
  #unanswered: number | undefined;

  constructor(options: ImportJobOptions) {
    super(initialState, options.isOnline);
    this.#options = options;
    this.#key = findMatchKey(options.table, options.plan);
  }

  /** The rows that did not go in, in their order. */
  rejections = (): readonly RowRejection[] => this.#refusals;

  /** Ends when all is dealt with, or after cancel. */
  async run(): Promise<void> {
    const { source, total, access, table } = this.#options;
    while (this.snapshot().processed < total && !this.isCancelled) {
      try {
        const { rows, nextRow } = await source.readBatch(this.snapshot().processed);
        if (rows.length > 0) await this.sendAll(rows);
        this.setState({ processed: nextRow });
      } catch (error) {
        await this.pauseWithError(error);
      }
    }
    if (this.isCancelled) await this.#refuseRest();
    else this.finish();
    this.setState({ isFinished: true });
    access.notifyRowsChanged(table);
  }

  protected async send(rows: readonly BatchRow[]): Promise<void> {
    const { table, plan, access } = this.#options;
    const upserts = plan.keyColumns.length > 0;
    if (!upserts && (await this.#wentIn(rows))) {
      this.setState({ insertedOrUpdated: this.snapshot().insertedOrUpdated + rows.length });
      return;
    }
    const existing = upserts
      ? await access.countExisting(
          table,
          plan.keyColumns,
          rows.map(({ keyValues }) => keyValues),
        )
      : 0;
    const columns = plan.mappings.map(({ column }) => column);
    try {
      await access.send(table, {
        bodies: rows.map(({ body }) => body),
        columns,
        keyColumns: plan.keyColumns,
      });
    } catch (error) {
      this.#unanswered = classifyResponse(error) === 'unknown' ? rows[0]?.row : undefined;
      throw error;
    }
    this.#unanswered = undefined;
    const { inserted, updated, insertedOrUpdated } = this.snapshot();
    if (existing === undefined) this.setState({ insertedOrUpdated: insertedOrUpdated + rows.length });
    else this.setState({ inserted: inserted + rows.length - existing, updated: updated + existing });
  }

  protected async reject({ row }: BatchRow, thrown: unknown): Promise<void> {
    const { table, access } = this.#options;
    const error = toApiError(thrown);
    const { code, message, details, hint, columns } = error;
    const { sentence, nextStep } = access.describeError(table, error);
    const titles = table.columns.filter(({ name }) => columns.includes(name)).map(({ title }) => title);
    this.#refuse({
      row,
      message: [sentence, nextStep].filter(Boolean).join(' '),
      serverError: { code, message, details, hint },
      ...(titles.length > 0 ? { column: formatList(titles) } : {}),
    });
    const { rejected, inserted, updated, insertedOrUpdated } = this.snapshot();
    await this.pauseAfterRejections(rejected, inserted + updated + insertedOrUpdated, thrown);
  }

  protected skip(rows: readonly BatchRow[], why: 'cancelled' | 'unknown'): void {
    const message =
      why === 'unknown' || (rows[0] !== undefined && rows[0].row === this.#unanswered)
        ? 'Not known whether it went in: the answer never came.'
        : 'Not sent: the import was cancelled.';
    this.#refuse(...rows.map(({ row }) => ({ row, message })));
  }

  #refuse(...refusals: readonly RowRejection[]): void {
    this.#refusals.push(...refusals);
    this.setState({ rejected: this.#refusals.length });
  }

  protected findUnconfirmed(rows: readonly BatchRow[]): UnconfirmedRows | null {
    if (this.#options.plan.keyColumns.length > 0 || (this.#key && formatKeyValues(rows, this.#key)))
      return null;
    return [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
  }

  protected assumeDone(rows: readonly BatchRow[]): void {
    this.setState({ inserted: this.snapshot().inserted + rows.length });
  }

  /** Whether rows that are about to be sent again are there: they went in, or were there before. */
  async #wentIn(rows: readonly BatchRow[]): Promise<boolean> {
    const { table, access } = this.#options;
    const keys = this.#key && formatKeyValues(rows, this.#key);
    if (this.#unanswered === undefined || this.#unanswered !== rows[0]?.row || !this.#key || !keys)
      return false;
    const all = (await access.countExisting(table, this.#key, keys)) === rows.length;
    if (all) this.#unanswered = undefined;
    return all;
  }

  async #refuseRest(): Promise<void> {
    for (let from = this.snapshot().processed; from < this.#options.total; ) {
      const { rows, nextRow } = await this.#options.source.readBatch(from);
      this.skip(rows, 'cancelled');
      from = nextRow;
    }
  }
}
