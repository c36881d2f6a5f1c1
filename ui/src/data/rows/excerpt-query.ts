import { queryOptions } from '@tanstack/react-query';
import { formatFilters } from '@/data/query/filters/filters.utils';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { matchAnyKey } from '@/data/relations/references';
import { formatKeyText } from '@/data/writes/batches/guards.utils';
import { api, path } from '@/lib/api';
import type { Excerpt, Table } from '@/lib/api.gen';
import { groupBy } from '@/lib/text/group-by';
import { rowKeys } from './row-keys';
import { buildProfileHeaders, formatColumns } from './rows-api';

/** Query for the first part and the size of a value; null for NULL. Values requested at the same time share a request. */
export function excerptQuery(table: Table, key: readonly KeyValue[], column: string) {
  return queryOptions({
    queryKey: rowKeys.excerpt(table, key, column),
    queryFn: (): Promise<Excerpt | null> => getLoader(table).load(key, column),
    staleTime: 2 * 60_000,
  });
}

/** Maximum number of rows in one request: the backend reads their values as a whole. */
const batchSize = 10;

interface PendingExcerpt {
  key: readonly KeyValue[];
  column: string;
  resolve: (excerpt: Excerpt | null) => void;
  reject: (error: unknown) => void;
}

/** Collects the values of a table that are requested in the same task, and loads their first parts in batches. */
class ExcerptLoader {
  readonly #table: Table;
  #pending: PendingExcerpt[] = [];

  constructor(table: Table) {
    this.#table = table;
  }

  load(key: readonly KeyValue[], column: string): Promise<Excerpt | null> {
    if (this.#pending.length === 0) setTimeout(() => void this.#send());
    return new Promise((resolve, reject) => this.#pending.push({ key, column, resolve, reject }));
  }

  /** Sends the pending requests one after another, so that the first visible rows are complete first. */
  async #send(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    const rows = groupBy(pending, ({ key }) => formatKeyText(key));
    for (let i = 0; i < rows.length; i += batchSize) await this.#fetch(rows.slice(i, i + batchSize));
  }

  async #fetch(rows: readonly PendingExcerpt[][]): Promise<void> {
    try {
      const found = await fetchExcerpts(this.#table, rows);
      for (const { key, column, resolve } of rows.flat())
        resolve(found.get(formatKeyText(key))?.[column] ?? null);
    } catch (error) {
      for (const { reject } of rows.flat()) reject(error);
    }
  }
}

/** GET /api/excerpts/:table. Returns the excerpts of the rows by key. */
async function fetchExcerpts(table: Table, rows: readonly PendingExcerpt[][]) {
  const keys = rows.flatMap(([first]) => (first ? [first.key] : []));
  const keyColumns = (keys[0] ?? []).map(({ column }) => column);
  const columns = new Set([...keyColumns, ...rows.flat().map(({ column }) => column)]);
  const { data } = await api.get<Record<string, Excerpt | null>[]>(path`/api/excerpts/${table.name}`, {
    query: [['select', formatColumns(table, [...columns])], ...formatFilters([matchAnyKey(keys)])],
    headers: buildProfileHeaders(table),
  });
  const keyOf = (row: Record<string, Excerpt | null>) =>
    formatKeyText(keyColumns.map((column) => ({ column, value: row[column]?.text ?? '' })));
  return new Map(data.map((row) => [keyOf(row), row]));
}

const loaders = new WeakMap<Table, ExcerptLoader>();

function getLoader(table: Table): ExcerptLoader {
  const loader = loaders.get(table) ?? new ExcerptLoader(table);
  loaders.set(table, loader);
  return loader;
}
