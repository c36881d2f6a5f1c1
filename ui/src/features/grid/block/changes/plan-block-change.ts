import type { Row, Value } from '@/data/rows/row';
import { checkEnteredValue, isRequired, toEnteredValue } from '@/data/values/checks/check-value';
import { isSameValue } from '@/data/values/value.utils';
import { isInsertable, lockReason } from '@/data/writes/batches/guards.utils';
import type { RowEdit } from '@/data/writes/edits/failed-edits';
import type { Column, Table } from '@/lib/api.gen';
import type { Bounds, Extent } from '@/table/selection/block.utils';
import {
  type CopiedCell,
  type CopiedCells,
  formatPlainText,
  formatTypeName,
} from '../clipboard/clipboard.utils';

/** A cell that can't take what it is given. */
export interface CellProblem {
  /** Undefined for a row that would be new. */
  row: Row | undefined;
  column: Column;
  text: string;
  problem: string;
}

/** What becomes of the rows of a block if a change of it is made; nothing is sent yet. */
export interface BlockChange {
  edits: readonly RowEdit[];
  /** How many cells change; those that have the value already don't count. */
  cellCount: number;
  problems: readonly CellProblem[];
  /** Columns that nobody may change here, each told once, with how many cells they are. */
  lockedColumns: readonly { column: Column; reason: string; cells: number }[];
  /** New rows for what reaches past the last one. */
  newRows: readonly Row[];
  /** How many rows reach past the last one, whether or not they can be added. */
  pastEndCount: number;
  /** Columns of what is pasted that have no place to the right. */
  omittedColumnCount: number;
}

/** What a cell is to hold: a value, or why it can't. Undefined leaves it alone. */
export type NewValue = { value: Value } | { problem: string; text: string } | undefined;

/** Gathers the changes of a block, cell by cell. */
function planBlockChange(
  table: Table,
  columns: readonly Column[],
  rows: readonly (Row | undefined)[],
  valueFor: (rowIndex: number, columnIndex: number, column: Column) => NewValue,
): BlockChange {
  const locks = new Map(columns.map((column) => [column, lockReason(table, column)]));
  const lockedCells = new Map<Column, number>();
  const problems: CellProblem[] = [];
  const edits: RowEdit[] = [];
  let cellCount = 0;
  for (const [r, row] of rows.entries()) {
    if (!row) continue;
    const changes: Record<string, Value> = {};
    for (const [c, column] of columns.entries()) {
      const next = valueFor(r, c, column);
      if (!next || ('value' in next && isSameValue(next.value, row[column.name]))) continue;
      if (locks.get(column)) lockedCells.set(column, (lockedCells.get(column) ?? 0) + 1);
      else if ('problem' in next) problems.push({ row, column, ...next });
      else changes[column.name] = next.value;
    }
    const count = Object.keys(changes).length;
    if (count > 0) edits.push({ baseRow: row, changes });
    cellCount += count;
  }
  const lockedColumns = [...lockedCells].map(([column, count]) => ({
    ...{ column, cells: count },
    reason: locks.get(column) ?? '',
  }));
  return { edits, cellCount, problems, lockedColumns, newRows: [], pastEndCount: 0, omittedColumnCount: 0 };
}

/** NULL where a cell may be that. */
export function planClear(
  table: Table,
  columns: readonly Column[],
  rows: readonly (Row | undefined)[],
): BlockChange {
  return planBlockChange(table, columns, rows, (_, __, column) =>
    column.nullable ? { value: null } : { text: '', problem: 'A value is needed here.' },
  );
}

/** The values of some rows, over and over, in the rows below them. */
export function planFill(
  table: Table,
  columns: readonly Column[],
  from: readonly Row[],
  rows: readonly (Row | undefined)[],
): BlockChange {
  return planBlockChange(table, columns, rows, (r, _, column) => {
    const value = from[r % from.length]?.[column.name];
    if (value === undefined) return undefined;
    const copied = {
      text: formatPlainText(column, value),
      original: { type: formatTypeName(column), value },
    };
    return parsePastedValue(column, copied, () => undefined);
  });
}

/** How far a paste reaches: what is copied as often as it fits the block, at least once. */
export function getPasteExtent(copied: Extent, { top, bottom, left, right }: Bounds): Extent {
  const reach = (size: number, room: number) => (room % size === 0 ? room : size);
  return { rows: reach(copied.rows, bottom - top + 1), columns: reach(copied.columns, right - left + 1) };
}

export interface PasteOptions {
  table: Table;
  copiedCells: CopiedCells;
  /** How far it reaches, past the last row and column too. */
  extent: Extent;
  /** The columns from the block's left on. */
  columns: readonly Column[];
  /** The rows that it covers; fewer than it reaches over where the table ends. */
  rows: readonly (Row | undefined)[];
  /** The key of the row that a title names, where a column refers to rows. */
  findKey: (column: Column, title: string) => string | undefined;
}

/** What a paste changes and adds, and all that is wrong with it. */
export function planPaste({ table, copiedCells, extent, columns, rows, findKey }: PasteOptions): BlockChange {
  const covered = columns.slice(0, extent.columns);
  const valueFor = (r: number, c: number, column: Column): NewValue => {
    const line = copiedCells[r % copiedCells.length];
    const cell = line?.[c % line.length];
    return cell && parsePastedValue(column, cell, (title) => findKey(column, title));
  };
  const change = planBlockChange(table, covered, rows, valueFor);
  const pastEndCount = Math.max(0, extent.rows - rows.length);
  const problems = [...change.problems];
  const newRows: Row[] = [];
  for (let r = rows.length; r < extent.rows && table.privileges.insert; r++) {
    const row = buildNewRow(table, covered, (c, column) => valueFor(r, c, column));
    problems.push(...row.problems);
    if (row.problems.length === 0) newRows.push(row.values);
  }
  return { ...change, problems, newRows, pastEndCount, omittedColumnCount: extent.columns - covered.length };
}

function buildNewRow(
  table: Table,
  columns: readonly Column[],
  valueFor: (columnIndex: number, column: Column) => NewValue,
): { values: Row; problems: CellProblem[] } {
  const values: Record<string, Value> = {};
  const problems: CellProblem[] = [];
  for (const [c, column] of columns.entries()) {
    const next = valueFor(c, column);
    // An empty cell of a new row is left to the column's default.
    if (!isInsertable(column) || !next || ('value' in next && next.value === null)) continue;
    if ('problem' in next) problems.push({ row: undefined, column, ...next });
    else values[column.name] = next.value;
  }
  for (const column of table.columns) {
    if (isRequired(column) && isInsertable(column) && !(column.name in values) && !columns.includes(column)) {
      problems.push({ row: undefined, column, text: '', problem: 'A new row needs a value here.' });
    }
  }
  return { values, problems };
}

/** What a copied cell is in a column: the value itself if the types are the same, else what its text says. */
export function parsePastedValue(
  column: Column,
  { text, original }: CopiedCell,
  keyOf: (title: string) => string | undefined,
): Exclude<NewValue, undefined> {
  if (original && (original.value === null || original.type === formatTypeName(column))) {
    const checked = checkEnteredValue(
      column,
      original.value === null ? null : toEnteredValue(column, original.value),
    );
    // Only checked by its text: the value has all its digits and spaces.
    return 'problem' in checked ? { text, problem: checked.problem } : { value: original.value };
  }
  // A spreadsheet has no NULL: an empty cell is one where it can be.
  if (text === '' && column.nullable && original === undefined) return { value: null };
  const checked = checkEnteredValue(column, text);
  if (!('problem' in checked)) return checked;
  const key = keyOf(text);
  return key === undefined ? { text, problem: checked.problem } : { value: key };
}
