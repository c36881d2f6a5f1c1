import { useLayoutEffect, useRef } from 'react';
import type { RowSource } from '@/data/paging/row-source';
import type { RowRange } from '@/data/paging/segments/page-plan';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import { duration, easing } from '@/lib/browser/theme/motion';
import { mediaQueries } from '@/lib/browser/theme/use-media-query';
import { useTable } from '@/table/table-context';
import { findRemovedRows } from './find-removed-rows';

export interface RemovalTransitionOptions {
  source: RowSource;
  /** Returns the indexes of the visible rows, without reading them from the page, which takes time. */
  visibleRange: () => RowRange;
  rowHeight: number;
  /** Returns the rendered element of a row by its index. */
  findRowElement: (index: number) => HTMLElement | null | undefined;
}

/**
 * Animates the visible rows upwards when rows above them were removed. Otherwise a deleted row would disappear without
 * a visible change. Does nothing if the user prefers reduced motion.
 */
export function useRemovalTransition(options: RemovalTransitionOptions): void {
  const { source, visibleRange, rowHeight, findRowElement } = options;
  const { table } = useTable();
  const previous = useRef(source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when rows change, not in each render
  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = source;
    const isSameOrigin =
      before.origin.segment === source.origin.segment && before.origin.offset === source.origin.offset;
    if (!isSameOrigin || before.version === source.version) return;
    const { first, last } = visibleRange();
    const createKeyLookup =
      ({ rowAt, headAt }: RowSource) =>
      (index: number) => {
        const row = rowAt(index);
        return row ? getCachedRowKey(table, row) : (headAt?.(index)?.group.value ?? undefined);
      };
    const removed = findRemovedRows(createKeyLookup(before), createKeyLookup(source), { first, last });
    if (!removed || window.matchMedia(mediaQueries.reducedMotion).matches) return;
    for (let index = removed.index; index <= last; index++) {
      findRowElement(index)?.animate(
        [{ transform: `translateY(${removed.count * rowHeight}px)` }, { transform: 'none' }],
        { duration: duration.base * 1000, easing: `cubic-bezier(${easing.out})` },
      );
    }
  }, [source.version]);
}
