// Removes two rules from the styles of react-data-grid: the borders of the first and the last row of summaries, which
// ui/src/features/grid/rows-grid.module.css replaces. Their selectors contain `:nth-child(1 of ...)`. For such a
// selector, the browser computes the styles of all cells again each time that scrolling adds or removes a row.
import { readFile } from 'node:fs/promises';

const summaryBorders =
  /& > :nth-(?:last-)?child\(1 of \.rdg-\w+-summary-row\) \{\s*& > [^{}]+\{[^{}]*\}\s*\}/g;

/** Returns the style sheet without the rules. Throws if it does not contain them. */
export function removeSummaryBorders(styles) {
  const removed = styles.replaceAll(summaryBorders, '');
  if (/-summary-row\)/.test(removed) || removed === styles)
    throw new Error('the styles of react-data-grid have changed: adapt ui/build/grid-styles.mjs');
  return removed;
}

/** @returns {import('esbuild').Plugin} */
export function gridStyles() {
  return {
    name: 'grid-styles',
    setup(build) {
      build.onLoad({ filter: /react-data-grid[\\/]lib[\\/]styles\.css$/ }, async ({ path }) => ({
        contents: removeSummaryBorders(await readFile(path, 'utf8')),
        loader: 'css',
      }));
    },
  };
}
