import type { Edge } from '../../api/calendar.utils';
import type { Row } from '../../api/row';

/** The event that is being carried, or whose edge is, and where it would land. */
export interface Carry {
  key: string;
  row: Row;
  by: 'pointer' | 'keyboard';
  /** All of it, or one of its edges. */
  part: 'all' | Edge;
  /** Minutes from where it was; undefined is outside of all days. A row without a date has `place` instead. */
  delta: number | undefined;
  /** Where a row without a date would be put. */
  place: number | undefined;
  /** Where it was picked up. */
  box: DOMRect;
}
