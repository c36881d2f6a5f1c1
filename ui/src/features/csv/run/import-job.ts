import { ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import type { BatchRow, FileSource, ImportPlan, Refusal, TableAccess } from '../types';
import { judge } from './judge.utils';

/** So many refused, and none gone in: then it asks before it goes on. */
const askAfterRefused = 100;

export interface JobState {
  phase: 'running' | 'paused' | 'done' | 'cancelled';
  /** Rows of the file that are dealt with. */
  handled: number;
  inserted: number;
  updated: number;
  /** Written, where it isn't known whether they were there before. */
  written: number;
  /** Refused by the backend, or not sent. */
  refusals: readonly Refusal[];
  /** Why it paused by itself. */
  trouble: { error: unknown; doubt: readonly [first: number, last: number] | null } | null;
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

/** Puts a checked file's rows into its table, batch by batch. Followed as an external store. */
export class ImportJob {
  readonly #options: JobOptions;
  readonly #listeners = new Set<() => void>();
  #state: JobState = {
    phase: 'running',
    handled: 0,
    inserted: 0,
    updated: 0,
    written: 0,
    refusals: [],
    trouble: null,
  };
  #resume: ((assumeIn: boolean) => void) | undefined;
  #asked = false;

  constructor(options: JobOptions) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): JobState => this.#state;

  get #cancelled(): boolean {
    return this.#state.phase === 'cancelled';
  }

  /** Ends when all is dealt with, or after cancel. */
  async run(): Promise<void> {
    const { source, total, access, table } = this.#options;
    while (this.#state.handled < total && !this.#cancelled) {
      try {
        const { rows, next } = await source.batch(this.#state.handled);
        if (rows.length > 0) await this.#put(rows);
        this.#set({ handled: next });
      } catch (error) {
        await this.#trouble(error, null);
      }
    }
    if (this.#cancelled) await this.#refuseRest();
    else this.#set({ phase: 'done' });
    access.changed(table);
  }

  /** After the request that is on its way. */
  pause(): void {
    if (this.#state.phase === 'running') this.#set({ phase: 'paused' });
  }

  /** Where a request's fate isn't known: `assumeIn` takes its rows for gone in, else they are sent again. */
  resume(assumeIn = false): void {
    if (this.#state.phase !== 'paused') return;
    this.#set({ phase: 'running', trouble: null });
    this.#resume?.(assumeIn);
  }

  /** What isn't sent is told as refused. */
  cancel(): void {
    if (this.#state.phase === 'done') return;
    this.#set({ phase: 'cancelled' });
    this.#resume?.(false);
  }

  async #put(rows: readonly BatchRow[]): Promise<void> {
    for (;;) {
      await this.#turn();
      if (this.#cancelled) return this.#refuseAll(rows, 'Not sent: the import was cancelled.');
      try {
        return await this.#send(rows);
      } catch (error) {
        const verdict = judge(error);
        if (verdict === 'rows') return this.#split(rows, error);
        const inDoubt = verdict === 'unknown' && this.#options.plan.keys.length === 0;
        const assumeIn = await this.#trouble(error, inDoubt ? rangeOf(rows) : null);
        if (!inDoubt) continue;
        if (this.#cancelled) {
          return this.#refuseAll(rows, 'Not known whether it went in: the answer never came.');
        }
        if (assumeIn) return this.#set({ inserted: this.#state.inserted + rows.length });
      }
    }
  }

  /** Of rows that are refused together, each half is tried by itself: in the end only those stay that are refused alone. */
  async #split(rows: readonly BatchRow[], error: unknown): Promise<void> {
    const [only] = rows;
    if (rows.length === 1 && only) return this.#refuse(only, error);
    const half = Math.ceil(rows.length / 2);
    await this.#put(rows.slice(0, half));
    await this.#put(rows.slice(half));
  }

  async #send(rows: readonly BatchRow[]): Promise<void> {
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
    const { inserted, updated, written } = this.#state;
    if (existing === undefined) this.#set({ written: written + rows.length });
    else this.#set({ inserted: inserted + rows.length - existing, updated: updated + existing });
  }

  async #refuse({ row }: BatchRow, error: unknown): Promise<void> {
    const { message, details, column } = toApiError(error);
    const said = details === '' || details.startsWith('Failing row') ? message : `${message} ${details}`;
    const title = this.#options.table.columns.find(({ name }) => name === column)?.title;
    this.#set({
      refusals: [...this.#state.refusals, { row, message: said, ...(title ? { column: title } : {}) }],
    });
    const { refusals, inserted, updated, written } = this.#state;
    if (this.#asked || refusals.length < askAfterRefused || inserted + updated + written > 0) return;
    this.#asked = true;
    await this.#trouble(error, null);
  }

  #refuseAll(rows: readonly BatchRow[], message: string): void {
    this.#set({ refusals: [...this.#state.refusals, ...rows.map(({ row }) => ({ row, message }))] });
  }

  async #refuseRest(): Promise<void> {
    for (let from = this.#state.handled; from < this.#options.total; ) {
      const { rows, next } = await this.#options.source.batch(from);
      this.#refuseAll(rows, 'Not sent: the import was cancelled.');
      from = next;
    }
  }

  /** Waits while it is paused; without a network it pauses by itself. */
  async #turn(): Promise<void> {
    if (this.#state.phase === 'running' && !this.#options.online()) {
      this.#set({ phase: 'paused', trouble: { error: offline(), doubt: null } });
    }
    if (this.#state.phase === 'paused') await this.#resumed();
  }

  #trouble(error: unknown, doubt: readonly [number, number] | null): Promise<boolean> {
    if (this.#cancelled) return Promise.resolve(false);
    this.#set({ phase: 'paused', trouble: { error, doubt } });
    return this.#resumed();
  }

  #resumed(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  #set(changes: Partial<JobState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

function rangeOf(rows: readonly BatchRow[]): readonly [number, number] {
  return [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
}

function offline(): ApiError {
  return new ApiError({
    code: 'offline',
    message: 'You are offline.',
    details: '',
    hint: '',
    status: 0,
    requestId: '',
  });
}
