import type { Row } from '@/data/rows/row';
import type { LaneRef } from '@/data/rows/row-keys';
import type { DragState } from '@/table/drag/use-drag-state';

/** A lane of the board. */
export interface Lane extends LaneRef {
  /** Unique within the board. */
  id: string;
  title: string;
  /** Index of its color in the palette. Undefined for the lane of rows without a value. */
  hue: number | undefined;
  /** Whether the lane's value refers to a user, which is displayed with an avatar. */
  isPerson?: boolean;
}

/** The dragged card and its drop position. */
export interface CardDragState extends DragState {
  key: string;
  row: Row;
  /** Id of the lane from which it was picked up. */
  from: string;
  /** Id of the lane under the card. Undefined outside all lanes. */
  lane: string | undefined;
  /** Index among the lane's other cards, if the order is manual. */
  index: number | undefined;
}
