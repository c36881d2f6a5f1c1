import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportPlan, ValueRules } from '../csv.types';
import { products } from '../testing/products-fixture';
import { ImportFileReader } from './import-file-reader';

/** A part of the real rules: numbers are digits, and required values exist. */
const rules: ValueRules = {
  toJSON: (column, text) => {
    if (text === null) return column.nullable ? { json: 'null' } : { problem: 'Required.' };
    const isInvalid = column.kind !== 'text' && !/^[\d.]+$/.test(text);
    return isInvalid ? { problem: 'Enter a number.' } : { json: JSON.stringify(text) };
  },
};

const plan: ImportPlan = {
  mappings: [
    { sourceIndex: 0, column: 'sku' },
    { sourceIndex: 1, column: 'price' },
    { sourceIndex: 2, column: 'note' },
  ],
  emptyCellMeaning: 'null',
  keyColumns: [],
};

let reader: ImportFileReader;
beforeEach(() => {
  reader = new ImportFileReader(rules);
});
const read = (text: string, options = {}) => reader.read(new Blob([text]), options, ['sku']);
const bodies = async (from = 0) => (await reader.readBatch(from)).rows.map(({ body }) => JSON.parse(body));

describe('reading', () => {
  it.each([
    ['sku,price\nA,1', ','],
    ['sku;price\nA;1,50\nB;2,50', ';'],
    ['sku\tprice\nA\t1', '\t'],
    ['sku|price\nA|1', '|'],
  ])('detects the separator of %j', async (text, separator) => {
    expect(await read(text)).toMatchObject({ separator, hasHeader: true, columnNames: ['sku', 'price'] });
  });
  it('keeps line breaks, quotes and separators inside quotes', async () => {
    const { previewRows } = await read('sku,note\nA,"one\ntwo, ""three"""\n');
    expect(previewRows).toEqual([['A', 'one\ntwo, "three"']]);
  });
  it('numbers columns without a header and skips empty lines', async () => {
    expect(await read('1,2\n\n3,4\n')).toMatchObject({
      hasHeader: false,
      columnNames: ['Column 1', 'Column 2'],
      rowCount: 2,
    });
  });
  it('uses the given options instead of detection', async () => {
    expect(await read('sku,price\nA,1', { hasHeader: false, separator: ';' })).toMatchObject({
      rowCount: 2,
      columnNames: ['Column 1'],
    });
  });
  it.each([
    ['a CSV file', 'sku;price;note\nA;1;#N/A\nB;#DIV/0!;ok\nC;3;#1 in sales\n'],
    ['pasted rows of a German spreadsheet', 'sku\tprice\tnote\nA\t1\t#NV\nB\t#WERT!\tok\nC\t3\t#1 in sales'],
  ])('does not import the errors of a spreadsheet in %s, until they are corrected', async (_, text) => {
    await read(text);
    expect(await reader.check(products, plan, {})).toMatchObject({
      validCount: 1,
      invalidRows: [
        { row: 0, errors: [{ column: 'note', message: expect.stringMatching(/the error #N(\/A|V) in/) }] },
        {
          row: 1,
          errors: [{ column: 'price', message: expect.stringMatching(/the error #(DIV\/0|WERT)! in/) }],
        },
      ],
    });
    await reader.setCell(0, 2, '#N/A');
    await reader.setCell(1, 1, '2');
    expect(await reader.check(products, plan, {})).toMatchObject({ validCount: 3, invalidRows: [] });
    expect((await bodies())[0]).toEqual({ sku: 'A', price: '1', note: '#N/A' });
  });
  it('warns of a missing quotation mark', async () => {
    expect((await read('sku,note\nA,"never')).warning).toMatch(/quotation mark/);
  });
  it('rejects a picture without a preview', async () => {
    const picture = new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13)]);
    expect(await reader.read(picture, {}, [])).toMatchObject({
      unreadableReason: expect.stringMatching('not a text'),
      columnNames: [],
      rowCount: 0,
    });
  });
  it.each([
    ['sku,note\nA,""\nB,', 'certain'],
    ['"sku","note"\n"A",""', 'possible'],
    ['sku,note\nA,', 'none'],
  ])('detects whether empty strings are distinguished: %j', async (text, emptyStrings) => {
    expect(await read(text)).toMatchObject({
      emptyStrings,
      previewRows: expect.arrayContaining([['A', '']]),
    });
  });
  it('accepts an empty file', async () => {
    expect(await read('')).toMatchObject({ rowCount: 0, columnNames: [] });
  });
});

describe('checking', () => {
  it('finds each invalid row with its column', async () => {
    await read('sku,price,note\nA,1,x\nB,cheap,y\n,3,z\nD,4\nE,5,x,more\nF,6,x,');
    const { validCount, rejectedCount, rejections } = await reader.check(products, plan, {});
    expect([validCount, rejectedCount]).toEqual([2, 4]);
    expect(rejections).toEqual([
      { row: 1, column: 'price', message: 'Enter a number.' },
      { row: 2, column: 'SKU', message: 'Required.' },
      { row: 3, message: 'This row has 2 cells instead of 3.' },
      { row: 4, message: 'This row has 4 cells instead of 3.' },
    ]);
    expect((await bodies()).map(({ sku }) => sku)).toEqual(['A', 'F']);
  });
  it('lists all errors in the first rows', async () => {
    await read('sku,price,note\nA,1,x\n,cheap,y');
    const { previewErrors } = await reader.check(products, plan, {});
    expect(previewErrors).toEqual([
      { row: 1, column: 'sku', message: 'Required.' },
      { row: 1, column: 'price', message: 'Enter a number.' },
    ]);
  });
  it('detects decimal commas and imports them in columns of numbers', async () => {
    const { decimalSeparator } = await read('sku;price;note\n1,5;15,90;15,90\nB;2.500,00;y');
    expect(decimalSeparator).toBe(',');
    await reader.check(products, { ...plan, decimalSeparator }, {});
    expect(await bodies()).toEqual([
      { sku: '1,5', price: '15.90', note: '15,90' },
      { sku: 'B', price: '2500.00', note: 'y' },
    ]);
  });
  it.each([
    ['null', { sku: 'A', price: '1', note: null }],
    ['text', { sku: 'A', price: '1', note: '' }],
    ['default', { sku: 'A', price: '1', note: null }],
  ] as const)('imports an empty cell as %s', async (emptyCellMeaning, row) => {
    await read('sku,price,note\nA,1,');
    await reader.check(products, { ...plan, emptyCellMeaning }, {});
    expect(await bodies()).toEqual([row]);
  });
  it('distinguishes empty texts from missing values, also in the report', async () => {
    await read('sku,price,note\nA,1,""\nB,2,\nC,"",x');
    await reader.check(products, { ...plan, emptyCellMeaning: 'quoted' }, {});
    expect(await bodies()).toEqual([
      { sku: 'A', price: '1', note: '' },
      { sku: 'B', price: '2', note: null },
    ]);
    const csv = await reader.exportRejected([
      { row: 0, message: 'x' },
      { row: 1, message: 'x' },
    ]);
    expect(csv).toContain('\r\nx,A,1,""\r\nx,B,2,\r\n');
  });
  it('removes the apostrophe before formulas unless the plan keeps it', async () => {
    expect(await read("sku,price,note\nA,1,'=1+1\nB,1,'t is")).toMatchObject({ escapedFormulaCount: 1 });
    await reader.check(products, plan, {});
    expect((await bodies()).map(({ note }) => note)).toEqual(['=1+1', "'t is"]);
    await reader.check(products, { ...plan, keepsFormulaEscapes: true }, {});
    expect((await bodies()).map(({ note }) => note)).toEqual(["'=1+1", "'t is"]);
  });
  it('leaves out columns that get their default', async () => {
    await read('sku,price,note\nA,,x');
    await reader.check(products, { ...plan, emptyCellMeaning: 'default' }, {});
    expect(await bodies()).toEqual([{ sku: 'A', note: 'x' }]);
  });
  it('replaces names by keys and rejects names of no row or of several rows', async () => {
    await read('sku,origin\nA,Kenya\nB,Perú\nC,Congo\nD,');
    const mappings = [
      { sourceIndex: 0, column: 'sku' },
      { sourceIndex: 1, column: 'origin_id', matchColumn: 'name' },
    ];
    expect(await reader.listDistinctValues(1)).toEqual(['Kenya', 'Perú', 'Congo']);
    const references = {
      origin_id: [
        ['Kenya', '7'],
        ['Congo', null],
      ] as const,
    };
    const { rejections } = await reader.check(products, { ...plan, mappings }, references);
    expect(rejections.map(({ row, message }) => [row, message])).toEqual([
      [1, 'No match for “Perú” that you can see.'],
      [2, 'Several rows match “Congo”.'],
    ]);
    expect(await bodies()).toEqual([
      { sku: 'A', origin_id: '7' },
      { sku: 'D', origin_id: null },
    ]);
  });
});

describe('batches', () => {
  it('contain at most 500 rows', async () => {
    const lines = Array.from({ length: 1_100 }, (_, i) => `S${i},1,x`);
    await read(`sku,price,note\n${lines.join('\n')}`);
    await reader.check(products, plan, {});
    const first = await reader.readBatch(0);
    const last = await reader.readBatch(1_000);
    expect([first.rows.length, first.nextRow, last.rows.length, last.nextRow]).toEqual([
      500, 500, 100, 1_100,
    ]);
  });
  it('contain fewer rows if the rows are long', async () => {
    const long = 'x'.repeat(900_000);
    await read(`sku,price,note\nA,1,${long}\nB,1,${long}\nC,1,${long}`);
    await reader.check(products, plan, {});
    expect(await reader.readBatch(0)).toMatchObject({ nextRow: 2 });
  });
  it('contain no key twice if rows are updated by it', async () => {
    await read('sku,price,note\nA,1,x\nB,1,x\nA,2,x');
    await reader.check(products, { ...plan, keyColumns: ['sku'] }, {});
    expect(await reader.readBatch(0)).toMatchObject({
      rows: [{ keyValues: ['A'] }, { keyValues: ['B'] }],
      nextRow: 2,
    });
    expect(await reader.readBatch(2)).toMatchObject({ rows: [{ keyValues: ['A'] }], nextRow: 3 });
  });
});

it('exports rejected rows with their reasons and reads them again without the reasons', async () => {
  await read('sku;price;note\nA;1;"a;b"\nB;cheap;y\nC;2');
  await reader.check(products, plan, {});
  const serverError = { code: '23505', message: 'duplicate key', details: 'Key (sku)=(A)', hint: '' };
  const csv = await reader.exportRejected([{ row: 0, message: 'Duplicate.', column: 'SKU', serverError }]);
  expect(csv.split('\r\n')).toEqual([
    'rejection reason;error message;error details;error hint;error code;sku;price;note',
    'SKU: Duplicate.;duplicate key;Key (sku)=(A);;23505;A;1;"a;b"',
    'price: Enter a number.;;;;;B;cheap;y',
    'This row has 2 cells instead of 3.;;;;;C;2',
  ]);
  expect(await read(`\ufeff${csv}`)).toMatchObject({
    isRejectionReport: true,
    columnNames: ['sku', 'price', 'note'],
    previewRows: [
      ['A', '1', 'a;b'],
      ['B', 'cheap', 'y'],
      ['C', '2'],
    ],
  });
});
