import { escapeFormula } from '@/lib/text/formula';
import type { RowRejection } from '../csv.types';
import { csvMessages } from '../csv-messages';

const { reportColumns, reportReason } = csvMessages.rejections;
const serverErrorColumns = [
  reportColumns.message,
  reportColumns.details,
  reportColumns.hint,
  reportColumns.code,
];

/**
 * Returns how many columns a report of rejected rows has before the columns of
 * its file: 1, or 5 with the server's errors. Returns 0 for any other file.
 */
export function countReportColumns(header: readonly string[] | undefined): number {
  if (header?.[0] !== reportColumns.reason) return 0;
  const hasServerErrors = serverErrorColumns.every((name, i) => header[i + 1] === name);
  return hasServerErrors ? serverErrorColumns.length + 1 : 1;
}

/**
 * Returns the lines of a report: the header, then a line for each rejected row with the reason and the unchanged cells
 * of the file. If the server rejected a row, columns with the message, details, hint and code follow the reason.
 */
export function formatReportLines(
  columnNames: readonly string[],
  rejections: readonly RowRejection[],
  getCells: (row: number) => readonly string[],
): string[][] {
  const hasServerErrors = rejections.some(({ serverError }) => serverError !== undefined);
  const lines = rejections.map(({ row, column, message, serverError }) => {
    const reason = column ? reportReason(column, message) : message;
    const { message: error = '', details = '', hint = '', code = '' } = serverError ?? {};
    const errorCells = hasServerErrors ? [error, details, hint, code] : [];
    return [...[reason, ...errorCells].map(escapeFormula), ...getCells(row)];
  });
  const header = [reportColumns.reason, ...(hasServerErrors ? serverErrorColumns : []), ...columnNames];
  return [header, ...lines];
}
