// Checks that the pages of the built app load no more than ui/budget.json allows. The number of requests, which also
// depends on the running app, is checked by e2e/app/budget.spec.ts.
import { readFile } from 'node:fs/promises';
import { compareWithLimits, measurePage } from './build/budget.mjs';

const budget = JSON.parse(await readFile(new URL('budget.json', import.meta.url), 'utf8'));
const dist = new URL('dist', import.meta.url).pathname;

const lines = [];
for (const [page, { html, limits }] of Object.entries(budget))
  lines.push(...compareWithLimits(page, await measurePage(dist, html), limits));

const format = ({ page, name, value, limit, isExceeded }) =>
  [
    page.padEnd(16),
    name.padEnd(12),
    String(value).padStart(7),
    String(limit).padStart(7),
    isExceeded ? ' exceeded' : '',
  ].join(' ');
console.log(`${'page'.padEnd(16)} ${'loaded'.padEnd(12)} ${'value'.padStart(7)} ${'limit'.padStart(7)}`);
for (const line of lines) console.log(format(line));
if (lines.some(({ isExceeded }) => isExceeded)) {
  console.error(
    'A page loads more than ui/budget.json allows. Load later what the first content does not show.',
  );
  process.exit(1);
}
