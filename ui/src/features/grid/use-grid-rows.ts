import { useMemo } from 'react';
import type { RowSource } from '@/data/paging/row-source';
import { createVirtualRows } from '@/table/cells/grid-rows.utils';

/** Number of placeholder rows while the first page is loading. */
const skeletonRows = 30;

/** Returns the rows for the grid. The array is a new object when a row is loaded or changes, since the grid compares arrays. */
export function useGridRows({ length, rowAt, headAt, version }: RowSource, loading: boolean) {
  const count = loading ? skeletonRows : length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the results of rowAt
  return useMemo(() => createVirtualRows(count, rowAt, headAt), [count, rowAt, headAt, version]);
}
