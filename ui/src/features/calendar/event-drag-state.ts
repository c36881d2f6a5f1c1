import type { EventEdge } from '@/data/layouts/calendar-events';
import type { Row } from '@/data/rows/row';
import type { DragState } from '@/table/drag/use-drag-state';

/** The event that is being carried, or whose edge is, and where it would land. */
export interface EventDragState extends DragState {
  key: string;
  row: Row;
  /** All of it, or one of its edges. */
  part: 'all' | EventEdge;
  /** Minutes from where it was; undefined is outside of all days. A row without a date has `place` instead. */
  delta: number | undefined;
  /** What its other parts changed before, where the keyboard moves one after the other. */
  priorChanges?: Row | undefined;
  /** Where a row without a date would be put. */
  newStart: number | undefined;
}
