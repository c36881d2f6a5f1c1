import type { Column, Table } from '@/lib/api.gen';
import { unescapeFormula } from '@/lib/text/formula';
import type {
  ColumnMapping,
  DecimalSeparator,
  EmptyCellMeaning,
  ImportPlan,
  ReferenceMatch,
  RowRejection,
  ValueRules,
} from '../csv.types';
import { csvMessages } from '../csv-messages';
import { emptyStringMarker, unmarkCell } from './empty-strings.utils';
import { findCellError } from './error-cells.utils';
import { isNumericColumn, normalizeNumber } from './number-format.utils';

const messages = csvMessages.check;

/** A row as JSON with the values of its key columns, or why it can't be imported. */
export type WriteResult =
  | { body: string; keyValues: readonly string[] }
  | { rejection: Omit<RowRejection, 'row'> };

/** A value as JSON, undefined to leave the column out, or why the cell is invalid. */
type CellResult = { json: string | undefined } | { problem: string };

interface TargetColumn {
  mapping: ColumnMapping;
  column: Column;
  /** The column's name as JSON. */
  jsonName: string;
  /** The keys of referenced rows by the texts of the file; undefined if the file contains the keys. */
  references: ReadonlyMap<string, string | null> | undefined;
}

/** Converts lines of a file to rows of a table by a plan. */
export class RowWriter {
  readonly #targets: readonly TargetColumn[];
  /** The JSON of the columns with the same value in all rows. */
  readonly #sameValues: readonly (readonly [name: string, json: string])[];
  readonly #keyColumns: readonly string[];
  readonly #emptyCellMeaning: EmptyCellMeaning;
  readonly #keepsFormulaEscapes: boolean;
  readonly #decimalSeparator: DecimalSeparator;
  /** Number of cells that each line must have. */
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
      if (!column) return [];
      const matches =
        mapping.matchColumn === undefined ? undefined : new Map(references[mapping.column] ?? []);
      return [{ mapping, column, jsonName: JSON.stringify(column.name), references: matches }];
    });
    this.#sameValues = Object.entries(plan.sameValues ?? {});
    this.#keyColumns = plan.keyColumns;
    this.#emptyCellMeaning = plan.emptyCellMeaning;
    this.#keepsFormulaEscapes = plan.keepsFormulaEscapes ?? false;
    this.#decimalSeparator = plan.decimalSeparator ?? '.';
    this.#width = width;
    this.#rules = rules;
  }

  /** Whether `""` and a cell without a value become different values. */
  get distinguishesEmptyStrings(): boolean {
    return this.#emptyCellMeaning === 'quoted';
  }

  /** Converts the cells of a line. Reports the first invalid cell. */
  write(cells: readonly string[]): WriteResult {
    const hasExtraCells = cells.slice(this.#width).some((cell) => unmarkCell(cell) !== '');
    if (cells.length < this.#width || hasExtraCells) {
      return { rejection: { message: messages.wrongCellCount(cells.length, this.#width) } };
    }
    const members = this.#sameValues.map(([name, json]) => `${JSON.stringify(name)}:${json}`);
    const values = new Map(this.#sameValues);
    for (const target of this.#targets) {
      const result = this.#writeCell(target, cells[target.mapping.sourceIndex] ?? '');
      if ('problem' in result) {
        return { rejection: { column: target.column.title, message: result.problem } };
      }
      if (result.json === undefined) continue;
      members.push(`${target.jsonName}:${result.json}`);
      values.set(target.column.name, result.json);
    }
    const keyValues = this.#keyColumns.map((name) => formatKeyValue(values.get(name)));
    const emptyKeyColumn = this.#keyColumns.find((_, i) => keyValues[i] === undefined);
    if (emptyKeyColumn !== undefined) {
      return { rejection: { column: emptyKeyColumn, message: messages.keyRequired } };
    }
    return {
      body: `{${members.join(',')}}`,
      keyValues: keyValues.filter((value) => value !== undefined),
    };
  }

  /** Returns the errors of all cells of a line. */
  listErrors(cells: readonly string[]): { column: string; message: string }[] {
    return this.#targets.flatMap((target) => {
      const result = this.#writeCell(target, cells[target.mapping.sourceIndex] ?? '');
      return 'problem' in result ? [{ column: target.column.name, message: result.problem }] : [];
    });
  }

  /**
   * Converts a cell to JSON for its target column, or returns the problem. For a reference, the cell is a text of the
   * referenced row.
   */
  #writeCell({ column, references }: TargetColumn, cell: string): CellResult {
    const error = findCellError(cell);
    if (error !== undefined) return { problem: messages.cellError(error) };
    const text = this.#keepsFormulaEscapes ? cell : unescapeFormula(cell);
    if (unmarkCell(text) === '') return this.#writeEmptyCell(column, text === emptyStringMarker);
    if (!references) {
      const isNumber = !column.array && isNumericColumn(column);
      return this.#rules.toJSON(
        column,
        isNumber ? normalizeNumber(column, text, this.#decimalSeparator) : text,
      );
    }
    const key = references.get(text);
    if (key === undefined) return { problem: messages.noMatch(text) };
    if (key === null) return { problem: messages.severalMatches(text) };
    return this.#rules.toJSON(column, key);
  }

  /**
   * Converts an empty cell by the meaning that the user chose: default, NULL or empty text. `isQuoted`: whether the
   * cell is `""`.
   */
  #writeEmptyCell(column: Column, isQuoted: boolean): CellResult {
    const meaning = this.#emptyCellMeaning;
    if (meaning === 'default' && (column.default !== null || column.identity !== '')) {
      return { json: undefined };
    }
    // An enum can contain the empty text; the rules of other types convert it to NULL.
    if (meaning === 'quoted' && isQuoted && !column.array) return this.#rules.toJSON(column, '');
    const isText = column.kind === 'text' && !column.array;
    return this.#rules.toJSON(column, meaning === 'text' && isText ? '' : null);
  }
}

/** Returns a key's value in the form of filters; undefined for a missing value and for NULL. */
function formatKeyValue(json: string | undefined): string | undefined {
  if (json === undefined || json === 'null') return undefined;
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
