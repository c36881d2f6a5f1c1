import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { hasAtMostQuery } from '@/data/layouts/lane-queries';
import { maxFewRows } from '@/data/layouts/views.utils';
import type { Relation } from '@/data/relations/references';
import type { Column, Table } from '@/lib/api.gen';

/**
 * Returns a predicate: whether a column refers to a table with few rows. Uses the table's estimate if there is one.
 * Small tables and tables with row-level security often have none; for those it reads a few rows.
 */
export function useHasFewValues(
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
): (column: Column) => boolean {
  const tablesWithoutEstimate = useMemo(() => {
    const targets = columns.flatMap(({ name }) => relations.get(name)?.target ?? []);
    return [...new Set(targets)].filter(({ estimatedRows }) => estimatedRows === null);
  }, [columns, relations]);
  const smallTables = useQueries({
    queries: tablesWithoutEstimate.map((table) => hasAtMostQuery(table, maxFewRows)),
    combine: useCallback(
      (results: readonly { data: boolean | undefined }[]): ReadonlySet<Table> =>
        new Set(tablesWithoutEstimate.filter((_, i) => results[i]?.data === true)),
      [tablesWithoutEstimate],
    ),
  });
  return useCallback(
    ({ name }) => {
      const target = relations.get(name)?.target;
      if (!target) return false;
      return target.estimatedRows === null ? smallTables.has(target) : target.estimatedRows <= maxFewRows;
    },
    [relations, smallTables],
  );
}
