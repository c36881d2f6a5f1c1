/** A cell by its place: the row in the order shown, the column among those shown. */
export interface Cell {
  row: number;
  column: number;
}

/** A rectangle of cells: from the active one, where it began, to the one that it was extended to. */
export interface Block {
  anchor: Cell;
  head: Cell;
}

/** The rows and columns of a block, both ends included. */
export interface Bounds {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** How many rows and columns there are. */
export interface Extent {
  rows: number;
  columns: number;
}

export function boundsOf({ anchor, head }: Block): Bounds {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}

export function extentOf({ top, bottom, left, right }: Bounds): Extent {
  return { rows: bottom - top + 1, columns: right - left + 1 };
}

export function isSingleCell({ anchor, head }: Block): boolean {
  return anchor.row === head.row && anchor.column === head.column;
}

export function isInBounds({ top, bottom, left, right }: Bounds, { row, column }: Cell): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

function clamp(cell: Cell, { rows, columns }: Extent): Cell {
  return {
    row: Math.max(0, Math.min(rows - 1, cell.row)),
    column: Math.max(0, Math.min(columns - 1, cell.column)),
  };
}

/** What a key press says about a block. */
export interface BlockKey {
  key: string;
  shiftKey: boolean;
  /** Control, or Command. */
  mod: boolean;
}

/**
 * Where a key with Shift takes the block's moving corner: the arrows by one cell,
 * with Control to the edge; Home and End to a row's ends, with Control to the
 * table's; the page keys by `page` rows. Undefined for any other key.
 */
export function extendByKey(
  { key, mod }: BlockKey,
  head: Cell,
  table: Extent,
  page: number,
): Cell | undefined {
  const { row, column } = head;
  const far = Math.max(table.rows, table.columns);
  const step = mod ? far : 1;
  const moved: Record<string, Cell> = {
    ArrowUp: { row: row - step, column },
    ArrowDown: { row: row + step, column },
    ArrowLeft: { row, column: column - step },
    ArrowRight: { row, column: column + step },
    Home: { row: mod ? 0 : row, column: 0 },
    End: { row: mod ? far : row, column: far },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  };
  const next = moved[key];
  return next && clamp(next, table);
}
