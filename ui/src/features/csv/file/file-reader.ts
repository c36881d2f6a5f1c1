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
  Reference,
  Refusal,
  ValueRules,
} from '../types';
import { decode, detectEncoding } from './decode.utils';
import { emptyText, markEmptyTexts, plainCell, quotesSparingly } from './empty-texts.utils';
import { hasHeader } from './header.utils';
import { reportLines, reportWidth } from './report.utils';
import { RowWriter } from './row-writer';
import { notText } from './text-file.utils';

/** Rows in one request, and characters: well below what the server takes. */
const batchRows = 500;
const batchCharacters = 2_000_000;

const previewRows = 20;
const toldRefusals = 200;

/** A CSV file in memory. Runs in a worker: what it does takes seconds on a large file. */
export class FileReader implements FileSource {
  readonly #rules: ValueRules;
  #bytes: { file: Blob; content: Uint8Array } | undefined;
  #names: readonly string[] = [];
  #rows: readonly (readonly string[])[] = [];
  #separator = ',';
  #writer: RowWriter | undefined;
  /** The rows that the check refused. */
  #problems: ReadonlyMap<number, Refusal> = new Map();

  constructor(rules: ValueRules) {
    this.#rules = rules;
  }

  async read(file: Blob, options: ReadOptions, known: readonly string[]): Promise<FileSummary> {
    if (this.#bytes?.file !== file) this.#bytes = { file, content: new Uint8Array(await file.arrayBuffer()) };
    const { content } = this.#bytes;
    const encoding = options.encoding ?? detectEncoding(content);
    const unreadable = encoding.startsWith('utf-16') ? undefined : notText(content);
    const text = unreadable ? '' : decode(content, encoding);
    const { lines, separator, sparing, broken } = parseLines(text, options.separator);
    const reasons = reportWidth(lines[0]);
    const header = options.header ?? (reasons > 0 || hasHeader(lines[0], known));
    const report = header && reasons > 0;
    const own = report ? lines.map((row) => row.slice(reasons)) : lines;
    const [first = []] = own;
    this.#names = first.map((cell, i) => (header && plainCell(cell)) || `Column ${i + 1}`);
    this.#rows = header ? own.slice(1) : own;
    this.#separator = separator;
    const [quoted, guarded] = countCells(this.#rows);
    return {
      encoding,
      separator,
      header,
      names: this.#names,
      rows: this.#rows.length,
      preview: this.#rows.slice(0, previewRows).map((row) => row.map(plainCell)),
      report,
      emptyTexts: quoted === 0 ? 'none' : sparing ? 'meant' : 'possible',
      guarded,
      ...(unreadable ? { unreadable } : {}),
      ...(broken === undefined
        ? {}
        : { warning: `A quotation mark does not end, or stands amid a text, near row ${broken + 1}.` }),
    };
  }

  async distinct(at: number): Promise<readonly string[]> {
    const values = new Set(this.#rows.map((row) => plainCell(row[at])));
    values.delete('');
    return [...values];
  }

  async check(
    table: Table,
    plan: ImportPlan,
    references: Readonly<Record<string, readonly Reference[]>>,
  ): Promise<CheckResult> {
    this.#writer = new RowWriter(table, plan, references, this.#names.length, this.#rules);
    const problems = new Map<number, Refusal>();
    for (const [row, cells] of this.#rows.entries()) {
      const written = this.#writer.write(cells);
      if ('problem' in written) problems.set(row, { row, ...written.problem });
    }
    this.#problems = problems;
    return {
      good: this.#rows.length - problems.size,
      refused: problems.size,
      refusals: [...problems.values()].slice(0, toldRefusals),
    };
  }

  async batch(from: number): Promise<Batch> {
    const rows: BatchRow[] = [];
    const seen = new Set<string>();
    let characters = 0;
    let row = from;
    for (; row < this.#rows.length && rows.length < batchRows; row++) {
      const cells = this.#rows[row];
      if (!cells || !this.#writer || this.#problems.has(row)) continue;
      const written = this.#writer.write(cells);
      if ('problem' in written) continue;
      const key = JSON.stringify(written.keys);
      const full = characters + written.body.length > batchCharacters && rows.length > 0;
      // The database changes no row twice in one statement.
      if (full || (written.keys.length > 0 && seen.has(key))) break;
      seen.add(key);
      characters += written.body.length;
      rows.push({ row, body: written.body, keys: written.keys });
    }
    return { rows, next: row };
  }

  async refused(refusals: readonly Refusal[]): Promise<string> {
    const all = [...this.#problems.values(), ...refusals].toSorted((a, b) => a.row - b.row);
    const lines = reportLines(this.#names, all, (row) => this.#rows[row] ?? []);
    const told = this.#writer?.tellsEmptyTexts ?? false;
    // Papa leaves null empty, and has a text without characters quoted.
    const cells = lines.map((line) =>
      line.map((cell) => (cell === emptyText && told ? '' : plainCell(cell) || null)),
    );
    return Papa.unparse(cells, { delimiter: this.#separator, quotes: (cell) => cell === '' });
  }
}

/** The lines of a text, `""` marked in them. */
function parseLines(text: string, given: string | undefined) {
  const separator = given ?? Papa.parse(text, { preview: 1 }).meta.delimiter;
  const { data, errors } = Papa.parse<string[]>(markEmptyTexts(text, separator), {
    delimiter: separator,
    skipEmptyLines: true,
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  return {
    lines: data,
    separator,
    sparing: quotesSparingly(text, separator),
    broken: broken && (broken.row ?? 0),
  };
}

/** How many cells are `""`, and how many were kept from being calculated. */
function countCells(rows: readonly (readonly string[])[]): [quoted: number, guarded: number] {
  let quoted = 0;
  let guarded = 0;
  for (const row of rows) {
    for (const cell of row) {
      if (cell === emptyText) quoted += 1;
      else if (isEscapedFormula(cell)) guarded += 1;
    }
  }
  return [quoted, guarded];
}
