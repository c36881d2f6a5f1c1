import { identityOf } from '@/data/paging/cursor/keyset.utils';
import type { Row, Value } from '@/data/rows/row';
import { checkEnteredValue, type EnteredValue } from '@/data/values/checks/check-value';
import { addDecimals, type Decimal, formatDecimal, parseDecimal } from '@/data/values/numbers/decimal.utils';
import { numberProblem } from '@/data/values/numbers/number.utils';
import { rowNoun } from '@/data/values/value.utils';
import { lockReason } from '@/data/writes/batches/guards.utils';
import type { ComputeChanges } from '@/data/writes/bulk/bulk.types';
import type { Column, Table } from '@/lib/api.gen';
import { formatPlural } from '@/lib/format';

/** What is to become of a column: one value in all rows, or a number more or less than there was. */
export interface FieldEdit {
  column: string;
  mode: 'set' | 'by';
  entry: EnteredValue;
}

export interface CheckedEdits {
  change: ComputeChanges;
  /** What is wrong, by column. */
  problems: Readonly<Record<string, string>>;
}

/** The columns that many rows can be given one value in: those that may be changed and that name no row. */
export function bulkColumns(table: Table): Column[] {
  const unique = table.uniqueKeys.filter((key) => key.length === 1).flat();
  const keys = new Set([...table.primaryKey, ...(identityOf(table) ?? []), ...unique]);
  return table.columns.filter(
    (column) =>
      column.privileges.select &&
      !keys.has(column.name) &&
      !('hidden' in column.tags) &&
      lockReason(table, column) === undefined,
  );
}

/** Whether a column can be changed by an amount: exactly, which rules out floats. */
export function canChangeByAmount(column: Column): boolean {
  return (column.kind === 'integer' || column.kind === 'numeric') && !column.array && column.base !== 'money';
}

/** Checks what was entered by the schema, before anything is sent. */
export function checkEdits(table: Table, edits: readonly FieldEdit[]): CheckedEdits {
  const values: Record<string, Value> = {};
  const amounts: Record<string, Decimal> = {};
  const problems: Record<string, string> = {};
  for (const { column: name, mode, entry } of edits) {
    const column = table.columns.find((candidate) => candidate.name === name);
    if (!column) continue;
    if (mode === 'by') {
      const checked = checkAmount(column, entry);
      if ('problem' in checked) problems[name] = checked.problem;
      else amounts[name] = checked.amount;
      continue;
    }
    const checked = entry === undefined ? { problem: 'This is needed.' } : checkEnteredValue(column, entry);
    if ('problem' in checked) problems[name] = checked.problem;
    else values[name] = checked.value;
  }
  return { problems, change: (row) => ({ ...values, ...addAmounts(row, amounts) }) };
}

function checkAmount(column: Column, entry: EnteredValue): { amount: Decimal } | { problem: string } {
  const text = typeof entry === 'string' ? entry.trim() : '';
  const { base, precision, scale } = column;
  const kind = column.kind as 'integer' | 'numeric';
  const amount = parseDecimal(text);
  const problem = numberProblem(text, { kind, base, precision, scale });
  if (problem !== undefined || !amount) return { problem: problem ?? 'Needs a number.' };
  return amount.units === 0n ? { problem: 'By nothing: there is nothing to change.' } : { amount };
}

/** The numbers of a row by an amount more; where there is none, or no number, it stays. */
function addAmounts(row: Row, amounts: Readonly<Record<string, Decimal>>): Row {
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => {
      const before = row[name] ?? null;
      const number = typeof before === 'string' ? parseDecimal(before) : undefined;
      return [name, number ? formatDecimal(addDecimals(number, amount)) : before];
    }),
  );
}

/** So many rows in the table's own words: '214 orders', '1 order item', '3 rows'. */
export function formatRowCount(table: Table, count: number): string {
  const noun = rowNoun(table);
  const many = table.name.replaceAll('_', ' ');
  return noun === undefined || noun === many ? formatPlural(count, 'row') : formatPlural(count, noun, many);
}
