/** The measured limits of this browser: the maximum height of a grid in pixels, and its maximum number of rows. */
let browserLimits: { pixelRatio: number; height: number; rows: number } | undefined;

/** The number of rows of the measured grid, which is more than any browser supports. */
const probeRows = 1_200_000;

/** Subtracted from the limit for the header, the summary and the scrollbar. */
const reservedRows = 50;

/** WebKit supports a million rows, but lays out all of them whenever a visible row changes. */
const maxRowsInWebKit = 10_000;

/**
 * Returns how many rows of a height (in pixels) a grid can have in this browser at the current zoom. Measures this once
 * per zoom: Chromium supports about 33.5 million device pixels (half as many CSS pixels at double density), Firefox
 * 10,000 rows. WebKit has a constant limit, because the measurement would take seconds. A table with fewer rows
 * (`rowCount`) than every browser supports is not measured for, since that delays its first view.
 */
export function getMaxRows(rowHeight: number, rowCount: number): number {
  const minRows = maxRowsInWebKit - reservedRows;
  if (rowCount <= minRows || isWebKit()) return minRows;
  const { devicePixelRatio: pixelRatio } = window;
  if (browserLimits?.pixelRatio !== pixelRatio) {
    browserLimits = { pixelRatio, height: measureGridHeight(32), rows: measureGridHeight(1) };
  }
  // Without a layout engine (in tests) there is no limit.
  if (browserLimits.rows === 0) return probeRows;
  return Math.min(Math.floor(browserLimits.height / rowHeight), browserLimits.rows) - reservedRows;
}

/** Whether the browser is based on WebKit: Safari and each browser of iOS. */
function isWebKit(): boolean {
  return /^Apple/.test(navigator.vendor);
}

/** Returns the height in pixels that the browser gives to a grid of `probeRows` rows, which it can limit. */
function measureGridHeight(rowHeight: number): number {
  const probe = document.createElement('div');
  Object.assign(probe.style, {
    position: 'absolute',
    visibility: 'hidden',
    display: 'grid',
    height: 'max-content',
    gridTemplateRows: `repeat(${probeRows},${rowHeight}px)`,
  });
  const outer = document.createElement('div');
  Object.assign(outer.style, { position: 'absolute', height: '0', overflow: 'hidden' });
  outer.append(probe);
  document.body.append(outer);
  const { offsetHeight } = probe;
  outer.remove();
  return offsetHeight;
}
