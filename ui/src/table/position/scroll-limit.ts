/** What browsers differ in: the height at which they cut a grid off, and the number of its rows. */
let browserLimits: { pixelRatio: number; height: number; rows: number } | undefined;

/** More than any browser takes. */
const probeRows = 1_200_000;

/** Leaves room for the header, the summary and the scrollbar. */
const reservedRows = 50;

/** WebKit takes a million rows, but lays them all out again whenever one in view changes. */
const maxRowsInWebKit = 10_000;

/**
 * How many rows of a height a grid can have in this browser, at this zoom. Asked
 * of the browser: Chromium ends at about 33.5 million pixels of the device (half
 * as many on a display of double density), Firefox at 10,000 rows. WebKit isn’t
 * asked: measuring alone would keep it busy for seconds.
 */
export function getMaxRows(rowHeight: number): number {
  if (isWebKit()) return maxRowsInWebKit - reservedRows;
  const { devicePixelRatio: pixelRatio } = window;
  if (browserLimits?.pixelRatio !== pixelRatio) {
    browserLimits = { pixelRatio, height: measureGridHeight(32), rows: measureGridHeight(1) };
  }
  // Without a layout (in tests) nothing is cut off.
  if (browserLimits.rows === 0) return probeRows;
  return Math.min(Math.floor(browserLimits.height / rowHeight), browserLimits.rows) - reservedRows;
}

/** Safari, each browser of iOS, and what else is made from WebKit. */
function isWebKit(): boolean {
  return navigator.vendor.startsWith('Apple');
}

function measureGridHeight(rowHeight: number): number {
  const probe = document.createElement('div');
  Object.assign(probe.style, {
    position: 'absolute',
    visibility: 'hidden',
    display: 'grid',
    height: 'max-content',
    gridTemplateRows: `repeat(${probeRows}, ${rowHeight}px)`,
  });
  const outer = document.createElement('div');
  Object.assign(outer.style, { position: 'absolute', height: '0', overflow: 'hidden' });
  outer.append(probe);
  document.body.append(outer);
  const { offsetHeight } = probe;
  outer.remove();
  return offsetHeight;
}
