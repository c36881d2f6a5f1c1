import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { hasAtMostQuery } from '@/data/layouts/lane-queries';
import { maxFewRows } from '@/data/layouts/views.utils';
import type { Relation } from '@/data/relations/references';
import type { Column, Table } from '@/lib/api.gen';

/**
 * Which of the columns refer to a table with few rows. The estimate says so
 * where there is one. Small tables often have none, nor do tables of which
 * policies hide rows; those are asked for a few rows.
 */
export function useHasFewValues(
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
): (column: Column) => boolean {
  const unknown = useMemo(() => {
    const targets = columns.flatMap(({ name }) => relations.get(name)?.target ?? []);
    return [...new Set(targets)].filter(({ estimatedRows }) => estimatedRows === null);
  }, [columns, relations]);
  const small = useQueries({
    queries: unknown.map((table) => hasAtMostQuery(table, maxFewRows)),
    combine: useCallback(
      (results: readonly { data: boolean | undefined }[]): ReadonlySet<Table> =>
        new Set(unknown.filter((_, i) => results[i]?.data === true)),
      [unknown],
    ),
  });
  return useCallback(
    ({ name }) => {
      const target = relations.get(name)?.target;
      if (!target) return false;
      return target.estimatedRows === null ? small.has(target) : target.estimatedRows <= maxFewRows;
    },
    [relations, small],
  );
}
