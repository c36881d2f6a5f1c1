import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import type { PositionedGroup } from './groups/groups.utils';
import type { RowRange } from './segments/page-plan';

/**
 * Rows by their index in the displayed order. The grid, its selection and its
 * editing read rows only by this interface. A source that adds group heads or shows
 * a part of the rows wraps another RowSource.
 */
export interface RowSource {
  /** The number of indexes, also of rows that are not loaded. */
  length: number;
  /** Returns the row at an index; undefined if it is not loaded, or if a group head is there. */
  rowAt: (index: number) => Row | undefined;
  /** Returns the index of the first loaded row that matches; -1 if there is none. */
  findIndex: (matches: (row: Row) => boolean) => number;
  /** Returns each loaded row with its index, in any order. */
  loadedRows: () => Iterable<readonly [index: number, row: Row]>;
  /** Sets the indexes of the visible rows, so that their rows are loaded. */
  setVisibleRange: (range: RowRange) => void;
  /** A new object after each change of a row or of the length. */
  version: object;
  origin: RowOrigin;
  /** Returns the group head at an index; undefined for a row. */
  headAt?: (index: number) => GroupHead | undefined;
  /** Returns the group that contains an index. */
  groupAt?: (index: number) => GroupExtent | undefined;
  /** Converts indexes to positions among the rows only; undefined if the range contains group heads. */
  rowRangeOf?: (range: RowRange) => RowRange | undefined;
}

/** The head of a group, which has an index like a row. */
export interface GroupHead {
  column: Column;
  group: PositionedGroup;
  /** Opens or closes the group. */
  toggle: () => void;
}

/** A group's head with the indexes of the group. */
export interface GroupExtent {
  head: GroupHead;
  /** The index of the head. */
  start: number;
  /** The index after its last row. */
  end: number;
}

/**
 * The reference point of indexes. If a count shows that more or fewer rows than
 * estimated are before the visible ones, all indexes and `offset` change by the same
 * number: within one `segment`, a row's index minus `offset` is constant. Indexes of
 * different segments (after a jump, or in another order) are not comparable.
 */
export interface RowOrigin {
  segment: object;
  offset: number;
}
