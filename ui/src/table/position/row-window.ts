/**
 * The range of a table's rows that the grid contains. A browser can't scroll more than 33,554,430 px (Firefox: 10,000
 * rows of a grid). Of a longer table, the grid contains a window of rows, which follows the visible rows.
 */
export interface RowWindow {
  /** The index in the table of the grid's first row. */
  base: number;
  /** The number of rows in the grid. */
  length: number;
  /** By how many rows the rows moved in the grid in total: a row's index in the grid minus this never changes. */
  indexOffset: number;
}

export interface WindowLimits {
  /** The number of rows in the table. */
  count: number;
  /** The maximum number of rows in the grid. */
  maxRows: number;
}

/** The length of a window, in rows: enough for minutes of scrolling. */
const windowSize = 200_000;

/** Returns the number of rows in the grid. */
export function computeWindowLength({ count, maxRows }: WindowLimits): number {
  return count <= maxRows ? count : Math.min(windowSize, maxRows);
}

function clampBase(base: number, limits: WindowLimits): number {
  return Math.max(0, Math.min(base, limits.count - computeWindowLength(limits)));
}

/** Returns the window with another base. The rows do not move in the table. */
function rebaseWindow(window: RowWindow, next: number): RowWindow {
  return { ...window, base: next, indexOffset: window.indexOffset + window.base - next };
}

/** Returns the previous object if the next is equal, so that nothing renders. */
function keepIfEqual(window: RowWindow, next: RowWindow): RowWindow {
  const unchanged =
    window.base === next.base && window.length === next.length && window.indexOffset === next.indexOffset;
  return unchanged ? window : next;
}

/** Returns the window after the rows moved by `by` in the table, or after its length changed. */
export function shiftWindow(window: RowWindow, by: number, limits: WindowLimits): RowWindow {
  const base = clampBase(window.base + by, limits);
  const indexOffset = window.indexOffset + by + window.base - base;
  return keepIfEqual(window, { base, length: computeWindowLength(limits), indexOffset });
}

/**
 * Returns the window after the same change while the rows must keep their indexes in the grid. It can extend beyond
 * the ends of the table, and does not become shorter. A later `shiftWindow` corrects that.
 */
export function translateWindow(window: RowWindow, by: number, limits: WindowLimits): RowWindow {
  const length = Math.max(window.length, computeWindowLength(limits));
  return keepIfEqual(window, { base: window.base + by, length, indexOffset: window.indexOffset });
}

/** Returns the window for the visible rows: a window centered on them if they are near an edge of this window. */
export function slideWindow(
  window: RowWindow,
  { first, last }: { first: number; last: number },
  limits: WindowLimits,
): RowWindow {
  const length = computeWindowLength(limits);
  const edge = Math.floor(length / 10);
  const aboveEdge = first - window.base < edge && window.base > 0;
  const belowEdge = window.base + length - last < edge && window.base + length < limits.count;
  if (!aboveEdge && !belowEdge) return window;
  const next = clampBase(Math.round((first + last - length) / 2), limits);
  return next === window.base ? window : rebaseWindow(window, next);
}
