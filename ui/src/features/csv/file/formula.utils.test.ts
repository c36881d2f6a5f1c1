import { expect, it } from 'vitest';
import { unguarded } from './formula.utils';

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
])('%j was %j', (cell, text) => expect(unguarded(cell)).toBe(text));
