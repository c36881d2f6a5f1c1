import { useMemo } from 'react';
import type { RowSource } from '@/data/paging/row-source';
import { createVirtualRows } from '@/table/cells/grid-rows.utils';

/** Rows that stand in for a table whose first page is on its way. */
const skeletonRows = 30;

/** The rows as the grid takes them: a new array, as it compares them, whenever a row came or changed. */
export function useGridRows({ length, rowAt, headAt, version }: RowSource, loading: boolean) {
  const count = loading ? skeletonRows : length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what rowAt answers
  return useMemo(() => createVirtualRows(count, rowAt, headAt), [count, rowAt, headAt, version]);
}
