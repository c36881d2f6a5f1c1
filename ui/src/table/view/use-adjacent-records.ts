import { useQuery } from '@tanstack/react-query';
import { adjacentRowsQuery } from '@/data/paging/cursor/adjacent-rows';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { useTable } from '@/table/table-context';

/** The rows of a view in the order in which it shows them. */
export type RowSequence = Pick<PagedRows, 'findIndex' | 'rowAt'>;

/** The keys of the records before and after a record; undefined if there is none. */
export interface AdjacentRecords {
  previous: readonly KeyValue[] | undefined;
  next: readonly KeyValue[] | undefined;
}

/**
 * Returns the records before and after a row: from the rows that the view has loaded, otherwise from the database.
 * `view` is undefined if the visible order is not that of `view`; then the database is not queried.
 */
export function useAdjacentRecords(
  sequence: RowSequence,
  view: RowsView | undefined,
  row: Row,
): AdjacentRecords {
  const { table } = useTable();
  const key = getCachedRowKey(table, row);
  const index = sequence.findIndex((other) => getCachedRowKey(table, other) === key);
  const getLoaded = (by: number) => (index >= 0 ? sequence.rowAt(index + by) : undefined);
  const [before, after] = [getLoaded(-1), getLoaded(1)];
  const needsQuery = view !== undefined && !(before && after);
  const { data } = useQuery({
    ...adjacentRowsQuery(table, view ?? { filters: [], order: [], columns: [] }, row),
    enabled: needsQuery,
  });
  const stored = needsQuery ? data : undefined;
  const keyAt = (other: Row | undefined) => other && getRowKey(table, other);
  return { previous: keyAt(before ?? stored?.previous), next: keyAt(after ?? stored?.next) };
}
