import { useEffect, useMemo } from 'react';
import { type GroupLayout, isClosed, rowsIn } from '@/data/paging/groups/groups.utils';
import type { Pages } from '@/data/paging/segments/pages';
import type { Grouped } from './use-grouping';

/**
 * Somebody else's insert or delete makes rows and counts disagree: then the groups are counted again, and if
 * that changes nothing, the rows are read again. Once for each way in which they disagree: they may for good,
 * as where the database takes “Oslo” and “OSLO” for the same.
 */
export function useRecount(pages: Pages, grouped: Grouped | undefined, layout: GroupLayout | undefined) {
  const { count, stale, refetch } = pages;
  const column = grouped?.column;
  const view = grouped?.view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows disagree in ways of their own
  const tried = useMemo(
    () => ({ counting: new Map<string, number>(), reading: new Set<string>() }),
    [column, view],
  );
  useEffect(() => {
    if (!grouped || !layout || grouped.loading || stale) return;
    const ways = waysOf(grouped, layout, count?.exact ? count.count : undefined);
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

function waysOf(
  { groups, closed, cut }: Grouped,
  { differs }: GroupLayout,
  rows: number | undefined,
): string[] {
  const ways = differs.map(({ kind, text }) => `${kind} ${text}`);
  const counted = rowsIn(groups.filter(({ value }) => !isClosed(closed, value)));
  const known = !cut && counted !== undefined && rows !== undefined;
  return known && rows !== counted ? [...ways, `rows ${rows} of ${counted}`] : ways;
}
