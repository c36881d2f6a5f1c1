import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { removeSummaryBorders } from './grid-styles.mjs';

const styles = readFileSync('node_modules/react-data-grid/lib/styles.css', 'utf8');

test('removes only the borders of summaries', () => {
  const removed = removeSummaryBorders(styles);
  expect(styles).toContain(':nth-child(1 of');
  expect(removed).not.toContain(':nth-child(1 of');
  const count = (text, brace) => text.split(brace).length - 1;
  expect(count(removed, '{')).toBe(count(styles, '{') - 4);
  expect(count(removed, '}')).toBe(count(styles, '}') - 4);
});

test('reports a style sheet that has changed', () => {
  expect(() => removeSummaryBorders('.row { color: red }')).toThrow('have changed');
});
