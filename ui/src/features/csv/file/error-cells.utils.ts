import { isSpreadsheetError } from '@/data/values/checks/spreadsheet-errors';

/** Begins a cell that contains an error of the spreadsheet instead of a value. */
const errorMarker = '\u0001';

/** Marks a cell of a file if it contains an error, so that it is not imported as a text. */
export function markErrorCell(cell: string): string {
  return isSpreadsheetError(cell) ? errorMarker + cell : cell;
}

/** Returns the error in a marked cell (`#N/A`); undefined for other cells. */
export function findCellError(cell: string): string | undefined {
  return cell.startsWith(errorMarker) ? cell.slice(errorMarker.length) : undefined;
}
