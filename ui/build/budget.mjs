// Measures what a page of the built app loads, and compares it with ui/budget.json.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The files that a page loads, by kind: the element that requests them. pages.mjs writes these elements. */
const elements = {
  script: /<script [^>]*src="([^"]+)"|<link rel="modulepreload" [^>]*href="([^"]+)"/g,
  style: /<link rel="stylesheet" href="([^"]+)"/g,
  font: /<link rel="preload" as="font" [^>]*href="([^"]+)"/g,
};

/** Returns the size in bytes with which the server sends a file: compressed with brotli, if the build did that. */
async function sentSize(file) {
  const { size } = await stat(`${file}.br`).catch(() => stat(file));
  return size;
}

/**
 * Returns the number and bytes of the files that a page's HTML requests: `scriptFiles`, `scriptBytes`, `styleFiles` and
 * so on. These are all files that the page needs until it shows its content; see pages.mjs.
 */
export async function measurePage(dist, html) {
  const text = await readFile(path.join(dist, html), 'utf8');
  const measured = {};
  for (const [kind, element] of Object.entries(elements)) {
    const urls = new Set([...text.matchAll(element)].map(([, ...found]) => found.find(Boolean)));
    const sizes = await Promise.all([...urls].map((url) => sentSize(path.join(dist, url))));
    measured[`${kind}Files`] = sizes.length;
    measured[`${kind}Bytes`] = sizes.reduce((sum, size) => sum + size, 0);
  }
  return measured;
}

/** The limit that needs the running app: e2e/app/budget.spec.ts checks it. */
const requestLimit = 'requests';

/** Compares measured values with their limits. Returns a line per limit. Throws for a limit of an unknown value. */
export function compareWithLimits(page, measured, limits) {
  return Object.entries(limits)
    .filter(([name]) => name !== requestLimit)
    .map(([name, limit]) => {
      const value = measured[name];
      if (value === undefined) throw new Error(`ui/budget.json: ${page} has the unknown limit ${name}`);
      return { page, name, value, limit, isExceeded: value > limit };
    });
}
