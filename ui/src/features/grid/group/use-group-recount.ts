import { useEffect, useMemo } from 'react';
import { type GroupLayout, isClosed, sumRows } from '@/data/paging/groups/groups.utils';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { GridGrouping } from './use-grouping';

/**
 * Somebody else's insert or delete makes rows and counts disagree: then the groups are counted again, and if
 * that changes nothing, the rows are read again. Once for each way in which they disagree: they may for good,
 * as where the database takes “Oslo” and “OSLO” for the same.
 */
export function useGroupRecount(
  pages: PagedRows,
  grouped: GridGrouping | undefined,
  layout: GroupLayout | undefined,
) {
  const { count, isStale, refetch } = pages;
  const column = grouped?.column;
  const view = grouped?.view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows disagree in ways of their own
  const tried = useMemo(
    () => ({ counting: new Map<string, number>(), reading: new Set<string>() }),
    [column, view],
  );
  useEffect(() => {
    if (!grouped || !layout || grouped.isLoading || isStale) return;
    const ways = findDifferences(grouped, layout, count?.exact ? count.count : undefined);
    const news = ways.filter((way) => !tried.counting.has(way));
    for (const way of news) tried.counting.set(way, grouped.countedAt);
    if (news.length > 0) return grouped.recount();
    const left = ways.filter(
      (way) =>
        !way.startsWith('new') &&
        !tried.reading.has(way) &&
        (tried.counting.get(way) ?? 0) < grouped.countedAt,
    );
    for (const way of left) tried.reading.add(way);
    if (left.length > 0) refetch();
  });
}

function findDifferences(
  { groups, closed, isTruncated }: GridGrouping,
  { differences }: GroupLayout,
  rows: number | undefined,
): string[] {
  const ways = differences.map(({ kind, text }) => `${kind} ${text}`);
  const counted = sumRows(groups.filter(({ value }) => !isClosed(closed, value)));
  const known = !isTruncated && counted !== undefined && rows !== undefined;
  return known && rows !== counted ? [...ways, `rows ${rows} of ${counted}`] : ways;
}
