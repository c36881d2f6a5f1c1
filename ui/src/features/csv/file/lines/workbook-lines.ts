import { type CellValue, readXlsx } from 'hucre/xlsx';
import { csvMessages } from '../../csv-messages';
import { markErrorCell } from '../error-cells.utils';
import { isArchiveWithin } from './archive-size';
import type { FileLines } from './file-lines';

const messages = csvMessages.file;

/** Maximum size of an unpacked workbook in bytes. A small file can unpack to gigabytes. */
const maxUnpackedSize = 256 * 1024 * 1024;
/** Maximum number of rows of a sheet in .xlsx files. */
const maxRows = 1_048_576;

/** Whether a file is a ZIP archive, as workbooks are. */
export function isArchive(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((byte, i) => bytes[i] === byte);
}

/**
 * Reads a sheet of an .xlsx workbook, by default the first that is not hidden. Cells are texts in the form of PostgreSQL:
 * numbers with a decimal point, dates in the ISO form. Formulas have the values that the spreadsheet stored; cells with an
 * error (#N/A) are marked.
 */
export async function readWorkbookLines(
  bytes: Uint8Array<ArrayBuffer>,
  sheetName: string | undefined,
): Promise<FileLines> {
  if (!(await isArchiveWithin(bytes, maxUnpackedSize))) return fail(messages.workbookTooLarge);
  const sheets: string[] = [];
  let chosen: string | undefined;
  try {
    const workbook = await readXlsx(bytes, {
      maxRows,
      sheets: ({ name, hidden, veryHidden }) => {
        if (hidden || veryHidden) return false;
        sheets.push(name);
        const isChosen = chosen === undefined && (sheetName === undefined || name === sheetName);
        if (isChosen) chosen = name;
        return isChosen;
      },
    });
    const rows = (workbook.sheets[0]?.rows ?? []).map((row) => row.map(formatCell));
    const lines = rows.filter((row) => row.some((cell) => cell !== ''));
    return { ...createLines(trimColumns(lines)), sheets, sheet: chosen };
  } catch {
    return fail(messages.notWorkbook);
  }
}

/** Returns lines of a workbook in the form of a text file, without sheets and warnings. */
function createLines(lines: string[][]): FileLines {
  return {
    lines,
    encoding: 'utf-8',
    separator: ',',
    sheets: [],
    sheet: undefined,
    quotesSparingly: false,
    warning: undefined,
    unreadableReason: undefined,
  };
}

function fail(unreadableReason: string): FileLines {
  return { ...createLines([]), unreadableReason };
}

/** Gives all lines the same number of cells, without empty columns at the end. */
function trimColumns(lines: string[][]): string[][] {
  let width = 0;
  for (const line of lines) width = Math.max(width, line.findLastIndex((cell) => cell !== '') + 1);
  return lines.map((line) => Array.from({ length: width }, (_, i) => line[i] ?? ''));
}

function formatCell(value: CellValue): string {
  if (value === null) return '';
  if (value instanceof Date) return formatDate(value);
  // Spreadsheets calculate with 15 digits; more are rounding errors, as in 0.30000000000000004. Integers have none.
  if (typeof value === 'number')
    return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));
  return markErrorCell(String(value));
}

/** Formats a date, a date with a time, or a time, which spreadsheets store as a fraction of their first day. */
function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  // The time is a fraction of a day, which is rounded to milliseconds.
  const rounded = new Date(Math.round(date.getTime()));
  const [day = '', time = ''] = rounded
    .toISOString()
    .replace(/(\.000)?Z$/, '')
    .split('T');
  if (rounded.getUTCFullYear() < 1900) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
