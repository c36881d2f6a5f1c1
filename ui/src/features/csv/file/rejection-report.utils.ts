import { escapeFormula } from '@/lib/formula';
import type { RowRejection } from '../csv.types';

/** The columns put before those of a file, to say why a row did not go in. Names that hardly any table has. */
const reasonColumn = 'why it did not go in';
const serverErrorColumns = ['error message', 'error details', 'error hint', 'error code'];

/** How many columns of a report of refused rows stand before the file's own; 0 for any other file. */
export function countReportColumns(header: readonly string[] | undefined): number {
  if (header?.[0] !== reasonColumn) return 0;
  return serverErrorColumns.every((name, i) => header[i + 1] === name) ? serverErrorColumns.length + 1 : 1;
}

/**
 * The lines of a report: the reasons first, then each row as it was in its file.
 * What the backend said has columns of its own where it was asked.
 */
export function formatReportLines(
  names: readonly string[],
  refusals: readonly RowRejection[],
  cellsOf: (row: number) => readonly string[],
): string[][] {
  const raws = refusals.some(({ serverError }) => serverError !== undefined);
  const lines = refusals.map(({ row, column, message, serverError }) => [
    escapeFormula(column ? `${column}: ${message}` : message),
    ...(raws
      ? [serverError?.message, serverError?.details, serverError?.hint, serverError?.code].map((text) =>
          escapeFormula(text ?? ''),
        )
      : []),
    ...cellsOf(row),
  ]);
  return [[reasonColumn, ...(raws ? serverErrorColumns : []), ...names], ...lines];
}
