import type { Edge } from '@/data/layouts/calendar.utils';
import type { Row } from '@/data/rows/row';
import type { Carried } from '@/table/drag/use-carry';

/** The event that is being carried, or whose edge is, and where it would land. */
export interface Carry extends Carried {
  key: string;
  row: Row;
  /** All of it, or one of its edges. */
  part: 'all' | Edge;
  /** Minutes from where it was; undefined is outside of all days. A row without a date has `place` instead. */
  delta: number | undefined;
  /** What its other parts changed before, where the keyboard moves one after the other. */
  done?: Row | undefined;
  /** Where a row without a date would be put. */
  place: number | undefined;
}
