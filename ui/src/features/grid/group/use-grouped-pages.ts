import { hashKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type GroupLayout,
  groupAround as groupExtent,
  headAt as groupHeadAt,
  groupValue,
  indexOfRow,
  layoutGroups,
  type PlacedGroup,
  rowIndexAt,
} from '@/data/paging/groups/groups.utils';
import type { GroupHead } from '@/data/paging/row-source';
import type { Pages } from '@/data/paging/segments/pages';
import type { RowRange } from '@/data/paging/segments/pages.utils';
import type { Grouped } from './use-grouping';
import { useRecount } from './use-recount';

/** The rows with the heads of their groups between them: a RowSource over the rows' own. */
export function useGroupedPages(pages: Pages, grouped: Grouped | undefined): Pages {
  const layout = useLayout(pages, grouped);
  const { rowAt, findIndex, loaded, show, version } = pages;
  const showIndexes = useStableShow(show, layout);
  const column = grouped?.column;
  const toggle = useLatest(grouped?.toggle);
  const heads = useMemo(() => new Map<PlacedGroup, GroupHead>(), []);
  const over = useMemo(() => {
    if (!layout || !column) return undefined;
    heads.clear();
    const headOf = (group: PlacedGroup): GroupHead => {
      let head = heads.get(group);
      if (!head) {
        head = { column, group, toggle: () => toggle.current?.(group.value) };
        heads.set(group, head);
      }
      return head;
    };
    const headAt = (index: number): GroupHead | undefined => {
      const group = groupHeadAt(layout, index);
      return group && headOf(group);
    };
    const groupAround = (index: number) => {
      const found = groupExtent(layout, index);
      return found && { head: headOf(found.group), start: found.group.at, end: found.end };
    };
    const span = ({ first, last }: RowRange) => {
      const range = { first: rowIndexAt(layout, first), last: rowIndexAt(layout, last) };
      const isHead = groupHeadAt(layout, first) !== undefined;
      return isHead || range.last - range.first !== last - first ? undefined : range;
    };
    return {
      headAt,
      groupAround,
      span,
      length: layout.length,
      rowAt: (index: number) => (groupHeadAt(layout, index) ? undefined : rowAt(rowIndexAt(layout, index))),
      findIndex: (matches: Parameters<Pages['findIndex']>[0]) => {
        const row = findIndex(matches);
        return row < 0 ? row : indexOfRow(layout, row);
      },
      loaded: () => [...loaded()].map(([row, each]) => [indexOfRow(layout, row), each] as const),
      version: { layout, version },
    };
  }, [layout, column, heads, toggle, rowAt, findIndex, loaded, version]);

  // Where to go is told once: what is learnt of the groups later leads nowhere else.
  const { arrival } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the groups stood on arrival
  const arrived = useMemo(
    () => arrival && { index: layout ? indexOfRow(layout, arrival.index) : arrival.index },
    [arrival],
  );

  if (!grouped || !over) return pages;
  const isKnown = pages.count !== undefined && !(grouped.loading && grouped.groups.length === 0);
  return {
    ...pages,
    ...over,
    show: showIndexes,
    arrival: arrived,
    count: isKnown ? { count: over.length, exact: pages.count?.exact ?? false } : undefined,
    error: pages.error ?? grouped.error,
  };
}

/** Where heads and rows stand: the same one until that changes. */
function useLayout(pages: Pages, grouped: Grouped | undefined): GroupLayout | undefined {
  const groups = grouped?.groups;
  const closed = grouped?.closed;
  const column = grouped?.column.name;
  const { loaded, version, stale } = pages;
  const rowCount = pages.count?.count ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other rows loaded
  const fresh = useMemo(() => {
    if (!groups || !closed || column === undefined) return undefined;
    const met = [...loaded()].map(([row, each]) => [row, groupValue(each, column)] as const);
    return layoutGroups(groups, closed, rowCount, met);
  }, [groups, closed, rowCount, column, loaded, version]);
  useRecount(pages, grouped, fresh);
  // While the rows of before are shown, the heads of before stand between them.
  const hash = useMemo(() => hashKey([fresh]), [fresh]);
  const [held, setHeld] = useState({ hash, layout: fresh });
  const isHeld = (stale && held.layout !== undefined) || held.hash === hash;
  if (!isHeld) setHeld({ hash, layout: fresh });
  return isHeld ? held.layout : fresh;
}

function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * Tells the pages which rows are in view. Its identity stays when a group is
 * opened or closed: the grid keeps its place, though its rows are other ones.
 */
function useStableShow(show: Pages['show'], layout: GroupLayout | undefined) {
  const latest = useLatest(layout);
  const range = useRef<RowRange>(undefined);
  const tell = useRef(show);
  useEffect(() => {
    tell.current = show;
    if (!range.current || !layout) return;
    const { first, last } = range.current;
    show({ first: rowIndexAt(layout, first), last: rowIndexAt(layout, last) });
  }, [show, layout]);
  return useCallback(
    (shown: RowRange) => {
      range.current = shown;
      const { current } = latest;
      if (!current) return tell.current(shown);
      tell.current({ first: rowIndexAt(current, shown.first), last: rowIndexAt(current, shown.last) });
    },
    [latest],
  );
}
