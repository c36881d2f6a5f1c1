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
  ReadOptions,
  ReferenceMatch,
  RowRejection,
  ValueRules,
} from '../csv.types';
import { csvMessages } from '../csv-messages';
import { decodeText, detectEncoding } from './decode.utils';
import { emptyStringMarker, hasUnquotedCells, markEmptyStrings, unmarkCell } from './empty-strings.utils';
import { isHeader } from './header.utils';
import { detectDecimalSeparator } from './number-format.utils';
import { countReportColumns, formatReportLines } from './rejection-report.utils';
import { RowWriter } from './row-writer';
import { explainUnreadableFile } from './text-file.utils';

/** Maximum rows and characters in one request, far below the server's limits. */
const maxBatchRows = 500;
const maxBatchCharacters = 2_000_000;

const maxPreviewRows = 20;
const maxListedRejections = 200;

const messages = csvMessages.file;

/** Reads a CSV file into memory. Runs in a worker, because a large file takes seconds. */
export class CSVFileReader implements FileSource {
  readonly #rules: ValueRules;
  #fileContent: { file: Blob; bytes: Uint8Array } | undefined;
  #columnNames: readonly string[] = [];
  #rows: readonly (readonly string[])[] = [];
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
    const encoding = options.encoding ?? detectEncoding(bytes);
    const unreadableReason = encoding.startsWith('utf-16') ? undefined : explainUnreadableFile(bytes);
    const text = unreadableReason ? '' : decodeText(bytes, encoding);
    const { lines, separator, quotesSparingly, brokenRow } = parseLines(text, options.separator);
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
    const emptyStrings = quotesSparingly ? 'certain' : 'possible';
    return {
      encoding,
      separator,
      hasHeader,
      columnNames: this.#columnNames,
      rowCount: this.#rows.length,
      previewRows: this.#rows.slice(0, maxPreviewRows).map((row) => row.map(unmarkCell)),
      isRejectionReport,
      emptyStrings: emptyStringCount === 0 ? 'none' : emptyStrings,
      escapedFormulaCount,
      decimalSeparator: detectDecimalSeparator(this.#rows),
      ...(unreadableReason ? { unreadableReason } : {}),
      ...(brokenRow === undefined ? {} : { warning: messages.misplacedQuote(brokenRow + 1) }),
    };
  }

  /** Returns the file's content. Reads it once when the user changes the options. */
  async #loadBytes(file: Blob): Promise<Uint8Array> {
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

interface ParsedLines {
  /** The cells of each line; `emptyStringMarker` for cells that are `""`. */
  lines: string[][];
  separator: string;
  /** Whether the file's writer quotes cells only where necessary. */
  quotesSparingly: boolean;
  /** The first line with a missing or misplaced quotation mark. */
  brokenRow: number | undefined;
}

/** Parses a CSV text. Detects the separator if it is not set. */
function parseLines(text: string, givenSeparator: string | undefined): ParsedLines {
  const separator = givenSeparator ?? Papa.parse(text, { preview: 1 }).meta.delimiter;
  const { data, errors } = Papa.parse<string[]>(markEmptyStrings(text, separator), {
    delimiter: separator,
    skipEmptyLines: true,
  });
  const quoteError = errors.find(({ code }) => code === 'MissingQuotes' || code === 'InvalidQuotes');
  return {
    lines: data,
    separator,
    quotesSparingly: hasUnquotedCells(text, separator),
    brokenRow: quoteError && (quoteError.row ?? 0),
  };
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
