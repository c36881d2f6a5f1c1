/** A cell by its indexes among the visible rows and columns. */
export interface Cell {
  row: number;
  column: number;
}

/** A rectangle of cells from the active cell (anchor) to the cell to which it was extended (head). */
export interface Block {
  anchor: Cell;
  head: Cell;
}

/** The first and last row and column of a block, inclusive. */
export interface Bounds {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** A number of rows and columns. */
export interface Extent {
  rows: number;
  columns: number;
}

/** Returns the first and last row and column of a block. Both are inclusive. */
export function getBounds({ anchor, head }: Block): Bounds {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}

export function getExtent({ top, bottom, left, right }: Bounds): Extent {
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

/** The parts of a keyboard event that change a block. */
export interface BlockKey {
  key: string;
  shiftKey: boolean;
  /** Control, or Command on a Mac. */
  mod: boolean;
}

/**
 * Returns the new head of a block after a key with Shift: an arrow moves it by 1 cell, with `mod` to the edge; Home and
 * End to the ends of the row, with `mod` to the ends of the table; Page up and Page down by `page` rows. Returns
 * undefined for other keys.
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
  const targets: Record<string, Cell> = {
    ArrowUp: { row: row - step, column },
    ArrowDown: { row: row + step, column },
    ArrowLeft: { row, column: column - step },
    ArrowRight: { row, column: column + step },
    Home: { row: mod ? 0 : row, column: 0 },
    End: { row: mod ? far : row, column: far },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
  };
  const next = targets[key];
  return next && clamp(next, table);
}
