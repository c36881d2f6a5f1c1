import { useQuery } from '@tanstack/react-query';
import { neighboursQuery } from '@/data/paging/cursor/neighbours';
import type { Pages } from '@/data/paging/segments/pages';
import type { KeyValue } from '@/data/query/page-state.utils';
import type { RowsView } from '@/data/rows/keys';
import type { Row } from '@/data/rows/row';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import { useTable } from './table-context';

/** Rows in the order in which they are shown. */
export type RowSequence = Pick<Pages, 'findIndex' | 'rowAt'>;

export interface Steps {
  previous: readonly KeyValue[] | undefined;
  next: readonly KeyValue[] | undefined;
}

/**
 * The records before and after one. Those that are shown beside it; where it isn't among them, as after a link
 * or an edit, the database is asked. `view` is undefined where its order isn't the one that is shown.
 */
export function useSteps(sequence: RowSequence, view: RowsView | undefined, row: Row): Steps {
  const { table } = useTable();
  const key = keyText(keyOf(table, row) ?? []);
  const index = sequence.findIndex((other) => keyText(keyOf(table, other) ?? []) === key);
  const shown = (by: number) => (index >= 0 ? sequence.rowAt(index + by) : undefined);
  const [before, after] = [shown(-1), shown(1)];
  const asked = view !== undefined && !(before && after);
  const { data } = useQuery({
    ...neighboursQuery(table, view ?? { filters: [], order: [], columns: [] }, row),
    enabled: asked,
  });
  const found = asked ? data : undefined;
  const keyAt = (other: Row | undefined) => other && keyOf(table, other);
  return { previous: keyAt(before ?? found?.previous), next: keyAt(after ?? found?.next) };
}
