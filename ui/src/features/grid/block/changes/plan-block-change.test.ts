import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { CopiedCells } from '../clipboard/clipboard.utils';
import { getPasteExtent, parsePastedValue, planClear, planFill, planPaste } from './plan-block-change';

const id = makeColumn('id', 'integer', { base: 'int8', nullable: false, identity: 'always' });
const name = makeColumn('name', 'text', { base: 'text', nullable: false });
const total = makeColumn('total', 'numeric', { base: 'numeric', precision: 10, scale: 2 });
const state = makeColumn('state', 'enum', { base: 'state', enum: ['draft', 'sent'] });
const customer = makeColumn('customer_id', 'integer', { base: 'int4' });
const columns = [id, name, total, state, customer];
const table = makeTable('orders', columns);
const rows = [1, 2, 3].map((n) => ({
  id: `${n}`,
  name: `n${n}`,
  total: `${n}.00`,
  state: 'draft',
  customer_id: '7',
}));
const cells = (...lines: string[][]): CopiedCells => lines.map((line) => line.map((text) => ({ text })));
const findKey = (_: unknown, title: string) => (title === 'Bakery Lund' ? '12' : undefined);

describe('getPasteExtent', () => {
  const makeBounds = (rowCount: number, columnCount: number) => ({
    ...{ top: 4, left: 1 },
    bottom: 3 + rowCount,
    right: columnCount,
  });
  const cases: [name: string, copied: [number, number], block: [number, number], extent: [number, number]][] =
    [
      ['one value fills the block', [1, 1], [3, 2], [3, 2]],
      ['a block extends from a single cell', [2, 3], [1, 1], [2, 3]],
      ['a row is repeated down', [1, 2], [4, 2], [4, 2]],
      ['cells that don’t fit are pasted once', [2, 2], [3, 3], [2, 2]],
      ['cells that fit twice are pasted twice', [2, 1], [4, 1], [4, 1]],
    ];
  it.each(cases)('%s', (_, copied, block, extent) => {
    expect(getPasteExtent({ rows: copied[0], columns: copied[1] }, makeBounds(...block))).toEqual({
      rows: extent[0],
      columns: extent[1],
    });
  });
});

describe('parsePastedValue', () => {
  const none = () => undefined;
  const stamp = makeColumn('at', 'timestamptz', { base: 'timestamptz' });
  const cases: [name: string, value: unknown, expected: unknown][] = [
    ['a text by the column’s type', parsePastedValue(total, { text: ' 1.50 ' }, none), { value: '1.50' }],
    [
      'a boolean of a spreadsheet',
      parsePastedValue(makeColumn('b', 'boolean'), { text: 'TRUE' }, none),
      { value: true },
    ],
    ['an empty cell as NULL', parsePastedValue(makeColumn('t', 'text'), { text: '' }, none), { value: null }],
    [
      'an empty cell as an empty text if the column is not nullable',
      parsePastedValue(name, { text: '' }, none),
      { value: '' },
    ],
    [
      'an empty text copied from this app as an empty text',
      parsePastedValue(
        makeColumn('t', 'text', { base: 'text' }),
        { text: '', original: { type: 'text', value: '' } },
        none,
      ),
      { value: '' },
    ],
    [
      'NULL of any type',
      parsePastedValue(total, { text: '', original: { type: 'text', value: null } }, none),
      { value: null },
    ],
    [
      'a value of the same type with all its digits',
      parsePastedValue(
        stamp,
        {
          text: '2024-02-29 13:00',
          original: { type: 'timestamptz', value: '2024-02-29T12:00:00.123456+00:00' },
        },
        none,
      ),
      { value: '2024-02-29T12:00:00.123456+00:00' },
    ],
    [
      'a value of another type by its text',
      parsePastedValue(total, { text: '12', original: { type: 'text', value: '12' } }, none),
      { value: '12' },
    ],
    [
      'the key of a row by its title',
      parsePastedValue(customer, { text: 'Bakery Lund' }, (t) => findKey(0, t)),
      { value: '12' },
    ],
    [
      'an invalid text, with the reason',
      parsePastedValue(state, { text: 'lost' }, none),
      { text: 'lost', problem: 'Must be one of: draft, sent.' },
    ],
    [
      'an error of a spreadsheet, with the reason',
      parsePastedValue(name, { text: '#N/A' }, none),
      { text: '#N/A', problem: 'The spreadsheet has the error #N/A in this cell.' },
    ],
    [
      'the same text copied from this app as a text',
      parsePastedValue(name, { text: '#N/A', original: { type: 'text', value: '#N/A' } }, none),
      { value: '#N/A' },
    ],
    [
      'NULL in a column that is not nullable, with the reason',
      parsePastedValue(name, { text: '', original: { type: 'text', value: null } }, none),
      { text: '', problem: 'Required' },
    ],
  ];
  it.each(cases)('parses %s', (_, value, expected) => {
    expect(value).toEqual(expected);
  });
});

describe('planPaste', () => {
  const paste = (copiedCells: CopiedCells, firstColumn: number, options: object = {}) =>
    planPaste({
      ...{ table, copiedCells, findKey, rows: rows.slice(0, copiedCells.length) },
      extent: { rows: copiedCells.length, columns: copiedCells[0]?.length ?? 0 },
      columns: columns.slice(firstColumn),
      ...options,
    });

  it('groups changes by row, and omits equal values', () => {
    const { edits, cellCount: count } = paste(cells(['x', '1.00'], ['n2', '2.00'], ['z', '9.5']), 1);
    expect(edits).toEqual([
      { baseRow: rows[0], changes: { name: 'x' } },
      { baseRow: rows[2], changes: { name: 'z', total: '9.5' } },
    ]);
    expect(count).toBe(3);
  });

  it('reports each invalid cell, and pastes the others', () => {
    const { edits, problems } = paste(cells(['a', '1.234'], ['b', 'x']), 1);
    expect(problems.map(({ row, column, text }) => [row?.id, column.name, text])).toEqual([
      ['1', 'total', '1.234'],
      ['2', 'total', 'x'],
    ]);
    expect(edits.map(({ changes }) => changes)).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  it('reports a locked column once, and does not count equal values', () => {
    const { edits, lockedColumns } = paste(cells(['1', 'a'], ['8', 'b'], ['9', 'c']), 0);
    expect(lockedColumns).toEqual([{ column: id, reason: 'The database generates this value.', cells: 2 }]);
    expect(edits).toHaveLength(3);
  });

  it('adds rows for values past the last row, if the role can insert', () => {
    const copied = cells(['a', '1'], ['b', ''], ['c', '3'], ['d', '']);
    const change = paste(copied, 1, { rows: rows.slice(0, 2) });
    expect([change.pastEndCount, change.newRows]).toEqual([2, [{ name: 'c', total: '3' }, { name: 'd' }]]);
    const readOnly = { ...table, privileges: { ...table.privileges, insert: false } };
    expect(paste(copied, 1, { rows: rows.slice(0, 2), table: readOnly })).toMatchObject({
      pastEndCount: 2,
      newRows: [],
    });
  });

  it('reports the required values that a new row lacks', () => {
    const { newRows, problems } = paste(cells(['1'], ['2']), 2, { rows: rows.slice(0, 1) });
    expect(newRows).toEqual([]);
    expect(problems.map(({ row, column, problem }) => [row, column.name, problem])).toEqual([
      [undefined, 'name', 'Required in a new row.'],
    ]);
  });

  it('counts columns past the last one, and repeats the copied cells', () => {
    expect(paste(cells(['draft', '7', 'x', 'y']), 3).omittedColumnCount).toBe(2);
    const filled = paste(cells(['sent']), 3, { rows, extent: { rows: 3, columns: 1 } });
    expect(filled.edits.map(({ changes }) => changes.state)).toEqual(['sent', 'sent', 'sent']);
  });
});

it('clears to NULL, and reports columns that are not nullable', () => {
  const { edits, problems, cellCount: count } = planClear(table, [name, total], rows.slice(0, 2));
  expect(edits.map(({ changes }) => changes)).toEqual([{ total: null }, { total: null }]);
  expect([count, problems.length, problems[0]?.problem]).toEqual([2, 2, 'Required. It can’t be empty.']);
});

it('does not fill with values that can’t be written', () => {
  const data = makeColumn('data', 'json', { base: 'jsonb' });
  const { edits, problems } = planFill(table, [data], [{ id: '1', data: 'null' }], [{ id: '2', data: '{}' }]);
  expect([edits, problems.map(({ text }) => text)]).toEqual([[], ['null']]);
});

it('fills rows with the rows above, repeatedly', () => {
  const { edits } = planFill(table, [name, total], rows.slice(0, 2), [
    ...rows.slice(2),
    ...rows.slice(2),
    undefined,
  ]);
  expect(edits.map(({ changes }) => changes)).toEqual([
    { name: 'n1', total: '1.00' },
    { name: 'n2', total: '2.00' },
  ]);
});
