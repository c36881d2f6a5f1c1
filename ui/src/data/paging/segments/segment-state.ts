import type { RowsView } from '@/data/rows/row-keys';
import type { KeysetCursor } from '../cursor/keyset-cursor';
import type { RowRange, SegmentPage } from './page-plan';
import type { Segment, TotalCount } from './segment';

/** The loaded part of a segment. */
export interface LoadedSegment {
  segment: Segment;
  total: TotalCount | undefined;
  pages: ReadonlyMap<number, SegmentPage>;
  error: unknown;
  updatedAt: number;
  isRefetching: boolean;
  /** Whether the user has left the view's first segment: then no pages can mean that they are still being loaded. */
  hasMoved: boolean;
}

/** The target of a jump. A cursor needs the (estimated) number of rows before it. */
export type Destination =
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'index'; index: number }
  | { kind: 'cursor'; cursor: KeysetCursor; rowsBefore: number };

export interface SegmentState {
  view: RowsView;
  segment: Segment;
  /** The visible rows, as indexes in the segment: these do not change when its position is corrected. */
  range: RowRange;
  scrollTarget: { index: number } | undefined;
  /** The row number to which the user jumped, while the segment's position is only estimated. */
  requestedIndex?: number | undefined;
  hasMoved: boolean;
  /** The exact total, if the segment's position is counted and it contains the table's end. */
  countedTotal?: TotalCount | undefined;
}

export type SetSegmentState = (change: SegmentState | ((before: SegmentState) => SegmentState)) => void;
