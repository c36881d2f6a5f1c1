/**
 * The part of a table's rows that the grid is given at a time. A browser can't
 * scroll further than 33,554,430 px (Firefox and WebKit: 10,000 rows of a grid); past
 * that, the grid holds a window of rows, which moves along with what is in view.
 */
export interface RowWindow {
  /** The place in the table of the grid's row 0. */
  base: number;
  /** How far rows have moved in the grid in all: a row's index minus this stays the same. */
  moved: number;
}

export interface WindowLimits {
  /** Rows of the table. */
  count: number;
  /** Rows that the grid can have. */
  most: number;
}

/** Rows of a window, where it has to be one: enough to scroll through for minutes. */
const wanted = 200_000;

/** The rows that the grid is given. */
export function windowLength({ count, most }: WindowLimits): number {
  return count <= most ? count : Math.min(wanted, most);
}

function within(base: number, limits: WindowLimits): number {
  return Math.max(0, Math.min(base, limits.count - windowLength(limits)));
}

/** The window with another base; rows stay where they are in the table. */
function rebased({ base, moved }: RowWindow, next: number): RowWindow {
  return { base: next, moved: moved + base - next };
}

/** After the rows' places in the table changed by as much, or the table's length. */
export function shifted(window: RowWindow, by: number, limits: WindowLimits): RowWindow {
  const next = within(window.base + by, limits);
  if (by === 0 && next === window.base) return window;
  return { base: next, moved: window.moved + by + window.base - next };
}

/** The window to go on with when these rows of the table are in view: another one when they come near its edge. */
export function slid(
  window: RowWindow,
  { first, last }: { first: number; last: number },
  limits: WindowLimits,
): RowWindow {
  const length = windowLength(limits);
  const edge = Math.floor(length / 10);
  const aboveEdge = first - window.base < edge && window.base > 0;
  const belowEdge = window.base + length - last < edge && window.base + length < limits.count;
  if (!aboveEdge && !belowEdge) return window;
  const next = within(Math.round((first + last - length) / 2), limits);
  return next === window.base ? window : rebased(window, next);
}
