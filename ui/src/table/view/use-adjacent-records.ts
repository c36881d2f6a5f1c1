import { useQuery } from '@tanstack/react-query';
import { adjacentRowsQuery } from '@/data/paging/cursor/adjacent-rows';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { KeyValue } from '@/data/query/table-page-state';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import { useTable } from '@/table/table-context';

/** Rows in the order in which they are shown. */
export type RowSequence = Pick<PagedRows, 'findIndex' | 'rowAt'>;

export interface AdjacentRecords {
  previous: readonly KeyValue[] | undefined;
  next: readonly KeyValue[] | undefined;
}

/**
 * The records before and after one. Those that are shown beside it; where it isn't among them, as after a link
 * or an edit, the database is asked. `view` is undefined where its order isn't the one that is shown.
 */
export function useAdjacentRecords(
  sequence: RowSequence,
  view: RowsView | undefined,
  row: Row,
): AdjacentRecords {
  const { table } = useTable();
  const key = keyText(keyOf(table, row) ?? []);
  const index = sequence.findIndex((other) => keyText(keyOf(table, other) ?? []) === key);
  const shown = (by: number) => (index >= 0 ? sequence.rowAt(index + by) : undefined);
  const [before, after] = [shown(-1), shown(1)];
  const asked = view !== undefined && !(before && after);
  const { data } = useQuery({
    ...adjacentRowsQuery(table, view ?? { filters: [], order: [], columns: [] }, row),
    enabled: asked,
  });
  const found = asked ? data : undefined;
  const keyAt = (other: Row | undefined) => other && keyOf(table, other);
  return { previous: keyAt(before ?? found?.previous), next: keyAt(after ?? found?.next) };
}
