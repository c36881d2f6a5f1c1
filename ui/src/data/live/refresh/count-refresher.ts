import type { QueryClient } from '@tanstack/react-query';
import { canCountAutomatically } from '@/data/paging/counts/can-count-exactly';
import { rowCountQuery } from '@/data/paging/counts/row-count-query';
import { rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { isOnline } from '@/lib/requests/connection';
import { getLiveTableId } from '../live-status';
import { isShown } from '../watch-tables';

/** Milliseconds for which changes are collected, and between two reads: a table is counted once in this time at most. */
export const countDelay = 5_000;

/** Milliseconds in which a table's channel is joined, which reports a change although there is none. */
const joinTime = 10_000;

export interface CountRefresherOptions {
  client: QueryClient;
  /** Returns a table whose number of rows the page shows; undefined for other tables. */
  findCounted: (table: { schema: string; name: string }) => Table | undefined;
}

/**
 * Counts the rows of changed tables that the page does not show, but whose numbers are in the sidebar: one request for each
 * changed table, one after the other. Waits while the page is hidden. The numbers are estimates until the first change.
 */
export class CountRefresher {
  readonly #options: CountRefresherOptions;
  readonly #startedAt = Date.now();
  readonly #reported = new Set<string>();
  readonly #changed = new Map<string, Table>();
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;

  constructor(options: CountRefresherOptions) {
    this.#options = options;
    const { signal } = this.#ended;
    document.addEventListener('visibilitychange', () => this.#schedule(), { signal });
  }

  /** Counts the rows of a table again, soon. */
  refresh(reported: { schema: string; name: string }): void {
    const table = this.#options.findCounted(reported);
    if (!table || this.#isJoin(table)) return;
    this.#changed.set(getLiveTableId(table), table);
    this.#schedule();
  }

  /** Ends the timer. */
  close(): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
  }

  /** Whether a report is the first of a table whose count was never read, soon after the start: then its channel was joined. */
  #isJoin(table: Table): boolean {
    const id = getLiveTableId(table);
    if (this.#reported.has(id)) return false;
    this.#reported.add(id);
    const { queryKey } = rowCountQuery(table, [], 'estimated');
    const isKnown = this.#options.client.getQueryData(queryKey) !== undefined;
    return !isKnown && Date.now() - this.#startedAt < joinTime;
  }

  #schedule(): void {
    const mustWait = this.#isReading || document.hidden || this.#ended.signal.aborted;
    if (this.#changed.size === 0 || this.#timer !== undefined || mustWait) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!document.hidden) void this.#readAll();
    }, countDelay);
  }

  /** Counts the rows of the changed tables, one table after the other. Does nothing while the browser is offline. */
  async #readAll(): Promise<void> {
    const tables = [...this.#changed.values()];
    this.#changed.clear();
    // When the network is back, all queries are fetched again.
    if (!isOnline()) return;
    this.#isReading = true;
    try {
      for (const table of tables) await this.#read(table);
    } finally {
      this.#isReading = false;
      this.#schedule();
    }
  }

  async #read(table: Table): Promise<void> {
    const { client } = this.#options;
    const query = rowCountQuery(table, [], 'estimated');
    // The refresh of a table that the page shows includes this number, if it was read before.
    const queries = client.getQueryCache().findAll({ queryKey: rowKeys.table(table), type: 'active' });
    const isCounted = client.getQueryState(query.queryKey)?.data !== undefined;
    if (this.#ended.signal.aborted || (isCounted && queries.some(isShown))) return;
    // After an error, the previous number or the estimate remains.
    const estimate = await client.query({ ...query, staleTime: 0 }).catch(() => undefined);
    const exact = rowCountQuery(table, []);
    const isCountedExactly = client.getQueryData(exact.queryKey) !== undefined;
    if (isCountedExactly && estimate !== undefined && canCountAutomatically(estimate))
      await client.query({ ...exact, staleTime: 0 }).catch(() => undefined);
  }
}
