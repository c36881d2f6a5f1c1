import { useCallback, useEffect, useInsertionEffect, useRef } from 'react';
import type { RowsView } from '@/data/rows/row-keys';
import type { RowRange } from './page-plan';
import {
  computeRowCount,
  findSegment,
  makeCursorSegment,
  makeEndSegment,
  type Segment,
  startSegment,
} from './segment';
import type { Destination, LoadedSegment, SegmentState, SetSegmentState } from './segment-state';

/** Milliseconds without scrolling after which distant pages are requested. */
const scrollDebounce = 90;

interface SegmentNavigationOptions {
  view: RowsView;
  size: number;
  hasKeyset: boolean;
  segmentState: SegmentState;
  loaded: LoadedSegment;
  setSegmentState: SetSegmentState;
}

/** The functions that change which rows are visible. */
export interface SegmentNavigation {
  /**
   * Loads the rows of a range of indexes: immediately if they are on an adjacent page, otherwise when the scrolling
   * pauses.
   */
  setVisibleRange: (range: RowRange) => void;
  /** Jumps to a destination, and sets `scrollTarget`. */
  goTo: (destination: Destination) => void;
  /** Cancels the scroll that follows when the exact position of the rows is found. */
  cancelPendingJump: () => void;
}

/** Returns the functions that change which rows are visible. */
export function useSegmentNavigation({
  view,
  size,
  hasKeyset,
  segmentState,
  loaded,
  setSegmentState,
}: SegmentNavigationOptions): SegmentNavigation {
  const latest = useRef({ state: segmentState, loaded });
  // Runs before layout effects: the grid scrolls in one when row numbers are corrected, and then calls setVisibleRange.
  useInsertionEffect(() => {
    latest.current = { state: segmentState, loaded };
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A pending range of the previous view must not be applied to this view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer belongs to a view
  useEffect(() => () => clearTimeout(timer.current), [view]);

  const setVisibleRange = useCallback(
    (visible: RowRange) => {
      clearTimeout(timer.current);
      const { segment, range } = latest.current.state;
      const getPageIndex = (row: number) => Math.floor((row - segment.start) / size);
      const pageDistance = Math.abs(getPageIndex(visible.first) - Math.floor(range.first / size));
      const hasOtherEnd = getPageIndex(visible.last) !== Math.floor(range.last / size);
      if (pageDistance === 0 && !hasOtherEnd) return;
      const apply = () => {
        const { state: rendered, loaded: latestLoaded } = latest.current;
        // The stored state can be newer than the rendered one.
        setSegmentState((stored) => {
          const state = stored.view === view ? stored : rendered;
          return state.view === view
            ? scrollToRange(state, latestLoaded, visible, { size, hasKeyset })
            : stored;
        });
      };
      if (pageDistance <= 1) apply();
      else timer.current = setTimeout(apply, scrollDebounce);
    },
    [view, size, hasKeyset, setSegmentState],
  );
  const goTo = useCallback(
    (destination: Destination) => {
      clearTimeout(timer.current);
      const { state, loaded: latestLoaded } = latest.current;
      if (latestLoaded.total) setSegmentState(jumpTo(state, latestLoaded, destination, { size, hasKeyset }));
    },
    [size, hasKeyset, setSegmentState],
  );
  const cancelPendingJump = useCallback(
    () =>
      setSegmentState((state) =>
        state.requestedIndex === undefined ? state : { ...state, requestedIndex: undefined },
      ),
    [setSegmentState],
  );
  return { setVisibleRange, goTo, cancelPendingJump };
}

/** Returns the state with other visible rows, in the segment that contains them. */
function scrollToRange(
  state: SegmentState,
  { total, pages }: LoadedSegment,
  visible: RowRange,
  { size, hasKeyset }: Pick<SegmentNavigationOptions, 'size' | 'hasKeyset'>,
): SegmentState {
  const count = total && computeRowCount(state.segment, pages.values(), total);
  const segment = count ? findSegment(state, visible, { total, count, size, hasKeyset }) : state.segment;
  const range = { first: visible.first - segment.start, last: visible.last - segment.start };
  return {
    ...state,
    segment,
    range,
    hasMoved: state.hasMoved || segment.id !== state.segment.id,
    requestedIndex: undefined,
  };
}

/** Returns the state after a jump to a destination. */
function jumpTo(
  state: SegmentState,
  { total, pages }: LoadedSegment,
  to: Destination,
  { size, hasKeyset }: Pick<SegmentNavigationOptions, 'size' | 'hasKeyset'>,
): SegmentState {
  if (!total) return state;
  const count = computeRowCount(state.segment, pages.values(), total);
  const switchTo = (other: Segment) => (hasKeyset && other.id !== state.segment.id ? other : state.segment);
  let segment = state.segment;
  let index = 0;
  if (to.kind === 'start') segment = switchTo(startSegment);
  else if (to.kind === 'end') {
    segment = switchTo(makeEndSegment(count.count, total));
    index = count.count - 1;
  } else if (to.kind === 'cursor') {
    segment = switchTo(makeCursorSegment(to.cursor, to.rowsBefore));
    index = segment.start;
  } else {
    index = Math.max(0, Math.min(to.index, count.count - 1));
    segment = findSegment(state, { first: index, last: index }, { total, count, size, hasKeyset });
  }
  const requestedIndex = to.kind === 'index' && !segment.isStartCounted ? index : undefined;
  const row = index - segment.start;
  return {
    ...state,
    segment,
    range: { first: row, last: row },
    scrollTarget: { index },
    requestedIndex,
    hasMoved: true,
  };
}
