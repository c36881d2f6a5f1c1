import { type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { products } from '../../testing/products-fixture';
import { ImportFileReader } from '../import-file-reader';
import { isArchiveWithin } from './archive-size';
import { isArchive, readWorkbookLines } from './workbook-lines';

type Bytes = Uint8Array<ArrayBuffer>;

const write = async (sheets: WriteSheet[]) => Uint8Array.from(await writeXlsx({ sheets })) as Bytes;
const writeRows = (rows: CellValue[][]) => write([{ name: 'Products', rows }]);

describe('readWorkbookLines', () => {
  it('reads numbers, dates, times and booleans as PostgreSQL writes them', async () => {
    const day = new Date(Date.UTC(2026, 10, 20));
    const moment = new Date(Date.UTC(2026, 10, 20, 9, 30));
    const bytes = await writeRows([
      ['name', 'price', 'day', 'moment', 'open'],
      ['House', 0.1 + 0.2, day, moment, true],
      ['=1+1', -2500, null, null, false],
    ]);
    expect(isArchive(bytes)).toBe(true);
    expect((await readWorkbookLines(bytes, undefined)).lines).toEqual([
      ['name', 'price', 'day', 'moment', 'open'],
      ['House', '0.3', '2026-11-20', '2026-11-20 09:30:00', 'true'],
      ['=1+1', '-2500', '', '', 'false'],
    ]);
  });
  it('reads milliseconds, so that rows of an export are not changed', async () => {
    const bytes = await writeRows([['at'], [new Date(Date.UTC(2026, 10, 20, 9, 30, 0, 746))]]);
    expect((await readWorkbookLines(bytes, undefined)).lines).toEqual([['at'], ['2026-11-20 09:30:00.746']]);
  });
  it('omits empty lines and columns, and completes short lines', async () => {
    const bytes = await writeRows([[null, null], ['a', 'b', '', null], [], ['c']]);
    expect((await readWorkbookLines(bytes, undefined)).lines).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
  });
  it('reads the chosen sheet, by default the first that is not hidden', async () => {
    const bytes = await write([
      { name: 'Lists', hidden: true, rows: [['x']] },
      { name: 'First', rows: [['a']] },
      { name: 'Second', rows: [['b']] },
    ]);
    expect(await readWorkbookLines(bytes, undefined)).toMatchObject({
      sheets: ['First', 'Second'],
      sheet: 'First',
      lines: [['a']],
    });
    expect((await readWorkbookLines(bytes, 'Second')).lines).toEqual([['b']]);
  });
  it('rejects other archives', async () => {
    const bytes = await writeRows([['a']]);
    expect((await readWorkbookLines(bytes.slice(0, 200), undefined)).unreadableReason).toMatch(/damaged/);
    const empty = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)]);
    expect((await readWorkbookLines(empty, undefined)).unreadableReason).toMatch(/not an Excel workbook/);
  });
});

describe('isArchiveWithin', () => {
  it('counts the unpacked bytes, whatever the archive says', async () => {
    const bytes = await writeRows([['a'.repeat(100_000)]]);
    expect(bytes.length).toBeLessThan(10_000);
    expect(await isArchiveWithin(bytes, 200_000)).toBe(true);
    expect(await isArchiveWithin(bytes, 100_000)).toBe(false);
    // The sizes in the directory, which a reader could trust, are 1.
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < bytes.length - 4; i++) {
      if (view.getUint32(i, true) === 0x02014b50) view.setUint32(i + 24, 1, true);
    }
    expect(await isArchiveWithin(bytes, 100_000)).toBe(false);
  });
});

it('imports a workbook like a CSV file, and sends corrected cells', async () => {
  const rules = {
    toJSON: (_: unknown, text: string | null) =>
      text === 'wrong' ? { problem: 'Enter a number.' } : { json: JSON.stringify(text) },
  };
  const reader = new ImportFileReader(rules);
  const bytes = await writeRows([
    ['SKU', 'Price'],
    ['A', 'wrong'],
    ['B', 2.5],
  ]);
  const summary = await reader.read(new Blob([bytes]), {}, ['sku']);
  expect(summary).toMatchObject({ hasHeader: true, columnNames: ['SKU', 'Price'], sheet: 'Products' });
  const mappings = ['sku', 'price'].map((column, sourceIndex) => ({ column, sourceIndex }));
  const plan = { mappings, emptyCellMeaning: 'null', keyColumns: [] } as const;
  const first = await reader.check(products, plan, {});
  expect(first.invalidRows).toEqual([
    { row: 0, cells: ['A', 'wrong'], errors: [{ row: 0, column: 'price', message: 'Enter a number.' }] },
  ]);
  await reader.setCell(0, 1, '3');
  expect(await reader.check(products, plan, {})).toMatchObject({ validCount: 2, invalidRows: [] });
  const { rows } = await reader.readBatch(0);
  expect(rows.map(({ body }) => JSON.parse(body))).toEqual([
    { sku: 'A', price: '3' },
    { sku: 'B', price: '2.5' },
  ]);
});

it('does not import the error of a cell as a text, until the cell is corrected', async () => {
  const reader = new ImportFileReader({ toJSON: (_, text) => ({ json: JSON.stringify(text) }) });
  const bytes = await writeRows([
    ['SKU', 'Name'],
    ['A', '#N/A'],
    ['B', '#1 in sales'],
  ]);
  expect((await reader.read(new Blob([bytes]), {}, ['sku'])).previewRows).toEqual([
    ['A', '#N/A'],
    ['B', '#1 in sales'],
  ]);
  const mappings = ['sku', 'note'].map((column, sourceIndex) => ({ column, sourceIndex }));
  const plan = { mappings, emptyCellMeaning: 'null', keyColumns: [] } as const;
  const message = 'The spreadsheet has the error #N/A in this cell. Enter a value.';
  expect((await reader.check(products, plan, {})).invalidRows).toEqual([
    { row: 0, cells: ['A', '#N/A'], errors: [{ row: 0, column: 'note', message }] },
  ]);
  await reader.setCell(0, 1, 'House');
  expect(await reader.check(products, plan, {})).toMatchObject({ validCount: 2, invalidRows: [] });
});
