import { listIdentifyingColumns } from '@/data/relations/references';
import { listReadableColumns } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { BatchJob, type BatchState } from '@/data/writes/batches/batch-job';
import { maxRememberedRows } from '@/data/writes/bulk/bulk-job';
import type { RowChange } from '@/data/writes/edits/row-changes';
import type { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { formatErrorText } from '@/lib/errors/error-texts';
import { formatList } from '@/lib/text/format';
import type { BatchRow, FileSource, ImportPlan, RowRejection, TableAccess } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { listPlanColumns } from '../mapping/mapping.utils';
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
  /**
   * Called after each request with the changes that undo can revert. Not called for a table without a readable key, for more
   * than `maxRememberedRows` rows, and for rows that the role can write, but not read.
   */
  onSaved: (changes: readonly RowChange[]) => void;
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
  /** The columns of written rows that undo needs; empty if the import can't be undone. */
  readonly #returned: readonly string[];

  constructor(options: ImportJobOptions) {
    super(initialState, { isOnline: options.isOnline });
    this.#options = options;
    this.#key = findMatchKey(options.table, options.plan);
    this.#returned = options.total <= maxRememberedRows ? listUndoColumns(options.table, options.plan) : [];
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
    const { keyColumns } = plan;
    const isUpsert = keyColumns.length > 0;
    if (!isUpsert && unconfirmedError && (await this.#areWritten(rows))) {
      return this.#addCounts({ insertedOrUpdated: rows.length });
    }
    const existing = isUpsert ? await this.#readExisting(rows) : { count: 0, rows: [] };
    const saved = await access.send(table, {
      bodies: rows.map(({ body }) => body),
      columns: listPlanColumns(plan),
      keyColumns,
      returned: this.#returned,
    });
    if (existing.count === undefined) this.#addCounts({ insertedOrUpdated: rows.length });
    else this.#addCounts({ inserted: rows.length - existing.count, updated: existing.count });
    // After an unknown outcome, existing rows can have the values of the file already.
    const isKnown = existing.rows !== undefined && !(isUpsert && unconfirmedError);
    if (saved.length > 0 && isKnown) this.#reportSaved(rows, existing.rows ?? [], saved);
  }

  /**
   * Returns the number of rows with the keys of the batch, and their values before the import. `rows` is missing if undo does
   * not need them or not all can be read, and also `count` if the key can't be read.
   */
  async #readExisting(batch: readonly BatchRow[]): Promise<{ count?: number; rows?: readonly Row[] }> {
    const { table, plan, access } = this.#options;
    const keys = batch.map(({ keyValues }) => keyValues);
    if (this.#returned.length > 0) {
      const rows = await access.readExisting(table, plan.keyColumns, keys, listWrittenColumns(table, plan));
      if (rows) return { count: rows.length, rows };
    }
    const count = await access.countExisting(table, plan.keyColumns, keys);
    return count === undefined ? {} : { count };
  }

  /**
   * Reports the written rows with their values before the import. A row that was not found counts as inserted only if it has
   * the key of the file: with another spelling, such as that of a trigger, the database can have updated an existing row.
   */
  #reportSaved(batch: readonly BatchRow[], existing: readonly Row[], saved: readonly Row[]): void {
    const { table, plan, onSaved } = this.#options;
    const formatKey = (row: Row, names: readonly string[]) =>
      JSON.stringify(names.map((name) => String(row[name])));
    const before = new Map(existing.map((row) => [formatKey(row, table.primaryKey), row]));
    const sentKeys = new Set(batch.map(({ keyValues }) => JSON.stringify(keyValues)));
    const changes = saved.flatMap((after): RowChange[] => {
      const row = before.get(formatKey(after, table.primaryKey));
      if (row) return [{ before: row, after }];
      return sentKeys.has(formatKey(after, plan.keyColumns)) ? [{ before: null, after }] : [];
    });
    if (changes.length > 0) onSaved(changes);
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

/** Returns the columns of a row that the import writes, and those that identify it. */
function listWrittenColumns(table: Table, plan: ImportPlan): readonly string[] {
  return listIdentifyingColumns(table, listPlanColumns(plan));
}

/**
 * Returns the columns of a written row that undo needs: all readable ones, so that it does not delete a row that another user
 * has changed since, except large values that the import does not write. Empty if the key or a written column can't be read.
 */
function listUndoColumns(table: Table, plan: ImportPlan): readonly string[] {
  const written = listWrittenColumns(table, plan);
  const readable = listReadableColumns(table);
  const names = readable
    .filter(({ name, large }) => !large || written.includes(name))
    .map(({ name }) => name);
  const needed = [...table.primaryKey, ...listPlanColumns(plan)];
  const isReadable = table.privileges.select && needed.every((name) => names.includes(name));
  return isReadable && table.primaryKey.length > 0 ? names : [];
}
