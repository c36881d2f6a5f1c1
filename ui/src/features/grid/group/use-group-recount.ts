import { useEffect, useMemo } from 'react';
import { type GroupLayout, isClosed, sumRows } from '@/data/paging/groups/groups.utils';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { GridGrouping } from './use-grouping';

/**
 * Counts the groups again when the loaded rows contradict the counts, because another user inserted or deleted rows. If
 * the new counts don't resolve the difference, reads the rows again.
 *
 * Does each at most once per difference: a difference can be permanent, for example if the database's collation treats
 * “Oslo” and “OSLO” as equal.
 */
export function useGroupRecount(
  pages: PagedRows,
  grouped: GridGrouping | undefined,
  layout: GroupLayout | undefined,
) {
  const { count, isStale, refetch } = pages;
  const column = grouped?.column;
  const view = grouped?.view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other differences
  const attempts = useMemo(
    () => ({
      /** When the counts were read that a difference was found in, in milliseconds since 1970. */
      countedAt: new Map<string, number>(),
      /** The differences because of which the rows were read again. */
      rowsRefetched: new Set<string>(),
    }),
    [column, view],
  );
  useEffect(() => {
    if (!grouped || !layout || grouped.isLoading || isStale) return;
    const differences = findDifferences(grouped, layout, count?.exact ? count.count : undefined);
    const newDifferences = differences.filter((difference) => !attempts.countedAt.has(difference));
    for (const difference of newDifferences) attempts.countedAt.set(difference, grouped.countedAt);
    if (newDifferences.length > 0) return grouped.recount();
    const unresolved = differences.filter(
      (difference) =>
        !difference.startsWith('new') &&
        !attempts.rowsRefetched.has(difference) &&
        (attempts.countedAt.get(difference) ?? 0) < grouped.countedAt,
    );
    for (const difference of unresolved) attempts.rowsRefetched.add(difference);
    if (unresolved.length > 0) refetch();
  });
}

/** Returns an identifying text for each difference between the counts of the groups and the rows. */
function findDifferences(
  { groups, closed, isTruncated }: GridGrouping,
  layout: GroupLayout,
  rowCount: number | undefined,
): string[] {
  const differences = layout.differences.map(({ kind, text }) => `${kind} ${text}`);
  const sum = sumRows(groups.filter(({ value }) => !isClosed(closed, value)));
  const isComparable = !isTruncated && sum !== undefined && rowCount !== undefined;
  return isComparable && rowCount !== sum ? [...differences, `rows:${rowCount}:${sum}`] : differences;
}
