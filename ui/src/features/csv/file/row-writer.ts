import type { Column, Table } from '@/lib/api.gen';
import { unescapeFormula } from '@/lib/formula';
import type {
  ColumnMapping,
  EmptyCellMeaning,
  ImportPlan,
  ReferenceMatch,
  RowRejection,
  ValueRules,
} from '../csv.types';
import { emptyStringMarker, unmarkCell } from './empty-strings.utils';

/** A row ready to be sent, or why it can't be. */
export type WriteResult = { body: string; keys: readonly string[] } | { problem: Omit<RowRejection, 'row'> };

interface TargetColumn {
  mapping: ColumnMapping;
  column: Column;
  /** The column's name as JSON. */
  jsonName: string;
  references: ReadonlyMap<string, string | null> | undefined;
}

/** Makes rows of a table from lines of a file, by a plan. */
export class RowWriter {
  readonly #targets: readonly TargetColumn[];
  readonly #keys: readonly string[];
  readonly #empty: EmptyCellMeaning;
  readonly #keepsGuards: boolean;
  readonly #width: number;
  readonly #rules: ValueRules;

  constructor(
    table: Table,
    plan: ImportPlan,
    references: Readonly<Record<string, readonly ReferenceMatch[]>>,
    width: number,
    rules: ValueRules,
  ) {
    const columns = new Map(table.columns.map((column) => [column.name, column]));
    this.#targets = plan.mappings.flatMap((mapping) => {
      const column = columns.get(mapping.column);
      const known =
        mapping.lookupColumn === undefined ? undefined : new Map(references[mapping.column] ?? []);
      return column ? [{ mapping, column, jsonName: JSON.stringify(column.name), references: known }] : [];
    });
    this.#keys = plan.keyColumns;
    this.#empty = plan.emptyCellMeaning;
    this.#keepsGuards = plan.keepsFormulaEscapes ?? false;
    this.#width = width;
    this.#rules = rules;
  }

  /** Whether `""` is another value than a cell with nothing in it. */
  get distinguishesEmptyStrings(): boolean {
    return this.#empty === 'quoted';
  }

  write(cells: readonly string[]): WriteResult {
    const extra = cells.slice(this.#width).some((cell) => unmarkCell(cell) !== '');
    if (cells.length < this.#width || extra) {
      return { problem: { message: `This row has ${cells.length} cells, the first one ${this.#width}.` } };
    }
    const members: string[] = [];
    const values = new Map<string, string>();
    for (const target of this.#targets) {
      const cell = cells[target.mapping.sourceIndex] ?? '';
      const text = this.#keepsGuards ? cell : unescapeFormula(cell);
      const written = this.#cell(target, text);
      if ('problem' in written) {
        return { problem: { column: target.column.title, message: written.problem } };
      }
      if (written.json === undefined) continue;
      members.push(`${target.jsonName}:${written.json}`);
      values.set(target.column.name, written.json);
    }
    const keys = this.#keys.map((name) => formatKeyValue(values.get(name)));
    const lacking = this.#keys.find((_, i) => keys[i] === undefined);
    if (lacking !== undefined) {
      return { problem: { column: lacking, message: 'Rows are found by this column: it can’t be empty.' } };
    }
    return { body: `{${members.join(',')}}`, keys: keys.filter((key) => key !== undefined) };
  }

  #cell(
    { column, references }: TargetColumn,
    text: string,
  ): { json: string | undefined } | { problem: string } {
    if (unmarkCell(text) === '') return this.#emptyCell(column, text === emptyStringMarker);
    if (!references) return this.#rules.toJSON(column, text);
    const key = references.get(text);
    if (key === undefined) return { problem: `There is no “${text}”, or none that you may see.` };
    if (key === null) return { problem: `Several are called “${text}”.` };
    return this.#rules.toJSON(column, key);
  }

  #emptyCell(column: Column, quoted: boolean): { json: string | undefined } | { problem: string } {
    if (this.#empty === 'default' && (column.default !== null || column.identity !== '')) {
      return { json: undefined };
    }
    // A label of an enum may be empty, too; other types take it for NULL.
    if (this.#empty === 'quoted' && quoted && !column.array) return this.#rules.toJSON(column, '');
    const isText = column.kind === 'text' && !column.array;
    return this.#rules.toJSON(column, this.#empty === 'text' && isText ? '' : null);
  }
}

/** A key's value as a filter takes it; undefined for none, and for NULL. */
function formatKeyValue(json: string | undefined): string | undefined {
  if (json === undefined || json === 'null') return undefined;
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
