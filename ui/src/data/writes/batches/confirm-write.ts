import type { Condition } from '@/data/query/filters/filters.utils';
import type { Row } from '@/data/rows/row';
import { isSameValue } from '@/data/values/value.utils';
import type { Table } from '@/lib/api.gen';
import { buildKeyFilters, canGuard, getRowKey, guardFilters } from './guards.utils';
import { type ExistingRowWrite, formatRowKey, type Rejection, type SentOutcome } from './row-write';

/** Reads the row that meets all conditions. */
type FindRow = (conditions: readonly Condition[]) => Promise<Row | undefined>;

/**
 * Returns the outcome of a write that an earlier request can have executed:
 * if the row is as the write leaves it, the write is saved; otherwise `outcome`,
 * which is why it matched no row now.
 */
export async function confirmWrite(
  table: Table,
  write: ExistingRowWrite,
  outcome: Rejection,
  findRow: FindRow,
): Promise<SentOutcome> {
  if (write.kind === 'delete') {
    return outcome.kind === 'missing' ? { kind: 'saved', row: write.baseRow } : outcome;
  }
  if (outcome.kind === 'conflict') {
    return (await confirmUpdate(table, write.changes, outcome.theirs, findRow)) ?? outcome;
  }
  if (outcome.kind !== 'missing') return outcome;
  // An update of the key was done if the row has its new key.
  const updated = { ...write.baseRow, ...write.changes };
  const key = getRowKey(table, updated);
  if (!key || formatRowKey(table, updated) === formatRowKey(table, write.baseRow)) return outcome;
  const current = await findRow(buildKeyFilters(key)).catch(() => undefined);
  return (current && (await confirmUpdate(table, write.changes, current, findRow))) ?? outcome;
}

/** Whether a row has all values of `changes`. */
export function hasValues(row: Row, changes: Row): boolean {
  return Object.entries(changes).every(([name, value]) => isSameValue(value, row[name]));
}

/**
 * Returns the outcome `saved` if the row has the changed values. The database
 * compares values that it writes differently, such as times and numbers.
 */
async function confirmUpdate(
  table: Table,
  changes: Row,
  current: Row,
  findRow: FindRow,
): Promise<SentOutcome | undefined> {
  const expected = { ...current, ...changes };
  const differing = table.columns.filter(
    ({ name }) => Object.hasOwn(changes, name) && !isSameValue(changes[name], current[name]),
  );
  if (differing.length === 0) return { kind: 'saved', row: current };
  const canCompare = differing.every((column) => canGuard(column, changes[column.name] ?? null));
  if (!canCompare || formatRowKey(table, expected) !== formatRowKey(table, current)) return undefined;
  const row = await findRow(guardFilters(table, expected, changes)).catch(() => undefined);
  return row && { kind: 'saved', row };
}
