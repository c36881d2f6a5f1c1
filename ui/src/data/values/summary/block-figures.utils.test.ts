import { expect, it } from 'vitest';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { computeBlockFigures } from './block-figures.utils';

const id = makeColumn('id', 'integer');
const total = makeColumn('total', 'numeric', { scale: 2 });
const quantity = makeColumn('quantity', 'integer');
const due = makeColumn('due', 'date');
const name = makeColumn('name', 'text');
const table = makeTable('items', [id, total, quantity, due, name]);
const rows: Row[] = [
  { id: '1', total: '0.10', quantity: '3', due: '2026-11-20', name: 'a' },
  { id: '2', total: '0.20', quantity: null, due: '2026-01-05', name: 'b' },
];
const figures = (
  columns: Parameters<typeof computeBlockFigures>[1],
  of: readonly (Row | undefined)[] = rows,
) => computeBlockFigures(table, columns, () => of)?.map(({ name: title, value }) => `${title} ${value}`);

it.each([
  ['numbers', [total], ['Sum 0.30', 'Average 0.15', 'Smallest 0.10', 'Largest 0.20']],
  [
    'numbers of several columns, among others',
    [name, total, quantity],
    ['Sum 3.30', 'Average 1.10', 'Smallest 0.10', 'Largest 3'],
  ],
  ['moments of one column', [due], ['Earliest Jan 5, 2026', 'Latest Nov 20, 2026']],
  ['numbers that name rows', [id], ['Smallest 1', 'Largest 2']],
  ['texts', [name], []],
  ['moments among texts', [name, due], []],
])('%s', (_, columns, expected) => expect(figures(columns)).toEqual(expected));

it('returns nothing for rows that are not loaded', () =>
  expect(figures([total], [...rows, undefined])).toBeUndefined());
