import { hashKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type GroupLayout,
  groupAt as groupExtent,
  groupHeadAt,
  groupValue,
  indexOfRow,
  layoutGroups,
  type PositionedGroup,
  rowIndexAt,
} from '@/data/paging/groups/groups.utils';
import type { GroupHead } from '@/data/paging/row-source';
import type { RowRange } from '@/data/paging/segments/page-plan';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { useGroupRecount } from './use-group-recount';
import type { GridGrouping } from './use-grouping';

/** The rows with the heads of their groups between them: a RowSource over the rows' own. */
export function useGroupedPages(pages: PagedRows, grouped: GridGrouping | undefined): PagedRows {
  const layout = useGroupLayout(pages, grouped);
  const { rowAt, findIndex, loadedRows, setVisibleRange, version } = pages;
  const showIndexes = useStableShow(setVisibleRange, layout);
  const column = grouped?.column;
  const toggle = useLatest(grouped?.toggle);
  const heads = useMemo(() => new Map<PositionedGroup, GroupHead>(), []);
  const over = useMemo(() => {
    if (!layout || !column) return undefined;
    heads.clear();
    const headOf = (group: PositionedGroup): GroupHead => {
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
    const groupAtIndex = (index: number) => {
      const found = groupExtent(layout, index);
      return found && { head: headOf(found.group), start: found.group.headIndex, end: found.end };
    };
    const rowRangeOf = ({ first, last }: RowRange) => {
      const range = { first: rowIndexAt(layout, first), last: rowIndexAt(layout, last) };
      const isHead = groupHeadAt(layout, first) !== undefined;
      return isHead || range.last - range.first !== last - first ? undefined : range;
    };
    return {
      headAt,
      groupAt: groupAtIndex,
      rowRangeOf,
      length: layout.length,
      rowAt: (index: number) => (groupHeadAt(layout, index) ? undefined : rowAt(rowIndexAt(layout, index))),
      findIndex: (matches: Parameters<PagedRows['findIndex']>[0]) => {
        const row = findIndex(matches);
        return row < 0 ? row : indexOfRow(layout, row);
      },
      loadedRows: () => [...loadedRows()].map(([row, each]) => [indexOfRow(layout, row), each] as const),
      version: { layout, version },
    };
  }, [layout, column, heads, toggle, rowAt, findIndex, loadedRows, version]);

  // Where to go is told once: what is learnt of the groups later leads nowhere else.
  const { scrollTarget } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the groups stood on arrival
  const arrived = useMemo(
    () => scrollTarget && { index: layout ? indexOfRow(layout, scrollTarget.index) : scrollTarget.index },
    [scrollTarget],
  );

  if (!grouped || !over) return pages;
  const isKnown = pages.count !== undefined && !(grouped.isLoading && grouped.groups.length === 0);
  return {
    ...pages,
    ...over,
    setVisibleRange: showIndexes,
    scrollTarget: arrived,
    count: isKnown ? { count: over.length, exact: pages.count?.exact ?? false } : undefined,
    error: pages.error ?? grouped.error,
  };
}

/** Where heads and rows stand: the same one until that changes. */
function useGroupLayout(pages: PagedRows, grouped: GridGrouping | undefined): GroupLayout | undefined {
  const groups = grouped?.groups;
  const closed = grouped?.closed;
  const column = grouped?.column.name;
  const { loadedRows, version, isStale } = pages;
  const rowCount = pages.count?.count ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other rows loaded
  const fresh = useMemo(() => {
    if (!groups || !closed || column === undefined) return undefined;
    const met = [...loadedRows()].map(([row, each]) => [row, groupValue(each, column)] as const);
    return layoutGroups(groups, closed, rowCount, met);
  }, [groups, closed, rowCount, column, loadedRows, version]);
  useGroupRecount(pages, grouped, fresh);
  // While the rows of before are shown, the heads of before stand between them.
  const hash = useMemo(() => hashKey([fresh]), [fresh]);
  const [held, setHeld] = useState({ hash, layout: fresh });
  const isHeld = (isStale && held.layout !== undefined) || held.hash === hash;
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
function useStableShow(show: PagedRows['setVisibleRange'], layout: GroupLayout | undefined) {
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
