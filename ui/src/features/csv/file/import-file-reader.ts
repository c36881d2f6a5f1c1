import Papa from 'papaparse';
import type { Table } from '@/lib/api.gen';
import { isEscapedFormula } from '@/lib/text/formula';
import type {
  Batch,
  BatchRow,
  CellError,
  CheckResult,
  FileSource,
  FileSummary,
  ImportPlan,
  InvalidRow,
  ReadOptions,
  ReferenceMatch,
  RowRejection,
  ValueRules,
} from '../csv.types';
import { csvMessages } from '../csv-messages';
import { emptyStringMarker, unmarkCell } from './empty-strings.utils';
import { isHeader } from './header.utils';
import { readTextLines } from './lines/text-lines';
import { isArchive, readWorkbookLines } from './lines/workbook-lines';
import { detectDecimalSeparator } from './number-format.utils';
import { countReportColumns, formatReportLines } from './rejection-report.utils';
import { RowWriter } from './row-writer';

/** Maximum rows and characters in one request, far below the server's limits. */
const maxBatchRows = 500;
const maxBatchCharacters = 2_000_000;

const maxPreviewRows = 20;
/** Maximum number of rows that can be corrected on the page. */
const maxInvalidRows = 50;
const maxListedRejections = 200;

const messages = csvMessages.file;

/** Reads a CSV file or a workbook into memory. Runs in a worker, because a large file takes seconds. */
export class ImportFileReader implements FileSource {
  readonly #rules: ValueRules;
  #fileContent: { file: Blob; bytes: Uint8Array<ArrayBuffer> } | undefined;
  #columnNames: readonly string[] = [];
  #rows: readonly string[][] = [];
  #separator = ',';
  #writer: RowWriter | undefined;
  /** The rows that the last check rejected, by row number. */
  #rejections: ReadonlyMap<number, RowRejection> = new Map();

  constructor(rules: ValueRules) {
    this.#rules = rules;
  }

  /** Reads a file, and returns its columns, first rows, and how it was read. Options that are not set are detected. */
  async read(file: Blob, options: ReadOptions, knownNames: readonly string[]): Promise<FileSummary> {
    const bytes = await this.#loadBytes(file);
    const content = isArchive(bytes)
      ? await readWorkbookLines(bytes, options.sheet)
      : readTextLines(bytes, options);
    const { lines, encoding, separator, sheets, sheet, warning, unreadableReason } = content;
    const reportColumnCount = countReportColumns(lines[0]);
    const hasHeader = options.hasHeader ?? (reportColumnCount > 0 || isHeader(lines[0], knownNames));
    const isRejectionReport = hasHeader && reportColumnCount > 0;
    const ownLines = isRejectionReport ? lines.map((line) => line.slice(reportColumnCount)) : lines;
    const [firstLine = []] = ownLines;
    this.#columnNames = firstLine.map(
      (cell, i) => (hasHeader && unmarkCell(cell)) || messages.columnName(i + 1),
    );
    this.#rows = hasHeader ? ownLines.slice(1) : ownLines;
    this.#separator = separator;
    const { emptyStringCount, escapedFormulaCount } = countSpecialCells(this.#rows);
    const emptyStrings = content.quotesSparingly ? 'certain' : 'possible';
    return {
      encoding,
      separator,
      sheets,
      ...(sheet === undefined ? {} : { sheet }),
      hasHeader,
      columnNames: this.#columnNames,
      rowCount: this.#rows.length,
      previewRows: this.#listPreviewRows(),
      isRejectionReport,
      emptyStrings: emptyStringCount === 0 ? 'none' : emptyStrings,
      escapedFormulaCount,
      // The numbers of a workbook are no texts.
      decimalSeparator: sheet === undefined ? detectDecimalSeparator(this.#rows) : '.',
      ...(unreadableReason ? { unreadableReason } : {}),
      ...(warning ? { warning } : {}),
    };
  }

  #listPreviewRows(): string[][] {
    return this.#rows.slice(0, maxPreviewRows).map((row) => row.map(unmarkCell));
  }

  /** Returns the file's content. Reads it once when the user changes the options. */
  async #loadBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#fileContent?.file !== file)
      this.#fileContent = { file, bytes: new Uint8Array(await file.arrayBuffer()) };
    return this.#fileContent.bytes;
  }

  /** Returns the different values of a column of the file, without empty cells. */
  async listDistinctValues(sourceIndex: number): Promise<readonly string[]> {
    const values = new Set(this.#rows.map((row) => unmarkCell(row[sourceIndex])));
    values.delete('');
    return [...values];
  }

  /** Replaces a cell of the file, also in the report of rejected rows. The next check reads it. */
  async setCell(row: number, sourceIndex: number, text: string): Promise<void> {
    const cells = this.#rows[row];
    if (cells && sourceIndex < cells.length) cells[sourceIndex] = text;
  }

  /**
   * Converts all rows by the plan, without sending them. Returns the numbers of valid and rejected rows, and the errors
   * of the preview.
   */
  async check(
    table: Table,
    plan: ImportPlan,
    references: Readonly<Record<string, readonly ReferenceMatch[]>>,
  ): Promise<CheckResult> {
    const writer = new RowWriter(table, plan, references, this.#columnNames.length, this.#rules);
    this.#writer = writer;
    const rejections = new Map<number, RowRejection>();
    for (const [row, cells] of this.#rows.entries()) {
      const result = writer.write(cells);
      if ('rejection' in result) rejections.set(row, { row, ...result.rejection });
    }
    this.#rejections = rejections;
    const previewErrors = this.#rows
      .slice(0, maxPreviewRows)
      .flatMap((cells, row) => writer.listErrors(cells).map((error): CellError => ({ row, ...error })));
    return {
      validCount: this.#rows.length - rejections.size,
      rejectedCount: rejections.size,
      rejections: [...rejections.values()].slice(0, maxListedRejections),
      invalidRows: [...rejections.values()]
        .slice(0, maxInvalidRows)
        .map((rejection) => toInvalidRow(rejection, this.#rows[rejection.row] ?? [], writer)),
      previewRows: this.#listPreviewRows(),
      previewErrors,
    };
  }

  /** Returns the next valid rows from row `from` on, as JSON. A batch contains each key only once. */
  async readBatch(from: number): Promise<Batch> {
    const rows: BatchRow[] = [];
    const keys = new Set<string>();
    let characters = 0;
    let row = from;
    for (; row < this.#rows.length && rows.length < maxBatchRows; row++) {
      const cells = this.#rows[row];
      if (!cells || !this.#writer || this.#rejections.has(row)) continue;
      const result = this.#writer.write(cells);
      if ('rejection' in result) continue;
      const { body, keyValues } = result;
      const key = JSON.stringify(keyValues);
      const isFull = characters + body.length > maxBatchCharacters && rows.length > 0;
      // PostgreSQL can't change a row twice in one INSERT ... ON CONFLICT.
      if (isFull || (keyValues.length > 0 && keys.has(key))) break;
      keys.add(key);
      characters += body.length;
      rows.push({ row, body, keyValues });
    }
    return { rows, nextRow: row };
  }

  /** Returns a CSV file with the rejected rows and the reasons: those that `check` rejected, and `rejections`. */
  async exportRejected(rejections: readonly RowRejection[]): Promise<string> {
    const all = [...this.#rejections.values(), ...rejections].toSorted((a, b) => a.row - b.row);
    const lines = formatReportLines(this.#columnNames, all, (row) => this.#rows[row] ?? []);
    const keepsEmptyStrings = this.#writer?.distinguishesEmptyStrings ?? false;
    // Papa writes null as an empty cell. The `quotes` option makes it write an empty string as "".
    const cells = lines.map((line) =>
      line.map((cell) => (cell === emptyStringMarker && keepsEmptyStrings ? '' : unmarkCell(cell) || null)),
    );
    return Papa.unparse(cells, { delimiter: this.#separator, quotes: (cell) => cell === '' });
  }
}

/** Returns a rejected row with its cells and all their errors. */
function toInvalidRow(
  { row, message }: RowRejection,
  cells: readonly string[],
  writer: RowWriter,
): InvalidRow {
  const errors = writer.listErrors(cells).map((error): CellError => ({ row, ...error }));
  return { row, cells: cells.map(unmarkCell), errors, ...(errors.length === 0 ? { message } : {}) };
}

/** Counts the cells that are `""` and those with an escaped formula. */
function countSpecialCells(rows: readonly (readonly string[])[]) {
  let emptyStringCount = 0;
  let escapedFormulaCount = 0;
  for (const row of rows) {
    for (const cell of row) {
      if (cell === emptyStringMarker) emptyStringCount += 1;
      else if (isEscapedFormula(cell)) escapedFormulaCount += 1;
    }
  }
  return { emptyStringCount, escapedFormulaCount };
}
