import { toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { BatchJob, type BatchState } from '@/lib/batches/batch-job';
import type { BatchRow, FileSource, ImportPlan, Refusal, TableAccess } from '../types';

/** Rows of which nobody knows whether they went in. */
type Doubt = readonly [first: number, last: number];

export interface JobState extends BatchState<Doubt> {
  /** Rows of the file that are dealt with. */
  handled: number;
  inserted: number;
  updated: number;
  /** Written, where it isn't known whether they were there before. */
  written: number;
  /** Refused by the backend, or not sent. */
  refusals: readonly Refusal[];
}

export interface JobOptions {
  table: Table;
  plan: ImportPlan;
  source: FileSource;
  access: TableAccess;
  /** Rows in the file. */
  total: number;
  /** Whether a request can be made at all; asked before each. */
  online: () => boolean;
}

const initial: JobState = {
  phase: 'running',
  handled: 0,
  inserted: 0,
  updated: 0,
  written: 0,
  refusals: [],
  trouble: null,
};

/** Puts a checked file's rows into its table, batch by batch. What isn't sent is told as refused. */
export class ImportJob extends BatchJob<BatchRow, JobState, Doubt> {
  readonly #options: JobOptions;

  constructor(options: JobOptions) {
    super(initial, options.online);
    this.#options = options;
  }

  /** Ends when all is dealt with, or after cancel. */
  async run(): Promise<void> {
    const { source, total, access, table } = this.#options;
    while (this.state().handled < total && !this.cancelled) {
      try {
        const { rows, next } = await source.batch(this.state().handled);
        if (rows.length > 0) await this.put(rows);
        this.set({ handled: next });
      } catch (error) {
        await this.trouble(error);
      }
    }
    if (this.cancelled) await this.#refuseRest();
    else this.finish();
    access.changed(table);
  }

  protected async send(rows: readonly BatchRow[]): Promise<void> {
    const { table, plan, access } = this.#options;
    const upserts = plan.keys.length > 0;
    const existing = upserts
      ? await access.countExisting(
          table,
          plan.keys,
          rows.map(({ keys }) => keys),
        )
      : 0;
    const columns = plan.mappings.map(({ column }) => column);
    await access.send(table, { bodies: rows.map(({ body }) => body), columns, keys: plan.keys });
    const { inserted, updated, written } = this.state();
    if (existing === undefined) this.set({ written: written + rows.length });
    else this.set({ inserted: inserted + rows.length - existing, updated: updated + existing });
  }

  protected async refuse({ row }: BatchRow, error: unknown): Promise<void> {
    const { message, details, column } = toApiError(error);
    const said = details === '' || details.startsWith('Failing row') ? message : `${message} ${details}`;
    const title = this.#options.table.columns.find(({ name }) => name === column)?.title;
    this.set({
      refusals: [...this.state().refusals, { row, message: said, ...(title ? { column: title } : {}) }],
    });
    const { refusals, inserted, updated, written } = this.state();
    await this.askAfter(refusals.length, inserted + updated + written, error);
  }

  protected drop(rows: readonly BatchRow[], why: 'cancelled' | 'unknown'): void {
    const message =
      why === 'unknown'
        ? 'Not known whether it went in: the answer never came.'
        : 'Not sent: the import was cancelled.';
    this.set({ refusals: [...this.state().refusals, ...rows.map(({ row }) => ({ row, message }))] });
  }

  protected doubtOf(rows: readonly BatchRow[]): Doubt | null {
    if (this.#options.plan.keys.length > 0) return null;
    return [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
  }

  protected assume(rows: readonly BatchRow[]): void {
    this.set({ inserted: this.state().inserted + rows.length });
  }

  async #refuseRest(): Promise<void> {
    for (let from = this.state().handled; from < this.#options.total; ) {
      const { rows, next } = await this.#options.source.batch(from);
      this.drop(rows, 'cancelled');
      from = next;
    }
  }
}
