import { writeXlsxStream } from 'hucre/xlsx';
import { readCSVRows } from './read-csv-rows';
import {
  getNumberFormat,
  maxTextLength,
  type SheetCell,
  type SheetColumn,
  toSheetCell,
  toSheetName,
} from './sheet-cells';

export interface WorkbookRequest {
  /** The URL of the rows as CSV, with a header. */
  url: string;
  title: string;
  columns: readonly SheetColumn[];
}

/**
 * Writes the rows of a CSV file as an .xlsx workbook while they arrive. More rows than fit in a sheet continue in further
 * sheets. Calls `onShortened` for each text that is too long for a cell.
 */
export function writeWorkbook(
  chunks: AsyncIterable<string>,
  { title, columns }: Pick<WorkbookRequest, 'title' | 'columns'>,
  onShortened?: () => void,
): ReadableStream<Uint8Array> {
  return writeXlsxStream(listCells(chunks, columns, onShortened), {
    name: toSheetName(title),
    columns: columns.map((column) => {
      const numFmt = getNumberFormat(column);
      const width = Math.min(40, Math.max(12, column.title.length + 2));
      return { header: column.title, width, ...(numFmt === undefined ? {} : { numFmt }) };
    }),
    freezePane: { rows: 1 },
  });
}

/** Yields the cells of each row of a CSV text, without its header. */
async function* listCells(
  chunks: AsyncIterable<string>,
  columns: readonly SheetColumn[],
  onShortened: (() => void) | undefined,
): AsyncGenerator<SheetCell[]> {
  let isHeader = true;
  for await (const texts of readCSVRows(chunks)) {
    for (const text of texts) if (text.length > maxTextLength) onShortened?.();
    if (!isHeader) yield columns.map((column, i) => toSheetCell(column, texts[i] ?? ''));
    isHeader = false;
  }
}
