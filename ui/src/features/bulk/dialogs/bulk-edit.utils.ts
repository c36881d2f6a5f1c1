import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import type { Row, Value } from '@/data/rows/row';
import { findRowNoun, getLowerCaseTitle } from '@/data/titles/row-titles';
import { checkEnteredValue, type EnteredValue } from '@/data/values/checks/check-value';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { ComputeChanges } from '@/data/writes/bulk/bulk.types';
import type { Column, Table } from '@/lib/api.gen';
import { formatPlural } from '@/lib/text/format';
import { bulkMessages } from '../bulk-messages';
import {
  type Calculation,
  type CheckedCalculation,
  canChangeByAmount,
  canMoveByDays,
  canReplaceText,
  checkAmount,
  checkDays,
  checkPercent,
  checkReplacement,
  type Replacement,
} from './bulk-calculations';

/** How a column is changed: set to a value, by an amount, by a percentage, by days, or by replacing a text. */
export type EditMode = 'set' | 'amount' | 'percent' | 'days' | 'replace';

/** The edit of a column in all rows. */
export interface FieldEdit {
  column: string;
  mode: EditMode;
  /** The new value, the amount, the percentage or the days; unused by `replace`. */
  entry: EnteredValue;
  /** The texts of `replace`. */
  replacement?: Replacement;
}

export interface CheckedEdits {
  /** Computes the changes of the valid edits. */
  change: ComputeChanges;
  /** The messages of invalid entries, by column. */
  problems: Readonly<Record<string, string>>;
}

export const emptyReplacement: Replacement = { search: '', replacement: '', matchesCase: false };

/** Returns the columns that a bulk edit can set: the role can change them, and no unique key consists of them. */
export function listBulkColumns(table: Table): Column[] {
  const unique = table.uniqueKeys.filter((key) => key.length === 1).flat();
  const keys = new Set([...table.primaryKey, ...(findIdentity(table) ?? []), ...unique]);
  return table.columns.filter(
    (column) =>
      column.privileges.select &&
      !keys.has(column.name) &&
      !('hidden' in column.tags) &&
      lockReason(table, column) === undefined,
  );
}

/** Returns the modes in which a column can be changed. References can only be set. */
export function listModes(column: Column, isReference: boolean): EditMode[] {
  if (isReference) return ['set'];
  if (canChangeByAmount(column)) return ['set', 'amount', 'percent'];
  if (canMoveByDays(column)) return ['set', 'days'];
  return canReplaceText(column) ? ['set', 'replace'] : ['set'];
}

/** Checks the entries against the schema, and returns the function that computes the changes of a row. */
export function checkEdits(table: Table, edits: readonly FieldEdit[]): CheckedEdits {
  const calculations: [name: string, calculate: Calculation][] = [];
  const problems: Record<string, string> = {};
  for (const edit of edits) {
    const column = table.columns.find(({ name }) => name === edit.column);
    if (!column) continue;
    const checked = checkEdit(column, edit);
    if ('problem' in checked) problems[column.name] = checked.problem;
    else calculations.push([column.name, checked.calculate]);
  }
  const change = (row: Row) =>
    Object.fromEntries(
      calculations.map(([name, calculate]): [string, Value] => [name, calculate(row[name] ?? null)]),
    );
  return { problems, change };
}

/** Checks an edit of the form, and returns the function that computes the new value of a row; otherwise the problem. */
function checkEdit(column: Column, { mode, entry, replacement }: FieldEdit): CheckedCalculation {
  switch (mode) {
    case 'set': {
      if (entry === undefined) return { problem: bulkMessages.checks.required };
      const checked = checkEnteredValue(column, entry);
      return 'problem' in checked ? checked : { calculate: () => checked.value };
    }
    case 'amount':
      return checkAmount(column, entry);
    case 'percent':
      return checkPercent(column, entry);
    case 'days':
      return checkDays(column, entry);
    case 'replace':
      return checkReplacement(replacement ?? emptyReplacement);
  }
}

/** Returns the count with the table's noun: '214 orders', '1 order item', '3 rows'. */
export function formatRecordCount(table: Table, count: number): string {
  const noun = findRowNoun(table);
  const plural = getLowerCaseTitle(table);
  return noun === undefined || noun === plural
    ? formatPlural(count, 'row')
    : formatPlural(count, noun, plural);
}
