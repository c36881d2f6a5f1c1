import { BatchJob, type BatchState } from '@/data/writes/batches/batch-job';
import type { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { formatErrorText } from '@/lib/errors/error-texts';
import { formatList } from '@/lib/text/format';
import type { BatchRow, FileSource, ImportPlan, RowRejection, TableAccess } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { findMatchKey, formatKeyValues } from './match-key.utils';

/** Rows of the file that got no response: only the user can find out whether they were inserted. */
type UnconfirmedRows = readonly [first: number, last: number];

/** The numbers of written rows. */
interface WrittenCounts {
  inserted: number;
  updated: number;
  /** Written rows of which it is unknown whether they existed before. */
  insertedOrUpdated: number;
}

export interface ImportJobState extends BatchState<UnconfirmedRows>, WrittenCounts {
  /** Rows of the file that are written, rejected or skipped. */
  processed: number;
  /** Rows that the server rejected, or that were not sent. */
  rejected: number;
}

export interface ImportJobOptions {
  table: Table;
  plan: ImportPlan;
  source: FileSource;
  access: TableAccess;
  /** The number of rows in the file. */
  total: number;
  /** Whether a request can be made at all; called before each request. */
  isOnline: () => boolean;
}

const initialState: ImportJobState = {
  ...{ phase: 'running', jobError: null, isFinished: false },
  ...{ processed: 0, inserted: 0, updated: 0, insertedOrUpdated: 0, rejected: 0 },
};

/** Inserts or updates the rows of a checked file in batches. Rows that are not sent count as rejected. */
export class ImportJob extends BatchJob<BatchRow, ImportJobState, UnconfirmedRows> {
  readonly #options: ImportJobOptions;
  readonly #rejections: RowRejection[] = [];
  /** A key by which rows can be found, so that none is inserted twice. */
  readonly #key: readonly string[] | undefined;

  constructor(options: ImportJobOptions) {
    super(initialState, { isOnline: options.isOnline });
    this.#options = options;
    this.#key = findMatchKey(options.table, options.plan);
  }

  /** Returns the rows that were not written, in their order. */
  rejections = (): readonly RowRejection[] => this.#rejections;

  /** Reads the rows of the file in batches and sends them. After a cancel, reports the rest as not sent. */
  protected async work(): Promise<void> {
    const { source, total, access, table } = this.#options;
    while (this.snapshot().processed < total && !this.isCanceled) {
      const batch = await this.attempt(() => source.readBatch(this.snapshot().processed));
      if (!batch) break;
      const { rows, nextRow } = batch.value;
      if (rows.length > 0) await this.sendBatch(rows);
      this.setState({ processed: nextRow });
    }
    if (this.isCanceled) await this.#skipRest();
    access.notifyRowsChanged(table);
  }

  /**
   * Writes rows, and counts inserted and updated rows. After an unknown outcome, first checks whether the rows exist.
   */
  protected async send(rows: readonly BatchRow[], unconfirmedError: ApiError | null): Promise<void> {
    const { table, plan, access } = this.#options;
    const { mappings, keyColumns } = plan;
    const isUpsert = keyColumns.length > 0;
    if (!isUpsert && unconfirmedError && (await this.#areWritten(rows))) {
      return this.#addCounts({ insertedOrUpdated: rows.length });
    }
    const keys = rows.map(({ keyValues }) => keyValues);
    const existing = isUpsert ? await access.countExisting(table, keyColumns, keys) : 0;
    const columns = mappings.map(({ column }) => column);
    await access.send(table, { bodies: rows.map(({ body }) => body), columns, keyColumns });
    if (existing === undefined) this.#addCounts({ insertedOrUpdated: rows.length });
    else this.#addCounts({ inserted: rows.length - existing, updated: existing });
  }

  /** Adds a row to the report, with the reason for the user and the error of the server. */
  protected reject({ row }: BatchRow, error: ApiError): void {
    const { table, access } = this.#options;
    const { code, message, details, hint, columns } = error;
    const titles = table.columns.filter(({ name }) => columns.includes(name)).map(({ title }) => title);
    this.#addRejections({
      row,
      message: formatErrorText(access.describeError(table, error)),
      serverError: { code, message, details, hint },
      ...(titles.length > 0 ? { column: formatList(titles) } : {}),
    });
  }

  /** Adds rows to the report that were not sent, or whose outcome is unknown. */
  protected skip(rows: readonly BatchRow[], unconfirmedError: ApiError | null): void {
    const message = unconfirmedError ? csvMessages.job.unknownOutcome : csvMessages.job.notSent;
    this.#addRejections(...rows.map(({ row }) => ({ row, message })));
  }

  /** Returns the first and last row if the rows have no key by which the job can find them; null otherwise. */
  protected override findUnconfirmed(rows: readonly BatchRow[]): UnconfirmedRows | null {
    const isUpsert = this.#options.plan.keyColumns.length > 0;
    const canBeFound = this.#key !== undefined && formatKeyValues(rows, this.#key) !== undefined;
    return isUpsert || canBeFound ? null : [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
  }

  protected override assumeDone(rows: readonly BatchRow[]): void {
    this.#addCounts({ inserted: rows.length });
  }

  /** Whether all of the rows exist, so that they must not be inserted again. */
  async #areWritten(rows: readonly BatchRow[]): Promise<boolean> {
    const { table, access } = this.#options;
    const keys = this.#key && formatKeyValues(rows, this.#key);
    if (!this.#key || !keys) return false;
    return (await access.countExisting(table, this.#key, keys)) === rows.length;
  }

  /** Reports all rows that were not sent. */
  async #skipRest(): Promise<void> {
    for (let from = this.snapshot().processed; from < this.#options.total; ) {
      const { rows, nextRow } = await this.#options.source.readBatch(from);
      this.skip(rows, null);
      from = nextRow;
    }
  }

  /** Adds rows to the report. */
  #addRejections(...rejections: readonly RowRejection[]): void {
    this.#rejections.push(...rejections);
    this.setState({ rejected: this.#rejections.length });
  }

  /** Increases the numbers of written rows. */
  #addCounts({ inserted = 0, updated = 0, insertedOrUpdated = 0 }: Partial<WrittenCounts>): void {
    const state = this.snapshot();
    this.setState({
      inserted: state.inserted + inserted,
      updated: state.updated + updated,
      insertedOrUpdated: state.insertedOrUpdated + insertedOrUpdated,
    });
  }
}
