import { describe, expect, it } from 'vitest';
import { countReportColumns, formatReportLines } from './rejection-report.utils';

const names = ['sku', 'price'];
const cells = [['A', '1', 'more'], ['B']];
const getCells = (row: number) => cells[row] ?? [];
const serverError = { code: '23514', message: 'violates "ok"', details: '=cmd()', hint: '' };

describe('a report of refused rows', () => {
  it('has the reason before each row, which stays as it was', () => {
    expect(
      formatReportLines(names, [{ row: 1, column: 'Price', message: 'Needs a number.' }], getCells),
    ).toEqual([
      ['why it did not go in', 'sku', 'price'],
      ['Price: Needs a number.', 'B'],
    ]);
  });
  it('has what the backend said in columns of its own, none of it a formula', () => {
    const refusals = [
      { row: 0, message: 'Not so.', serverError },
      { row: 1, message: '-1 is not one.' },
    ];
    expect(formatReportLines(names, refusals, getCells)).toEqual([
      ['why it did not go in', 'error message', 'error details', 'error hint', 'error code', 'sku', 'price'],
      ['Not so.', 'violates "ok"', "'=cmd()", '', '23514', 'A', '1', 'more'],
      ["'-1 is not one.", '', '', '', '', 'B'],
    ]);
  });
  it.each([
    [formatReportLines(names, [{ row: 0, message: 'x' }], getCells)[0], 1],
    [formatReportLines(names, [{ row: 0, message: 'x', serverError }], getCells)[0], 5],
    [['sku', 'why it did not go in'], 0],
    [['error message', 'error code'], 0],
    [undefined, 0],
  ])('is known by its header: %j', (header, width) => expect(countReportColumns(header)).toBe(width));
});
