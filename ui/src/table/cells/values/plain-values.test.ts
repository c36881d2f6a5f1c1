import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { formatPlainValue, isPlainColumn } from './plain-values';

const text = makeColumn('name', 'text');

it.each<[name: string, column: ReturnType<typeof makeColumn>, isPlain: boolean]>([
  ['a text', text, true],
  ['a number', makeColumn('amount', 'integer'), true],
  ['a time', makeColumn('made_at', 'timestamptz'), true],
  ['a color, which has a swatch', { ...text, name: 'color' }, false],
  ['a file, which has a thumbnail', { ...text, tags: { file: 'bucket=photos' } }, false],
  ['a progress, which is a bar', { ...makeColumn('done', 'integer'), tags: { format: 'progress' } }, false],
  ['an array', { ...text, array: true }, false],
  ['an enum', makeColumn('state', 'enum'), false],
])('%s is a plain column: %#', (_, column, isPlain) => {
  expect(isPlainColumn(column)).toBe(isPlain);
});

it('formats a value that needs no element', () => {
  expect(formatPlainValue(text, 'Ada', false)).toBe('Ada');
  expect(formatPlainValue(makeColumn('amount', 'integer'), '12', true)).toBe('12');
  expect(formatPlainValue(text, 'x'.repeat(400), false)).toBe(`${'x'.repeat(300)}…`);
});

it.each([
  ['NULL', null],
  ['an empty text', ''],
  ['a text from right to left', 'שלום 12'],
  ['a mark that changes the direction', '\u202eabc'],
  ['a large text, whose size is shown', 'x'.repeat(200_000)],
])('formats no value that needs an element: %s', (_, value) => {
  expect(formatPlainValue(text, value, false)).toBeUndefined();
});
