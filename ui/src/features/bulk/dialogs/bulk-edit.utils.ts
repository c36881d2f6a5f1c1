import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import type { Row, Value } from '@/data/rows/row';
import { rowNoun } from '@/data/titles/row-titles';
import { checkEnteredValue, type EnteredValue } from '@/data/values/checks/check-value';
import {
  addDecimals,
  type Decimal,
  divideDecimal,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
} from '@/data/values/numbers/decimal.utils';
import { numberProblem } from '@/data/values/numbers/number.utils';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { ComputeChanges } from '@/data/writes/bulk/bulk.types';
import type { Column, Table } from '@/lib/api.gen';
import { formatPlural } from '@/lib/text/format';
import { bulkMessages } from '../bulk-messages';

/** The edit of a column in all rows: sets the same value, adds an amount, or changes the number by a percentage. */
export interface FieldEdit {
  column: string;
  mode: 'set' | 'amount' | 'percent';
  entry: EnteredValue;
}

export interface CheckedEdits {
  change: ComputeChanges;
  /** The messages of invalid entries, by column. */
  problems: Readonly<Record<string, string>>;
}

const messages = bulkMessages.checks;

/** Returns the columns that a bulk edit can set: the role can change them, and no unique key consists of them. */
export function bulkColumns(table: Table): Column[] {
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

/** Whether a column can be changed by an amount or a percentage. Floats can't, because the result is not exact. */
export function canChangeByAmount(column: Column): boolean {
  return (column.kind === 'integer' || column.kind === 'numeric') && !column.array && column.base !== 'money';
}

/** Checks the entries against the schema, and returns the function that computes the changes of a row. */
export function checkEdits(table: Table, edits: readonly FieldEdit[]): CheckedEdits {
  const values: Record<string, Value> = {};
  const calculations: Record<string, Calculation> = {};
  const problems: Record<string, string> = {};
  for (const { column: name, mode, entry } of edits) {
    const column = table.columns.find((candidate) => candidate.name === name);
    if (!column) continue;
    if (mode === 'set') {
      const checked = entry === undefined ? { problem: messages.required } : checkEnteredValue(column, entry);
      if ('problem' in checked) problems[name] = checked.problem;
      else values[name] = checked.value;
      continue;
    }
    const checked = mode === 'amount' ? checkAmount(column, entry) : checkPercent(column, entry);
    if ('problem' in checked) problems[name] = checked.problem;
    else calculations[name] = checked.calculate;
  }
  return { problems, change: (row) => ({ ...values, ...calculateValues(row, calculations) }) };
}

type Calculation = (before: Decimal) => Decimal;
type CheckedCalculation = { calculate: Calculation } | { problem: string };

function checkAmount(column: Column, entry: EnteredValue): CheckedCalculation {
  const text = typeof entry === 'string' ? entry.trim() : '';
  const { base, precision, scale } = column;
  const kind = column.kind as 'integer' | 'numeric';
  const amount = parseDecimal(text);
  const problem = numberProblem(text, { kind, base, precision, scale });
  if (problem !== undefined || !amount) return { problem: problem ?? messages.number };
  if (amount.units === 0n) return { problem: messages.amountZero };
  return { calculate: (before) => addDecimals(before, amount) };
}

function checkPercent(column: Column, entry: EnteredValue): CheckedCalculation {
  const text = typeof entry === 'string' ? entry.trim().replace(/\s*%$/, '') : '';
  const percent = parseDecimal(text);
  const problem = numberProblem(text, { kind: 'numeric', base: 'numeric', precision: null, scale: null });
  if (problem !== undefined || !percent) return { problem: problem ?? messages.number };
  if (percent.units === 0n) return { problem: messages.percentZero };
  const result = addDecimals(percent, { units: 100n, scale: 0 });
  if (result.units < 0n) return { problem: messages.percentTooLow };
  const factor = { units: result.units, scale: result.scale + 2 };
  return { calculate: (before) => roundProduct(column, before, factor) };
}

/**
 * Multiplies a number of a column and rounds the result to the column's scale, half away from zero. A numeric column
 * without a scale stores the exact result.
 */
function roundProduct({ kind, scale }: Column, before: Decimal, factor: Decimal): Decimal {
  const product = multiplyDecimals(before, factor);
  if (kind === 'integer') return divideDecimal(product, 1, 0);
  if (scale !== null) return divideDecimal(product, 1, Math.max(scale, 0));
  let digits = product.scale;
  let { units } = product;
  while (digits > before.scale && units % 10n === 0n) {
    units /= 10n;
    digits -= 1;
  }
  return { units, scale: digits };
}

/** Returns the new numbers of a row. A value that is NULL or not a number (NaN, Infinity) does not change. */
function calculateValues(row: Row, calculations: Readonly<Record<string, Calculation>>): Row {
  return Object.fromEntries(
    Object.entries(calculations).map(([name, calculate]) => {
      const before = row[name] ?? null;
      const number = typeof before === 'string' ? parseDecimal(before) : undefined;
      return [name, number ? formatDecimal(calculate(number)) : before];
    }),
  );
}

/** Returns the count with the table's noun: '214 orders', '1 order item', '3 rows'. */
export function formatRowCount(table: Table, count: number): string {
  const noun = rowNoun(table);
  const plural = table.name.replaceAll('_', ' ');
  return noun === undefined || noun === plural
    ? formatPlural(count, 'row')
    : formatPlural(count, noun, plural);
}
