/**
 * The part of a table's rows that the grid is given at a time. A browser can't
 * scroll further than 33,554,430 px (Firefox and WebKit: 10,000 rows of a grid); past
 * that, the grid holds a window of rows, which moves along with what is in view.
 */
export interface RowWindow {
  /** The place in the table of the grid's row 0. */
  base: number;
  /** Rows that the grid is given. */
  length: number;
  /** How far rows have moved in the grid in all: a row's index minus this stays the same. */
  indexOffset: number;
}

export interface WindowLimits {
  /** Rows of the table. */
  count: number;
  /** Rows that the grid can have. */
  maxRows: number;
}

/** Rows of a window, where it has to be one: enough to scroll through for minutes. */
const windowSize = 200_000;

/** How many rows the grid is given. */
export function computeWindowLength({ count, maxRows }: WindowLimits): number {
  return count <= maxRows ? count : Math.min(windowSize, maxRows);
}

function clampBase(base: number, limits: WindowLimits): number {
  return Math.max(0, Math.min(base, limits.count - computeWindowLength(limits)));
}

/** The window with another base; rows stay where they are in the table. */
function rebaseWindow(window: RowWindow, next: number): RowWindow {
  return { ...window, base: next, indexOffset: window.indexOffset + window.base - next };
}

function keepIfEqual(window: RowWindow, next: RowWindow): RowWindow {
  const unchanged =
    window.base === next.base && window.length === next.length && window.indexOffset === next.indexOffset;
  return unchanged ? window : next;
}

/** After the rows' places in the table changed by as much, or the table's length. */
export function shiftWindow(window: RowWindow, by: number, limits: WindowLimits): RowWindow {
  const base = clampBase(window.base + by, limits);
  const indexOffset = window.indexOffset + by + window.base - base;
  return keepIfEqual(window, { base, length: computeWindowLength(limits), indexOffset });
}

/**
 * The same change while rows must keep their indexes: the window goes along with
 * them even past the table's ends, and gets no shorter. `shifted` puts it right.
 */
export function translateWindow(window: RowWindow, by: number, limits: WindowLimits): RowWindow {
  const length = Math.max(window.length, computeWindowLength(limits));
  return keepIfEqual(window, { base: window.base + by, length, indexOffset: window.indexOffset });
}

/** The window to go on with when these rows of the table are in view: another one when they come near its edge. */
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
