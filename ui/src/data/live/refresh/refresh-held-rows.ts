import type { QueryClient } from '@tanstack/react-query';
import { fetchPage } from '@/data/paging/page-request';
import type { RowPage, SegmentPage } from '@/data/paging/segments/page-plan';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import type { HeldChanges, RowsReader } from '../live-state';

/** The number of additional rows that are read, so that rows that new rows displaced are found. */
const extraRows = 100;

/** How rows must be shown: read again by the pages' own queries, or with the new values at their current positions. */
export interface HeldRowsResult {
  canMove: boolean;
  held: HeldChanges | undefined;
}

/**
 * Reads the loaded rows of a view with one request while the user reads them. If no new row is among them and none
 * moved, the pages can be read again without a jump. Otherwise puts the new values into the rows at their positions, and
 * returns the changes that are held. Throws ApiError.
 */
export async function refreshHeldRows(
  client: QueryClient,
  { table, view, listPages }: RowsReader,
): Promise<HeldRowsResult> {
  const pages = listPages();
  const [first, last] = [pages[0], pages.at(-1)];
  const canReadInPlace = first && last && (first.isFirst || first.startCursor) && table.primaryKey.length > 0;
  if (!canReadInPlace) return { canMove: true, held: undefined };
  const current = pages.flatMap(({ rows }) => rows);
  const limit = current.length + extraRows;
  const cursor = first.startCursor;
  const { rows } = await fetchPage(table, view, { cursor, isForward: true, limit, omitsLargeValues: true });
  const keyOf = (row: Row) => getCachedRowKey(table, row);
  const changes = compareOrder(current.map(keyOf), rows.map(keyOf), last.isLast || last.rows.length === 0);
  if (!changes) return { canMove: true, held: undefined };
  patchPages(client, pages, new Map(rows.map((row) => [keyOf(row), row])), { table, view });
  return { canMove: false, held: changes };
}

/**
 * Compares the keys of the loaded rows with those of the rows that were read from the same position on. Returns undefined
 * if no row was inserted between the loaded ones and none moved.
 */
export function compareOrder(
  current: readonly string[],
  read: readonly string[],
  isEnd: boolean,
): HeldChanges | undefined {
  const known = new Set(current);
  const lastKnown = read.findLastIndex((key) => known.has(key));
  const inRange = isEnd ? read : read.slice(0, lastKnown + 1);
  const newRows = inRange.filter((key) => !known.has(key)).length;
  const remaining = new Set(inRange);
  const before = current.filter((key) => remaining.has(key));
  const after = inRange.filter((key) => known.has(key));
  const hasMoved = before.some((key, i) => key !== after[i]);
  // New rows after the last loaded one move nothing.
  const areAppended = isEnd && newRows > 0 && !hasMoved && lastKnown === inRange.length - newRows - 1;
  return (newRows > 0 && !areAppended) || hasMoved ? { newRows } : undefined;
}

/** Puts the new values of rows into the cached pages, without moving a row. */
function patchPages(
  client: QueryClient,
  pages: readonly SegmentPage[],
  rows: ReadonlyMap<string, Row>,
  { table, view }: Pick<RowsReader, 'table' | 'view'>,
) {
  const shown = new Set<RowPage>(pages);
  for (const query of client.getQueryCache().findAll({ queryKey: rowKeys.pages(table, view) })) {
    const page = query.state.data as RowPage | undefined;
    if (!page || !shown.has(page)) continue;
    const updated = page.rows.map((row) => rows.get(getCachedRowKey(table, row)) ?? row);
    client.setQueryData(query.queryKey, { ...page, rows: updated });
  }
}
