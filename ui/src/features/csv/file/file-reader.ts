import Papa from 'papaparse';
import type { Table } from '@/lib/api.gen';
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
import { hasHeader } from './header.utils';
import { reportLines, reportWidth } from './report.utils';
import { RowWriter } from './row-writer';

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
    const parsed = Papa.parse<string[]>(decode(content, encoding), {
      delimiter: options.separator ?? '',
      skipEmptyLines: true,
    });
    const reasons = reportWidth(parsed.data[0]);
    const header = options.header ?? (reasons > 0 || hasHeader(parsed.data[0], known));
    const report = header && reasons > 0;
    const lines = report ? parsed.data.map((row) => row.slice(reasons)) : parsed.data;
    const [first] = lines;
    const width = first?.length ?? 0;
    this.#names = Array.from({ length: width }, (_, i) => (header && first?.[i]) || `Column ${i + 1}`);
    this.#rows = header ? lines.slice(1) : lines;
    this.#separator = parsed.meta.delimiter;
    const broken = parsed.errors.find(({ type }) => type === 'Quotes');
    return {
      encoding,
      separator: this.#separator,
      header,
      names: this.#names,
      rows: this.#rows.length,
      preview: this.#rows.slice(0, previewRows),
      report,
      ...(broken
        ? {
            warning: `A quotation mark does not end, or stands amid a text, near row ${(broken.row ?? 0) + 1}.`,
          }
        : {}),
    };
  }

  async distinct(at: number): Promise<readonly string[]> {
    const values = new Set(this.#rows.map((row) => row[at] ?? ''));
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
    return Papa.unparse(lines, { delimiter: this.#separator });
  }
}
