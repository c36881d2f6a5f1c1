import type { EventEdge } from '@/data/layouts/calendar-events';
import type { Row } from '@/data/rows/row';
import type { DragState } from '@/table/drag/use-drag-state';

/** The event that is dragged as a whole or by an edge, and its drop position. */
export interface EventDragState extends DragState {
  key: string;
  row: Row;
  /** The dragged part: the whole event or one of its edges. */
  part: 'all' | EventEdge;
  /** Minutes from its original time. Undefined outside all days, and for a row without a date, which has `newStart`. */
  delta: number | undefined;
  /** The changes by earlier steps, if the keyboard moved another part before. */
  priorChanges?: Row | undefined;
  /** The start that a row without a date gets, in minutes since 1970 in the zone's wall clock. */
  newStart: number | undefined;
}
