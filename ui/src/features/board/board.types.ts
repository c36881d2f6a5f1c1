import type { Row } from '@/data/rows/row';
import type { LaneRef } from '@/data/rows/row-keys';
import type { DragState } from '@/table/drag/use-drag-state';

/** A lane as it stands on the board. */
export interface Lane extends LaneRef {
  /** Unlike any other's on this board. */
  id: string;
  title: string;
  /** Its colour among the ten; none for the lane of the rows without a value. */
  hue: number | undefined;
  /** It stands for a person. */
  isPerson?: boolean;
}

/** The card that is being carried, and where it would land. */
export interface CardDragState extends DragState {
  key: string;
  row: Row;
  from: string;
  /** The lane under it; undefined is outside of all. */
  lane: string | undefined;
  /** Its place among the lane's other cards, where places are chosen by hand. */
  index: number | undefined;
}
