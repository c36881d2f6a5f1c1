import { expect, it } from 'vitest';
import { escapeFormula, unescapeFormula } from './formula';

it.each([
  ["'=1+1", '=1+1'],
  ["'@SUM(1)", '@SUM(1)'],
  ["'-x", '-x'],
  ["'+1+cmd", '+1+cmd'],
  ["''=1", "'=1"],
  ["'\t=1", '\t=1'],
  ["'t is", "'t is"],
  ["'+47 22 33 44 55", "'+47 22 33 44 55"],
  ["'-5", "'-5"],
  ['=1', '=1'],
  ["'", "'"],
])('%j was %j', (cell, text) => expect(unescapeFormula(cell)).toBe(text));

it.each([
  '=1',
  '@SUM(1)',
  '＝1+1',
  '＠SUM(1)',
  '＋1+cmd',
  '－x',
  '+1+cmd',
  '-x',
  '\n=1+1',
  '\t=1',
  '\r=1',
  "'=1",
  "'＝1",
])('%j is escaped, and unescaped to itself', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`);
  expect(unescapeFormula(escapeFormula(text))).toBe(text);
});

it.each(['+47 22 33 44 55', '-12.50', "'t is", 'a=b', '', '１２'])('%j is unchanged', (text) =>
  expect(escapeFormula(text)).toBe(text),
);
