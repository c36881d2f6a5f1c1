import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Table } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { needsExactCount } from './can-count-exactly';
import { rowCountQuery } from './row-count-query';

/** Milliseconds after which the numbers are read, so that they delay no rows and no live updates. */
const delay = 4_000;

/** Maximum number of tables that are counted. */
const maxTables = 12;

/** Milliseconds after which a count is slow: the policies of the database make counts expensive, and no other table is counted. */
const slowCount = 500;

/**
 * Counts the rows of tables of which the schema contains no estimate: it contains none if a policy hides rows from the user,
 * or if the database has never analyzed the table. Reads one table after the other when the page has been open for a while.
 */
export function useMissingCounts(tables: readonly Table[]): void {
  const client = useQueryClient();
  const { maxRows } = useWorkspace().limits;
  const missing = tables.filter(({ kind, estimatedRows }) => kind === 'table' && estimatedRows === null);
  const ids = missing.map(({ schema, name }) => `${schema}.${name}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tables are others if their ids are
  useEffect(() => {
    if (ids === '') return;
    const ended = new AbortController();
    const timer = setTimeout(() => void countTables(client, missing, maxRows, ended.signal), delay);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [client, ids, maxRows]);
}

/** Counts tables whose number of rows is not known: small tables exactly. Ends at the first slow or failed count, and in a hidden page. */
export async function countTables(
  client: QueryClient,
  tables: readonly Table[],
  maxRows: number,
  signal: AbortSignal,
): Promise<void> {
  for (const table of tables.slice(0, maxTables)) {
    const query = rowCountQuery(table, [], 'estimated');
    if (client.getQueryData(query.queryKey) !== undefined) continue;
    if (signal.aborted || document.hidden) return;
    const startedAt = performance.now();
    try {
      const estimate = await client.query({ ...query, retry: false });
      if (needsExactCount(estimate, maxRows))
        await client.query({ ...rowCountQuery(table, []), retry: false });
    } catch {
      return;
    }
    if (performance.now() - startedAt > slowCount) return;
  }
}
