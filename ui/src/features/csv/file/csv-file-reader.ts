import Papa from 'papaparse';
import type { Table } from '@/lib/api.gen';
import { isEscapedFormula } from '@/lib/formula';
import type {
  Batch,
  BatchRow,
  CheckResult,
  FileSource,
  FileSummary,
  ImportPlan,
  ReadOptions,
  ReferenceMatch,
  RowRejection,
  ValueRules,
} from '../csv.types';
import { decodeText, detectEncoding } from './decode.utils';
import { emptyStringMarker, hasUnquotedCells, markEmptyStrings, unmarkCell } from './empty-strings.utils';
import { isHeader } from './header.utils';
import { countReportColumns, formatReportLines } from './rejection-report.utils';
import { RowWriter } from './row-writer';
import { explainUnreadableFile } from './text-file.utils';

/** Rows in one request, and characters: well below what the server takes. */
const maxBatchRows = 500;
const maxBatchCharacters = 2_000_000;

const maxPreviewRows = 20;
const maxListedRejections = 200;

/** A CSV file in memory. Runs in a worker: what it does takes seconds on a large file. */
export class CSVFileReader implements FileSource {
  readonly #rules: ValueRules;
  #bytes: { file: Blob; content: Uint8Array } | undefined;
  #names: readonly string[] = [];
  #rows: readonly (readonly string[])[] = [];
  #separator = ',';
  #writer: RowWriter | undefined;
  /** The rows that the check refused. */
  #problems: ReadonlyMap<number, RowRejection> = new Map();

  constructor(rules: ValueRules) {
    this.#rules = rules;
  }

  async read(file: Blob, options: ReadOptions, known: readonly string[]): Promise<FileSummary> {
    if (this.#bytes?.file !== file) this.#bytes = { file, content: new Uint8Array(await file.arrayBuffer()) };
    const { content } = this.#bytes;
    const encoding = options.encoding ?? detectEncoding(content);
    const unreadableReason = encoding.startsWith('utf-16') ? undefined : explainUnreadableFile(content);
    const text = unreadableReason ? '' : decodeText(content, encoding);
    const { lines, separator, sparing, broken } = parseLines(text, options.separator);
    const reasons = countReportColumns(lines[0]);
    const hasHeader = options.hasHeader ?? (reasons > 0 || isHeader(lines[0], known));
    const isRejectionReport = hasHeader && reasons > 0;
    const own = isRejectionReport ? lines.map((row) => row.slice(reasons)) : lines;
    const [first = []] = own;
    this.#names = first.map((cell, i) => (hasHeader && unmarkCell(cell)) || `Column ${i + 1}`);
    this.#rows = hasHeader ? own.slice(1) : own;
    this.#separator = separator;
    const [quoted, escapedFormulaCount] = countCells(this.#rows);
    return {
      encoding,
      separator,
      hasHeader,
      columnNames: this.#names,
      rowCount: this.#rows.length,
      previewRows: this.#rows.slice(0, maxPreviewRows).map((row) => row.map(unmarkCell)),
      isRejectionReport,
      emptyStrings: quoted === 0 ? 'none' : sparing ? 'meant' : 'possible',
      escapedFormulaCount,
      ...(unreadableReason ? { unreadableReason } : {}),
      ...(broken === undefined
        ? {}
        : { warning: `A quotation mark does not end, or stands amid a text, near row ${broken + 1}.` }),
    };
  }

  async listDistinctValues(at: number): Promise<readonly string[]> {
    const values = new Set(this.#rows.map((row) => unmarkCell(row[at])));
    values.delete('');
    return [...values];
  }

  async check(
    table: Table,
    plan: ImportPlan,
    references: Readonly<Record<string, readonly ReferenceMatch[]>>,
  ): Promise<CheckResult> {
    this.#writer = new RowWriter(table, plan, references, this.#names.length, this.#rules);
    const problems = new Map<number, RowRejection>();
    for (const [row, cells] of this.#rows.entries()) {
      const written = this.#writer.write(cells);
      if ('problem' in written) problems.set(row, { row, ...written.problem });
    }
    this.#problems = problems;
    return {
      validCount: this.#rows.length - problems.size,
      rejectedCount: problems.size,
      rejections: [...problems.values()].slice(0, maxListedRejections),
    };
  }

  async readBatch(from: number): Promise<Batch> {
    const rows: BatchRow[] = [];
    const seen = new Set<string>();
    let characters = 0;
    let row = from;
    for (; row < this.#rows.length && rows.length < maxBatchRows; row++) {
      const cells = this.#rows[row];
      if (!cells || !this.#writer || this.#problems.has(row)) continue;
      const written = this.#writer.write(cells);
      if ('problem' in written) continue;
      const key = JSON.stringify(written.keys);
      const full = characters + written.body.length > maxBatchCharacters && rows.length > 0;
      // The database changes no row twice in one statement.
      if (full || (written.keys.length > 0 && seen.has(key))) break;
      seen.add(key);
      characters += written.body.length;
      rows.push({ row, body: written.body, keyValues: written.keys });
    }
    return { rows, nextRow: row };
  }

  async exportRejected(refusals: readonly RowRejection[]): Promise<string> {
    const all = [...this.#problems.values(), ...refusals].toSorted((a, b) => a.row - b.row);
    const lines = formatReportLines(this.#names, all, (row) => this.#rows[row] ?? []);
    const told = this.#writer?.distinguishesEmptyStrings ?? false;
    // Papa leaves null empty, and has a text without characters quoted.
    const cells = lines.map((line) =>
      line.map((cell) => (cell === emptyStringMarker && told ? '' : unmarkCell(cell) || null)),
    );
    return Papa.unparse(cells, { delimiter: this.#separator, quotes: (cell) => cell === '' });
  }
}

/** The lines of a text, `""` marked in them. */
function parseLines(text: string, given: string | undefined) {
  const separator = given ?? Papa.parse(text, { preview: 1 }).meta.delimiter;
  const { data, errors } = Papa.parse<string[]>(markEmptyStrings(text, separator), {
    delimiter: separator,
    skipEmptyLines: true,
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  return {
    lines: data,
    separator,
    sparing: hasUnquotedCells(text, separator),
    broken: broken && (broken.row ?? 0),
  };
}

/** How many cells are `""`, and how many were kept from being calculated. */
function countCells(rows: readonly (readonly string[])[]): [quoted: number, guarded: number] {
  let quoted = 0;
  let guarded = 0;
  for (const row of rows) {
    for (const cell of row) {
      if (cell === emptyStringMarker) quoted += 1;
      else if (isEscapedFormula(cell)) guarded += 1;
    }
  }
  return [quoted, guarded];
}
