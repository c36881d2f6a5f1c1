import { describe, expect, it } from 'vitest';
import { countReportColumns, formatReportLines } from './rejection-report.utils';

const names = ['sku', 'price'];
const cells = [['A', '1', 'more'], ['B']];
const getCells = (row: number) => cells[row] ?? [];
const serverError = { code: '23514', message: 'violates "ok"', details: '=cmd()', hint: '' };

describe('a report of rejected rows', () => {
  it('has the reason before the unchanged cells of each row', () => {
    expect(
      formatReportLines(names, [{ row: 1, column: 'Price', message: 'Needs a number.' }], getCells),
    ).toEqual([
      ['rejection reason', 'sku', 'price'],
      ['Price: Needs a number.', 'B'],
    ]);
  });
  it('has the server’s errors in separate columns, with formulas escaped', () => {
    const rejections = [
      { row: 0, message: 'Not so.', serverError },
      { row: 1, message: '-1 is not one.' },
    ];
    expect(formatReportLines(names, rejections, getCells)).toEqual([
      ['rejection reason', 'error message', 'error details', 'error hint', 'error code', 'sku', 'price'],
      ['Not so.', 'violates "ok"', "'=cmd()", '', '23514', 'A', '1', 'more'],
      ["'-1 is not one.", '', '', '', '', 'B'],
    ]);
  });
  it.each([
    [formatReportLines(names, [{ row: 0, message: 'x' }], getCells)[0], 1],
    [formatReportLines(names, [{ row: 0, message: 'x', serverError }], getCells)[0], 5],
    [['sku', 'rejection reason'], 0],
    [['error message', 'error code'], 0],
    [undefined, 0],
  ])('is detected by its header: %j', (header, count) => expect(countReportColumns(header)).toBe(count));
});
