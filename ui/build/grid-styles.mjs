// Removes selectors with `:nth-child(… of …)` from the styles of react-data-grid. If a style sheet contains one that
// starts with it, the browser computes the styles of all cells again each time that scrolling adds or removes a row.
// ui/src/features/grid/rows-grid.module.css replaces the first two; only grouped rows of react-data-grid need the others.
import { readFile } from 'node:fs/promises';

const summaryBorders =
  /& > :nth-(?:last-)?child\(1 of \.rdg-\w+-summary-row\) \{\s*& > [^{}]+\{[^{}]*\}\s*\}/g;
const groupedCells = /,\s*& > :nth-last-child\(n\+2 of \.rdg-cell-frozen-\w+\)/g;

/** Returns the style sheet without the selectors. Throws if it does not contain them, or others of this kind. */
export function removeSlowSelectors(styles) {
  const removed = styles.replaceAll(summaryBorders, '').replaceAll(groupedCells, '');
  if (/:nth-[\w-]+\([^)]* of /.test(removed) || removed === styles)
    throw new Error('the styles of react-data-grid have changed: adapt ui/build/grid-styles.mjs');
  return removed;
}

/** @returns {import('esbuild').Plugin} */
export function gridStyles() {
  return {
    name: 'grid-styles',
    setup(build) {
      build.onLoad({ filter: /react-data-grid[\\/]lib[\\/]styles\.css$/ }, async ({ path }) => ({
        contents: removeSlowSelectors(await readFile(path, 'utf8')),
        loader: 'css',
      }));
    },
  };
}
