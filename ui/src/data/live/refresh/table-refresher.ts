import type { QueryClient } from '@tanstack/react-query';
import { rowKeys } from '@/data/rows/row-keys';
import type { Table } from '@/lib/api.gen';
import { isOnline } from '@/lib/requests/connection';
import { discardEarlyResponses } from '@/lib/requests/early-requests';
import type { LiveState } from '../live-state';
import { getLiveTableId } from '../live-status';
import { isShown } from '../watch-tables';
import type { CellRef } from './changed-cells';
import { collectLoadedRows, compareRows } from './loaded-rows';
import { NotificationRefresher } from './notification-refresher';
import { type HeldRowsResult, refreshHeldRows } from './refresh-held-rows';

/** Milliseconds between a message and the read: the messages of one transaction arrive together. */
const collectDelay = 30;

/**
 * Milliseconds per read before the next reads. The delay grows with the changes per second, so that a page shows 10 or 100 of
 * them without a visible delay, and sends at most a few reads a second for 1,000. It grows with the users on the table, whose
 * pages all read. `maxDelay` is the maximum for all reads.
 */
const minDelayPerRead = 20;
const maxDelayPerRead = 250;
const maxDelay = 3_000;

/** Changes per second, and users on a table, from which the delay grows. */
const quickChanges = 80;
const quickUsers = 5;

/** Milliseconds in which changes are counted at least: a transaction reports its changes at once. */
const minCountTime = 100;

/** The parts of a table's data that wait while changes are held: they must fit the rows. */
const heldQueries = ['pages', 'count'];

export interface TableRefresherOptions {
  client: QueryClient;
  live: LiveState;
  findTable: (schema: string, name: string) => Table | undefined;
  /** Whether this page wrote a cell, or inserted rows into a table, a moment ago. */
  isOwnEdit: (table: Table, rowKey: string, column: string) => boolean;
  hasOwnInserts: (table: Table) => boolean;
}

/**
 * Reads the shown rows of changed tables again, and marks what other users changed. Collects changes: the next reads
 * start when the previous ones are complete and some time after them. Waits while the page is hidden or the user drags;
 * a hidden page reads only what notifies the user.
 */
export class TableRefresher {
  readonly #options: TableRefresherOptions;
  readonly #changed = new Map<string, { schema: string; name: string }>();
  readonly #ended = new AbortController();
  readonly #notifications: NotificationRefresher;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRefreshing = false;
  #isPointerDown = false;
  #nextAt = 0;
  /** The changes that were reported since the last read, and the time of the first change. */
  #changes = 0;
  #changesSince = 0;

  constructor(options: TableRefresherOptions) {
    this.#options = options;
    this.#notifications = new NotificationRefresher(options.client);
    const { signal } = this.#ended;
    const resume = () => this.#schedule();
    document.addEventListener('visibilitychange', resume, { signal });
    const setPointer = (isDown: boolean) => () => {
      this.#isPointerDown = isDown;
      if (!isDown) this.#schedule();
    };
    window.addEventListener('pointerdown', setPointer(true), { signal, capture: true });
    for (const event of ['pointerup', 'pointercancel', 'dragend', 'blur'])
      window.addEventListener(event, setPointer(false), { signal, capture: true });
  }

  /** Reads the shown rows of a table again, soon. */
  refresh(table: { schema: string; name: string }): void {
    discardEarlyResponses();
    if (this.#changes === 0) this.#changesSince = Date.now();
    this.#changes += 1;
    this.#changed.set(getLiveTableId(table), table);
    if (document.hidden) this.#notifications.refresh(table);
    this.#schedule();
  }

  /** Ends all timers. */
  close(): void {
    this.#ended.abort();
    this.#notifications.close();
    clearTimeout(this.#timer);
  }

  /**
   * Schedules the next read of the changed tables, unless it is scheduled, or must wait until the reads in progress end, the page
   * is visible, or the pointer is released.
   */
  #schedule(): void {
    const mustWait =
      this.#isRefreshing || this.#isPointerDown || document.hidden || this.#ended.signal.aborted;
    if (this.#changed.size === 0 || this.#timer !== undefined || mustWait) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (!this.#isPointerDown && !document.hidden) void this.#refreshAll();
      },
      Math.max(collectDelay, this.#nextAt - Date.now()),
    );
  }

  /** Reads the changed tables again, one after the other, and schedules the next reads. Does nothing while the browser is offline. */
  async #refreshAll(): Promise<void> {
    const tables = [...this.#changed.values()];
    this.#changed.clear();
    const delayPerRead = this.#computeDelayPerRead(tables);
    this.#changes = 0;
    // When the network is back, all queries are fetched again.
    if (!isOnline()) return;
    this.#isRefreshing = true;
    let reads = 0;
    try {
      for (const { schema, name } of tables) {
        const table = this.#options.findTable(schema, name);
        if (table) reads += await this.#refreshTable(table);
      }
    } finally {
      this.#isRefreshing = false;
      this.#nextAt = Date.now() + Math.min(maxDelay, reads * delayPerRead);
      this.#schedule();
    }
  }

  #computeDelayPerRead(tables: readonly { schema: string; name: string }[]): number {
    const seconds = Math.max(minCountTime, Date.now() - this.#changesSince) / 1000;
    const { presence } = this.#options.live;
    const users = Math.max(0, ...tables.map((table) => presence.getTable(table).length));
    const load = Math.max(1, this.#changes / seconds / quickChanges) * Math.max(1, users / quickUsers);
    return Math.min(maxDelayPerRead, minDelayPerRead * load);
  }

  /** Returns the number of queries that were fetched. */
  async #refreshTable(table: Table): Promise<number> {
    const { client } = this.#options;
    // CountRefresher reads the numbers of rows of tables that are not shown, less often.
    const active = client.getQueryCache().findAll({ queryKey: rowKeys.table(table), type: 'active' });
    if (!active.some(isShown)) return 0;
    const before = collectLoadedRows(client, table);
    const canMove = await this.#refreshReaders(table);
    const queryKey = rowKeys.table(table);
    const isIncluded = (kind: unknown) => canMove || !heldQueries.includes(String(kind));
    const reads = client
      .getQueryCache()
      .findAll({ queryKey, type: 'active' })
      .filter(({ queryKey: key }) => isIncluded(key[3])).length;
    await client
      .invalidateQueries({ queryKey, predicate: ({ queryKey: key }) => isIncluded(key[3]) })
      .catch(() => undefined);
    this.#markChanges(table, before);
    return reads + (canMove ? 0 : 1);
  }

  /** Refreshes the views in which rows must not move. Returns whether all rows can move. */
  async #refreshReaders(table: Table): Promise<boolean> {
    const { client, live } = this.#options;
    let canMove = true;
    for (const reader of live.readers) {
      if (getLiveTableId(reader.table) !== getLiveTableId(table)) continue;
      let result: HeldRowsResult = { canMove: true, held: undefined };
      if (reader.isReading()) {
        // After an error, the pages' own queries show it.
        result = await refreshHeldRows(client, reader).catch(() => result);
      }
      reader.setHeld(result.held);
      canMove &&= result.canMove;
    }
    return canMove;
  }

  /** Marks the cells that differ, and the cells of new rows, except for those that the user of this page wrote. */
  #markChanges(table: Table, before: ReturnType<typeof collectLoadedRows>): void {
    const { client, live, isOwnEdit, hasOwnInserts } = this.#options;
    if (before.size === 0) return;
    const { cells, newRows } = compareRows(before, collectLoadedRows(client, table));
    const id = getLiveTableId(table);
    const changed = cells.filter(([key, column]) => !isOwnEdit(table, key, column));
    const isNew = newRows.length > 0 && newRows.length <= maxMarkedRows && !hasOwnInserts(table);
    const columns = table.columns.map(({ name }) => name);
    const added = isNew ? newRows.flatMap((key) => columns.map((column) => [key, column] as const)) : [];
    live.cells.mark([...changed, ...added].map(([key, column]): CellRef => [id, key, column]));
  }
}

/** Maximum number of new rows that are marked: more come from another page of rows, not from changes. */
const maxMarkedRows = 20;
