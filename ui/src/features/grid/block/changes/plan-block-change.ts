import type { Row, Value } from '@/data/rows/row';
import { checkEnteredValue, isRequired, needsEntry, toEnteredValue } from '@/data/values/checks/check-value';
import { isSpreadsheetError } from '@/data/values/checks/spreadsheet-errors';
import { isSameValue } from '@/data/values/value.utils';
import { isInsertable, lockReason } from '@/data/writes/batches/guards.utils';
import type { RowEdit } from '@/data/writes/edits/failed-edits';
import type { Column, Table } from '@/lib/api.gen';
import type { Bounds, Extent } from '@/table/selection/block.utils';
import { gridMessages } from '../../grid-messages';
import {
  type CopiedCell,
  type CopiedCells,
  formatPlainText,
  formatTypeName,
} from '../clipboard/clipboard.utils';

const messages = gridMessages.change;

/** A cell for which the new value is invalid. */
export interface CellProblem {
  /** Undefined for a cell of a new row. */
  row: Row | undefined;
  column: Column;
  text: string;
  problem: string;
}

/** The effects of a change of a block on its rows. A plan: nothing is sent yet. */
export interface BlockChange {
  edits: readonly RowEdit[];
  /** The number of cells that change. Cells that have the new value already don't count. */
  cellCount: number;
  problems: readonly CellProblem[];
  /** Columns that can't be edited, with the number of cells of each that would have changed. */
  lockedColumns: readonly { column: Column; reason: string; cells: number }[];
  /** Rows to add for values past the table's last row. */
  newRows: readonly Row[];
  /** The number of rows past the table's last row, whether or not they can be added. */
  pastEndCount: number;
  /** The number of pasted columns past the table's last column. */
  omittedColumnCount: number;
}

/** The new value of a cell, or why it is invalid. Undefined doesn't change the cell. */
export type NewValue = { value: Value } | { problem: string; text: string } | undefined;

/** Plans a change cell by cell. `getNewValue` receives indexes within the block. */
function planBlockChange(
  table: Table,
  columns: readonly Column[],
  rows: readonly (Row | undefined)[],
  getNewValue: (rowIndex: number, columnIndex: number, column: Column) => NewValue,
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
      const next = getNewValue(r, c, column);
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

/** Plans to set cells to NULL. A cell of a column that is not nullable is a problem. */
export function planClear(
  table: Table,
  columns: readonly Column[],
  rows: readonly (Row | undefined)[],
): BlockChange {
  return planBlockChange(table, columns, rows, (_, __, column) =>
    column.nullable ? { value: null } : { text: '', problem: messages.valueRequired },
  );
}

/** Plans to copy the values of some rows into other rows, repeated as often as necessary. */
export function planFill(
  table: Table,
  columns: readonly Column[],
  from: readonly Row[],
  rows: readonly (Row | undefined)[],
): BlockChange {
  return planBlockChange(table, columns, rows, (r, _, column) => {
    const value = from[r % from.length]?.[column.name];
    if (value === undefined) return undefined;
    const copiedCell = {
      text: formatPlainText(column, value),
      original: { type: formatTypeName(column), value },
    };
    return parsePastedValue(column, copiedCell, () => undefined);
  });
}

/** Returns the size of a paste: the copied cells repeat to fill the block if they fit it exactly; otherwise they are pasted once. */
export function getPasteExtent(copied: Extent, { top, bottom, left, right }: Bounds): Extent {
  const repeat = (size: number, available: number) => (available % size === 0 ? available : size);
  return { rows: repeat(copied.rows, bottom - top + 1), columns: repeat(copied.columns, right - left + 1) };
}

export interface PasteOptions {
  table: Table;
  copiedCells: CopiedCells;
  /** The size of the paste. It can extend past the last row and the last column. */
  extent: Extent;
  /** The columns from the block's first column to the table's last. */
  columns: readonly Column[];
  /** The existing rows that it covers; fewer than in `extent` if the table ends before. */
  rows: readonly (Row | undefined)[];
  /** Returns the key of the row with this title in the table that the column references. */
  findKey: (column: Column, title: string) => string | undefined;
}

/** Plans a paste: its edits, the rows to add, and all problems. */
export function planPaste({ table, copiedCells, extent, columns, rows, findKey }: PasteOptions): BlockChange {
  const covered = columns.slice(0, extent.columns);
  const getNewValue = (r: number, c: number, column: Column): NewValue => {
    const line = copiedCells[r % copiedCells.length];
    const cell = line?.[c % line.length];
    return cell && parsePastedValue(column, cell, (title) => findKey(column, title));
  };
  const change = planBlockChange(table, covered, rows, getNewValue);
  const pastEndCount = Math.max(0, extent.rows - rows.length);
  const problems = [...change.problems];
  const newRows: Row[] = [];
  for (let r = rows.length; r < extent.rows && table.privileges.insert; r++) {
    const row = buildNewRow(table, covered, (c, column) => getNewValue(r, c, column));
    problems.push(...row.problems);
    if (row.problems.length === 0) newRows.push(row.values);
  }
  return { ...change, problems, newRows, pastEndCount, omittedColumnCount: extent.columns - covered.length };
}

/** Returns the values of a new row from the pasted cells, and the problems of its cells. Missing required columns are problems. */
function buildNewRow(
  table: Table,
  columns: readonly Column[],
  getNewValue: (columnIndex: number, column: Column) => NewValue,
): { values: Row; problems: CellProblem[] } {
  const values: Record<string, Value> = {};
  const problems: CellProblem[] = [];
  for (const [c, column] of columns.entries()) {
    const next = getNewValue(c, column);
    // For an empty cell, the database sets the column's default.
    if (!isInsertable(column) || !next || ('value' in next && next.value === null)) continue;
    if ('problem' in next) problems.push({ row: undefined, column, ...next });
    else values[column.name] = next.value;
  }
  for (const column of table.columns) {
    if (!isRequired(column) || !isInsertable(column) || column.name in values) continue;
    if (!needsEntry(column)) values[column.name] = [];
    else if (!columns.includes(column))
      problems.push({ row: undefined, column, text: '', problem: messages.newRowValueRequired });
  }
  return { values, problems };
}

/**
 * Returns the value of a copied cell in a column: the original value if the types are equal; otherwise its text, parsed as
 * the column's type or as the title of a referenced row.
 */
export function parsePastedValue(
  column: Column,
  { text, original }: CopiedCell,
  findKey: (title: string) => string | undefined,
): Exclude<NewValue, undefined> {
  if (original && (original.value === null || original.type === formatTypeName(column))) {
    const checked = checkEnteredValue(
      column,
      original.value === null ? null : toEnteredValue(column, original.value, 'iso'),
    );
    // The check uses the text for editors. The original value has all digits and spaces.
    return 'problem' in checked ? { text, problem: checked.problem } : { value: original.value };
  }
  if (original === undefined && isSpreadsheetError(text))
    return { text, problem: messages.spreadsheetError(text.trimEnd()) };
  // Spreadsheets have no NULL: an empty cell is NULL if the column is nullable.
  if (text === '' && column.nullable && original === undefined) return { value: null };
  const checked = checkEnteredValue(column, text);
  if (!('problem' in checked)) return checked;
  const key = findKey(text);
  return key === undefined ? { text, problem: checked.problem } : { value: key };
}
