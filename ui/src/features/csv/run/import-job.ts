import { BatchJob, type BatchState } from '@/data/writes/batches/batch-job';
import { judge } from '@/data/writes/batches/judge.utils';
import { toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { listed } from '@/lib/format';
import type { BatchRow, FileSource, ImportPlan, Refusal, TableAccess } from '../types';
import { keyTexts, keyToFindBy } from './found-by.utils';

/** Rows of which nobody knows whether they went in. */
type Doubt = readonly [first: number, last: number];

export interface JobState extends BatchState<Doubt> {
  /** Rows of the file that are dealt with. */
  handled: number;
  inserted: number;
  updated: number;
  /** Written, where it isn't known whether they were there before. */
  written: number;
  /** Rows refused by the backend, or not sent. */
  refused: number;
  /** Nothing more comes: a cancelled import first waits for its last answer. */
  over: boolean;
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
  refused: 0,
  over: false,
  trouble: null,
};

/** Puts a checked file's rows into its table, batch by batch. What isn't sent is told as refused. */
export class ImportJob extends BatchJob<BatchRow, JobState, Doubt> {
  readonly #options: JobOptions;
  readonly #refusals: Refusal[] = [];
  /** A key by which rows can be looked up; with it none can go in twice. */
  readonly #key: readonly string[] | undefined;
  /** The first of the rows whose request was never answered. */
  #unanswered: number | undefined;

  constructor(options: JobOptions) {
    super(initial, options.online);
    this.#options = options;
    this.#key = keyToFindBy(options.table, options.plan);
  }

  /** The rows that did not go in, in their order. */
  refusals = (): readonly Refusal[] => this.#refusals;

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
    this.set({ over: true });
    access.changed(table);
  }

  protected async send(rows: readonly BatchRow[]): Promise<void> {
    const { table, plan, access } = this.#options;
    const upserts = plan.keys.length > 0;
    if (!upserts && (await this.#wentIn(rows))) {
      this.set({ written: this.state().written + rows.length });
      return;
    }
    const existing = upserts
      ? await access.countExisting(
          table,
          plan.keys,
          rows.map(({ keys }) => keys),
        )
      : 0;
    const columns = plan.mappings.map(({ column }) => column);
    try {
      await access.send(table, { bodies: rows.map(({ body }) => body), columns, keys: plan.keys });
    } catch (error) {
      this.#unanswered = judge(error) === 'unknown' ? rows[0]?.row : undefined;
      throw error;
    }
    this.#unanswered = undefined;
    const { inserted, updated, written } = this.state();
    if (existing === undefined) this.set({ written: written + rows.length });
    else this.set({ inserted: inserted + rows.length - existing, updated: updated + existing });
  }

  protected async refuse({ row }: BatchRow, thrown: unknown): Promise<void> {
    const { table, access } = this.#options;
    const error = toApiError(thrown);
    const { code, message, details, hint, columns } = error;
    const { sentence, next } = access.explain(table, error);
    const titles = table.columns.filter(({ name }) => columns.includes(name)).map(({ title }) => title);
    this.#refuse({
      row,
      message: [sentence, next].filter(Boolean).join(' '),
      raw: { code, message, details, hint },
      ...(titles.length > 0 ? { column: listed(titles) } : {}),
    });
    const { refused, inserted, updated, written } = this.state();
    await this.askAfter(refused, inserted + updated + written, thrown);
  }

  protected drop(rows: readonly BatchRow[], why: 'cancelled' | 'unknown'): void {
    const message =
      why === 'unknown' || (rows[0] !== undefined && rows[0].row === this.#unanswered)
        ? 'Not known whether it went in: the answer never came.'
        : 'Not sent: the import was cancelled.';
    this.#refuse(...rows.map(({ row }) => ({ row, message })));
  }

  #refuse(...refusals: readonly Refusal[]): void {
    this.#refusals.push(...refusals);
    this.set({ refused: this.#refusals.length });
  }

  protected doubtOf(rows: readonly BatchRow[]): Doubt | null {
    if (this.#options.plan.keys.length > 0 || (this.#key && keyTexts(rows, this.#key))) return null;
    return [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
  }

  protected assume(rows: readonly BatchRow[]): void {
    this.set({ inserted: this.state().inserted + rows.length });
  }

  /** Whether rows that are about to be sent again are there: they went in, or were there before. */
  async #wentIn(rows: readonly BatchRow[]): Promise<boolean> {
    const { table, access } = this.#options;
    const keys = this.#key && keyTexts(rows, this.#key);
    if (this.#unanswered === undefined || this.#unanswered !== rows[0]?.row || !this.#key || !keys)
      return false;
    const all = (await access.countExisting(table, this.#key, keys)) === rows.length;
    if (all) this.#unanswered = undefined;
    return all;
  }

  async #refuseRest(): Promise<void> {
    for (let from = this.state().handled; from < this.#options.total; ) {
      const { rows, next } = await this.#options.source.batch(from);
      this.drop(rows, 'cancelled');
      from = next;
    }
  }
}
