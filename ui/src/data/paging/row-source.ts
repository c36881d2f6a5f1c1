import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import type { PositionedGroup } from './groups/groups.utils';
import type { RowRange } from './segments/page-plan';

/**
 * Rows by their index in the order in which they are shown: all that the grid,
 * its selection and its editing know of where rows come from. What is put
 * between the rows, or shows a part of them, is a RowSource over a RowSource.
 */
export interface RowSource {
  /** How many indexes there are, whether or not their rows are loaded. */
  length: number;
  /** Undefined while the row isn't loaded. */
  rowAt: (index: number) => Row | undefined;
  /** The index of a loaded row; -1 if none matches. */
  findIndex: (matches: (row: Row) => boolean) => number;
  /** Each loaded row with its index, in no order. */
  loadedRows: () => Iterable<readonly [index: number, row: Row]>;
  /** Says which indexes are in view. */
  setVisibleRange: (range: RowRange) => void;
  /** A new identity whenever a row or the length changed. */
  version: object;
  origin: RowOrigin;
  /** The head of a group that stands at an index, where no row does. */
  headAt?: (index: number) => GroupHead | undefined;
  /** The group in which an index is. */
  groupAt?: (index: number) => GroupExtent | undefined;
  /** Where indexes lie among the rows alone; undefined if heads are between them. */
  rowRangeOf?: (range: RowRange) => RowRange | undefined;
}

/** A group's head among the rows. */
export interface GroupHead {
  column: Column;
  group: PositionedGroup;
  /** Opens or closes it. */
  toggle: () => void;
}

/** A group's head with the indexes that the group takes. */
export interface GroupExtent {
  head: GroupHead;
  /** The index of the head. */
  start: number;
  /** The index after its last row. */
  end: number;
}

/**
 * What indexes count from. More or fewer rows than thought may turn out to lie
 * before those that are shown; then their indexes move, all by the same, and
 * `at` with them: within one `run`, a row's index minus `at` stays. In another
 * run (after a jump, or in another order) no index of before means anything.
 */
export interface RowOrigin {
  segment: object;
  offset: number;
}
