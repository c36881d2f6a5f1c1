import { hashKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type GroupLayout,
  getRowIndex,
  groupAt,
  groupHeadAt,
  groupValue,
  indexOfRow,
  layoutGroups,
  type PositionedGroup,
} from '@/data/paging/groups/groups.utils';
import type { GroupHead, RowSource } from '@/data/paging/row-source';
import type { RowRange } from '@/data/paging/segments/page-plan';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { Column } from '@/lib/api.gen';
import { useGroupRecount } from './use-group-recount';
import type { GridGrouping } from './use-grouping';

/**
 * Returns `pages` with the heads of the groups between the rows: indexes, counts and the scroll target include the
 * heads. Returns `pages` itself if the rows aren't grouped.
 */
export function useGroupedPages(pages: PagedRows, grouped: GridGrouping | undefined): PagedRows {
  const layout = useGroupLayout(pages, grouped);
  const { rowAt, findIndex, loadedRows, version } = pages;
  const setVisibleRange = useStableVisibleRange(pages.setVisibleRange, layout);
  const column = grouped?.column;
  const getHead = useGroupHeads(column, layout, grouped?.toggle);
  const source = useMemo(
    () => layout && createGroupedSource({ rowAt, findIndex, loadedRows, version }, layout, getHead),
    [layout, getHead, rowAt, findIndex, loadedRows, version],
  );

  // Computed once per jump: a later change of the groups must not scroll again.
  const { scrollTarget } = pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the layout at the time of the jump
  const groupedTarget = useMemo(
    () => scrollTarget && { index: layout ? indexOfRow(layout, scrollTarget.index) : scrollTarget.index },
    [scrollTarget],
  );

  if (!grouped || !source) return pages;
  const isKnown = pages.count !== undefined && !(grouped.isLoading && grouped.groups.length === 0);
  return {
    ...pages,
    ...source,
    setVisibleRange,
    scrollTarget: groupedTarget,
    count: isKnown ? { count: source.length, exact: pages.count?.exact ?? false } : undefined,
    error: pages.error ?? grouped.error,
  };
}

/** The members of a RowSource that differ between grouped and ungrouped rows. */
type GroupedSource = Required<
  Pick<RowSource, 'length' | 'rowAt' | 'findIndex' | 'loadedRows' | 'headAt' | 'groupAt' | 'rowRangeOf'>
> & { version: object };

/** Returns the rows with the heads of their groups between them, by index in the grid, as `layout` arranges them. */
function createGroupedSource(
  rows: Pick<RowSource, 'rowAt' | 'findIndex' | 'loadedRows' | 'version'>,
  layout: GroupLayout,
  getHead: (group: PositionedGroup) => GroupHead,
): GroupedSource {
  return {
    length: layout.length,
    headAt: (index) => {
      const group = groupHeadAt(layout, index);
      return group && getHead(group);
    },
    groupAt: (index) => {
      const found = groupAt(layout, index);
      return found && { head: getHead(found.group), start: found.group.headIndex, end: found.end };
    },
    rowRangeOf: ({ first, last }) => {
      const range = { first: getRowIndex(layout, first), last: getRowIndex(layout, last) };
      const isHead = groupHeadAt(layout, first) !== undefined;
      return isHead || range.last - range.first !== last - first ? undefined : range;
    },
    rowAt: (index) => (groupHeadAt(layout, index) ? undefined : rows.rowAt(getRowIndex(layout, index))),
    findIndex: (matches) => {
      const index = rows.findIndex(matches);
      return index < 0 ? index : indexOfRow(layout, index);
    },
    loadedRows: () => [...rows.loadedRows()].map(([index, row]) => [indexOfRow(layout, index), row] as const),
    version: { layout, version: rows.version },
  };
}

/** Returns a function that creates the head of a group. It returns the same head until the layout changes. */
function useGroupHeads(
  column: Column | undefined,
  layout: GroupLayout | undefined,
  toggle: GridGrouping['toggle'] | undefined,
): (group: PositionedGroup) => GroupHead {
  const latestToggle = useLatest(toggle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the groups of another layout have other heads
  return useMemo(() => {
    const heads = new Map<PositionedGroup, GroupHead>();
    return (group) => {
      let head = heads.get(group);
      if (!head) {
        // There is a group only if there is a column.
        head = { column: column as Column, group, toggle: () => latestToggle.current?.(group.value) };
        heads.set(group, head);
      }
      return head;
    };
  }, [column, layout, latestToggle]);
}

/** Returns the positions of heads and rows. The result is the same object until its content changes. */
function useGroupLayout(pages: PagedRows, grouped: GridGrouping | undefined): GroupLayout | undefined {
  const groups = grouped?.groups;
  const closed = grouped?.closed;
  const column = grouped?.column.name;
  const { loadedRows, version, isStale } = pages;
  const rowCount = pages.count?.count ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the loaded rows
  const current = useMemo(() => {
    if (!groups || !closed || column === undefined) return undefined;
    const loaded = [...loadedRows()].map(([index, row]) => [index, groupValue(row, column)] as const);
    return layoutGroups(groups, closed, rowCount, loaded);
  }, [groups, closed, rowCount, column, loadedRows, version]);
  useGroupRecount(pages, grouped, current);
  // While the previous rows are displayed, the previous layout must be too.
  const hash = useMemo(() => hashKey([current]), [current]);
  const [previous, setPrevious] = useState({ hash, layout: current });
  const isPreviousValid = (isStale && previous.layout !== undefined) || previous.hash === hash;
  if (!isPreviousValid) setPrevious({ hash, layout: current });
  return isPreviousValid ? previous.layout : current;
}

function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * Returns a `setVisibleRange` for indexes of the grouped rows. Its identity does not change when a group is expanded or
 * collapsed, so that the grid keeps its scroll position. A change of the layout reports the range again.
 */
function useStableVisibleRange(setRowRange: PagedRows['setVisibleRange'], layout: GroupLayout | undefined) {
  const latestLayout = useLatest(layout);
  const visibleRange = useRef<RowRange>(undefined);
  const latestSetter = useRef(setRowRange);
  useEffect(() => {
    latestSetter.current = setRowRange;
    if (!visibleRange.current || !layout) return;
    setRowRange(toRowRange(visibleRange.current, layout));
  }, [setRowRange, layout]);
  return useCallback(
    (range: RowRange) => {
      visibleRange.current = range;
      const { current } = latestLayout;
      latestSetter.current(current ? toRowRange(range, current) : range);
    },
    [latestLayout],
  );
}

function toRowRange({ first, last }: RowRange, layout: GroupLayout): RowRange {
  return { first: getRowIndex(layout, first), last: getRowIndex(layout, last) };
}
