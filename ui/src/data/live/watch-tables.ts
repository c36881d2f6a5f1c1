import type { Query, QueryClient } from '@tanstack/react-query';
import type { Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import type { LiveState } from './live-state';
import { getLiveTableId, type LiveTable } from './live-status';

/** Milliseconds after the last change of the queries until the tables are listed again. */
const listDelay = 200;

/** Milliseconds for which a channel stays joined after its table is no longer shown: users go back and forth. */
const lingerTime = 60_000;

/** Maximum number of tables of a page with a channel. A connection has 100 channels. */
const maxTables = 30;

/** Maximum number of tables with a channel of which the page only shows the number of rows. */
const maxCountedTables = 20;

/** Whether a query in use means that the page shows rows of its table, not only their number. */
export function isShown({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return queryKey[3] !== 'count';
}

/** Returns the tables of which the page shows rows: those with a query in use. */
export function listShownTables(client: QueryClient, schema: Schema): Table[] {
  const tables = new Map<string, Table>();
  for (const query of client.getQueryCache().findAll({ queryKey: ['rows'], type: 'active' })) {
    if (!isShown(query)) continue;
    const [, schemaName, name] = query.queryKey;
    const table = findTable(schema, String(schemaName), String(name));
    if (table) tables.set(getLiveTableId(table), table);
  }
  return [...tables.values()];
}

/**
 * Calls `onChange` with the tables of the page that have a source of live updates, now and when they change: those of which
 * it shows rows, then those whose numbers it shows. Returns the function that ends that.
 */
export function watchTables(
  client: QueryClient,
  getSchema: () => Schema,
  counted: Pick<LiveState['counted'], 'snapshot' | 'subscribe'>,
  onChange: (tables: readonly LiveTable[]) => void,
): () => void {
  const usedAt = new Map<string, { table: LiveTable; at: number }>();
  let reported = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const list = () => {
    timer = undefined;
    const now = Date.now();
    for (const { schema, name, live } of listShownTables(client, getSchema())) {
      if (live)
        usedAt.set(getLiveTableId({ schema, name }), { table: { schema, name, source: live }, at: now });
    }
    for (const [id, { at }] of usedAt) if (now - at > lingerTime) usedAt.delete(id);
    const newestFirst = [...usedAt].toSorted(([, a], [, b]) => b.at - a.at).slice(0, maxTables);
    const shown = newestFirst.map(([, { table }]) => table);
    const others = counted
      .snapshot()
      .flatMap(({ schema, name, live }) => (live ? [{ schema, name, source: live }] : []))
      .filter((table) => !usedAt.has(getLiveTableId(table)))
      .slice(0, Math.min(maxCountedTables, maxTables - shown.length));
    const tables = [...shown, ...others];
    const next = tables.map(getLiveTableId).sort();
    if (next.join() === reported) return;
    reported = next.join();
    onChange(tables);
  };
  const schedule = () => {
    timer ??= setTimeout(list, listDelay);
  };
  const unsubscribe = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'observerAdded' || type === 'observerRemoved') schedule();
  });
  const unsubscribeCounted = counted.subscribe(schedule);
  const interval = setInterval(schedule, lingerTime);
  schedule();
  return () => {
    unsubscribe();
    unsubscribeCounted();
    clearTimeout(timer);
    clearInterval(interval);
  };
}
