import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { removeSlowSelectors } from './grid-styles.mjs';

const styles = readFileSync('node_modules/react-data-grid/lib/styles.css', 'utf8');

test('removes only the borders of summaries and of grouped rows', () => {
  const removed = removeSlowSelectors(styles);
  expect(styles).toMatch(/:nth-child\(1 of /);
  expect(removed).not.toMatch(/:nth-[\w-]+\([^)]* of /);
  const count = (text, brace) => text.split(brace).length - 1;
  expect(count(removed, '{')).toBe(count(styles, '{') - 4);
  expect(count(removed, '}')).toBe(count(styles, '}') - 4);
});

test('reports a style sheet that has changed', () => {
  expect(() => removeSlowSelectors('.row { color: red }')).toThrow('have changed');
});

// `.a > * + *` makes Chromium compute the styles of all elements in a parent again when one is added to any parent: all
// cells of the grid with each new row. `.a > :not(:first-child)` and `.b + .b` do not.
test('no style sheet of the app has a universal selector after + or ~', () => {
  const files = readdirSync('ui/src', { recursive: true }).filter((file) => file.endsWith('.css'));
  expect(files.length).toBeGreaterThan(100);
  const read = (file) => withoutComments(readFileSync(`ui/src/${file}`, 'utf8'));
  const slow = files.filter((file) => /[+~]\s*[*:][^()]*\{/.test(read(file)));
  expect(slow).toEqual([]);
});

const withoutComments = (text) => text.replaceAll(/\/\*.*?\*\//gs, '');
