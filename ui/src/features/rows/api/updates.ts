import type { QueryClient } from '@tanstack/react-query';
import { type ApiError, toApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { changedMeanwhile, guardFilters, keyFilters, keyOf, keyText } from './guards.utils';
import { rowKeys } from './keys';
import { showInLanes } from './lanes';
import type { RowPage } from './pages.utils';
import type { Row } from './row';
import { listRows, patchRow, readableColumns } from './rows';

/** What became of an update. The person's input is lost in none of them. */
export type Outcome =
  | { kind: 'saved'; row: Row }
  /** The row is no longer there, or no longer to be seen by this person. */
  | { kind: 'gone' }
  /** Someone else changed some of the same columns since the row was seen. */
  | { kind: 'conflict'; theirs: Row; columns: readonly string[] }
  | { kind: 'refused'; error: ApiError };

/**
 * PATCH /api/rows/:table of one row, guarded by the values that were seen. When
 * nothing matched, the row is looked at again to say why.
 */
export async function updateRow(table: Table, seen: Row, changes: Row): Promise<Outcome> {
  try {
    const row = await patchRow(table, guardFilters(table, seen, changes), changes);
    return row ? { kind: 'saved', row } : await explainMiss(table, seen, changes, undefined);
  } catch (caught) {
    const error = toApiError(caught);
    if (error.code !== 'row_not_found') return { kind: 'refused', error };
    return explainMiss(table, seen, changes, error).catch((again) => ({
      kind: 'refused',
      error: toApiError(again),
    }));
  }
}

async function explainMiss(
  table: Table,
  seen: Row,
  changes: Row,
  miss: ApiError | undefined,
): Promise<Outcome> {
  const key = keyOf(table, seen) ?? [];
  const { rows } = await listRows(table, {
    filters: keyFilters(key),
    columns: readableColumns(table),
    limit: 1,
  });
  const theirs = rows[0];
  if (!theirs) return { kind: 'gone' };
  const columns = changedMeanwhile(seen, theirs, changes);
  if (columns.length > 0) return { kind: 'conflict', theirs, columns };
  // Nobody changed it: a policy lets this person see the row, not change it.
  return { kind: 'refused', error: miss ?? toApiError(new Error('the change matched no row')) };
}

/** Puts a row as it is now in the place of itself as it was, in every page and record that shows it. */
export function showRow(client: QueryClient, table: Table, before: Row, now: Row): void {
  const key = keyOf(table, before);
  if (!key) return;
  const text = keyText(key);
  const same = (row: Row) => keyText(keyOf(table, row) ?? []) === text;
  // A page holds some of the columns only; it keeps to those.
  const merged = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [column, now[column] ?? (column in now ? null : value)]),
    );
  client.setQueriesData<RowPage>({ queryKey: [...rowKeys.table(table), 'pages'] }, (page) => {
    if (!page?.rows.some(same)) return page;
    return { ...page, rows: page.rows.map((row) => (same(row) ? merged(row) : row)) };
  });
  showInLanes(client, table, before, now);
  client.setQueryData(rowKeys.record(table, keyOf(table, now) ?? key), now);
  client.removeQueries({ queryKey: [...rowKeys.table(table), 'reference'] });
}
