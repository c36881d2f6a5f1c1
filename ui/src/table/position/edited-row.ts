import type { Row } from '@/data/rows/row';

/** The row whose cell is open in an editor, and its index in the grid. */
export interface EditedRow {
  index: number;
  row: Row;
}
