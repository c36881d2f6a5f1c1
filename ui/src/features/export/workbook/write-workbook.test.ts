import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { setZone } from '@/lib/browser/zone/zone';
import { readCSVRows } from './read-csv-rows';
import { getNumberFormat, toSheetCell, toSheetName } from './sheet-cells';
import { writeWorkbook } from './write-workbook';

beforeEach(() => setZone('Europe/Berlin'));
afterEach(() => setZone(null));

async function* listChunks(...chunks: string[]) {
  yield* chunks;
}

describe('toSheetCell', () => {
  it.each([
    [makeColumn('n', 'integer'), '42', 42],
    [makeColumn('n', 'numeric', { scale: 2 }), '-12.50', -12.5],
    [makeColumn('n', 'numeric'), '1234567890123456', '1234567890123456'],
    [makeColumn('n', 'numeric'), '0.1000000000000000', 0.1],
    [makeColumn('n', 'float'), 'NaN', 'NaN'],
    [makeColumn('n', 'float'), '0.14285714285714285', 0.142_857_142_857_142_85],
    [makeColumn('n', 'float'), '1.5e-07', 1.5e-7],
    [makeColumn('b', 'boolean'), 'true', true],
    [makeColumn('d', 'date'), '2026-11-20', new Date(Date.UTC(2026, 10, 20))],
    [makeColumn('d', 'date'), '1899-12-31', '1899-12-31'],
    [makeColumn('d', 'date'), 'infinity', 'infinity'],
    [makeColumn('t', 'timestamp'), '2026-11-20T09:30:00', new Date(Date.UTC(2026, 10, 20, 9, 30))],
    [makeColumn('t', 'timestamptz'), '2026-11-20T08:30:00+00:00', new Date(Date.UTC(2026, 10, 20, 9, 30))],
    [makeColumn('s', 'text'), '=1+1', '=1+1'],
    [makeColumn('s', 'text'), '007', '007'],
    [makeColumn('s', 'text'), '', null],
    [makeColumn('a', 'integer', { array: true }), '[1,2]', '[1,2]'],
  ])('converts %o %j to %j', (column, text, cell) => {
    expect(toSheetCell(column, text)).toEqual(cell);
  });
  it('shortens texts that are too long for a cell', () => {
    const cell = toSheetCell(makeColumn('s', 'text'), 'x'.repeat(40_000));
    expect(cell).toHaveLength(32_767);
  });
});

it('formats numbers with their decimals, except those of a larger scale than a cell shows', () => {
  expect(getNumberFormat(makeColumn('n', 'numeric', { scale: 2 }))).toBe('0.00');
  expect(getNumberFormat(makeColumn('n', 'numeric', { scale: 30 }))).toBeUndefined();
});

it.each([
  ['Orders: 2026/27', 'Orders  2026 27'],
  ["'Quoted'", 'Quoted'],
  ['?', 'Rows'],
  ['History', 'History 1'],
])('names the sheet of %j %j', (title, name) => {
  expect(toSheetName(title)).toBe(name);
});

it('reads CSV with quotes, line breaks and chunks that end anywhere', async () => {
  const text = 'a,b\r\n"x ""y"", z","line 1\nline 2"\r\n,""\r\n☕,end\r\n';
  const rows: string[][] = [];
  for await (const row of readCSVRows(listChunks(...text.split(/(?=[",\n])/)))) rows.push(row);
  expect(rows).toEqual([
    ['a', 'b'],
    ['x "y", z', 'line 1\nline 2'],
    ['', ''],
    ['☕', 'end'],
  ]);
});

it('reports each text that is too long for a cell', async () => {
  const columns = [makeColumn('name', 'text')];
  let shortened = 0;
  const csv = ['name', 'short', 'x'.repeat(32_767), 'y'.repeat(32_768), 'z'.repeat(40_000), ''].join('\r\n');
  const stream = writeWorkbook(listChunks(csv), { title: 'Texts', columns }, () => {
    shortened += 1;
  });
  await new Response(stream).arrayBuffer();
  expect(shortened).toBe(2);
});

it('writes typed cells, and no formula', async () => {
  const columns = [
    makeColumn('name', 'text', { title: '=Name' }),
    makeColumn('price', 'numeric', { scale: 2 }),
  ];
  const csv = 'name,price\r\n=SUM(A1),1.50\r\n  _x0041_ ,\r\n"@a",2\r\n';
  const stream = writeWorkbook(listChunks(csv), { title: 'Products', columns });
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  expect(sheets.map(({ name }) => name)).toEqual(['Products']);
  expect(sheets[0]?.rows).toEqual([
    ['=Name', 'price'],
    ['=SUM(A1)', 1.5],
    ['  _x0041_ ', null],
    ['@a', 2],
  ]);
  expect([...(sheets[0]?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([]);
});
