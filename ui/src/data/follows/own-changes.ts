import type { Row } from '@/data/rows/row';
import { isSameValue } from '@/data/values/value.utils';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import { findChangedColumns } from '@/data/writes/edits/row-changes';
import type { Change, ChangedRow } from '@/data/writes/history/change';
import type { Column, Table } from '@/lib/api.gen';

/**
 * Whether changes of this page are the reason for all differences between the rows of a follow before and after. `limit` is
 * the number of rows that are read: a row can move over that limit without a change of its own.
 */
export function areOwnChanges(
  table: Table,
  [before, after]: readonly [before: readonly Row[], after: readonly Row[]],
  changes: readonly Change[],
  limit: number,
): boolean {
  const [known, current] = [indexRows(table, before), indexRows(table, after)];
  const own = listOwnValues(table, changes);
  const wasFull = before.length >= limit;
  let lastKnown = -1;
  for (const [i, key] of [...current.keys()].entries()) if (known.has(key)) lastKnown = i;
  const isOwnRow = ([key, row]: [string, Row], i: number) => {
    const earlier = known.get(key);
    // A deleted row lets the next one in at the end.
    if (!earlier) return own.has(key) || (wasFull && i > lastKnown);
    return table.columns.every((column) => isOwnCell(column, earlier, row, own.get(key)));
  };
  const isOwnRemoval = (key: string) => current.has(key) || own.has(key) || after.length >= limit;
  return [...current].every(isOwnRow) && [...known.keys()].every(isOwnRemoval);
}

function isOwnCell(column: Column, before: Row, after: Row, own: Row | undefined): boolean {
  const { name } = column;
  if (isSameValue(before[name], after[name])) return true;
  if (!own) return false;
  if (Object.hasOwn(own, name) && isSameValue(own[name], after[name])) return true;
  // The database sets these with a change of another column: a generated value, the time of the change.
  return column.generated || !column.privileges.update || /^timestamp/.test(column.kind);
}

/** Returns the values that changes of this page wrote last, by the key of the row. */
function listOwnValues(table: Table, changes: readonly Change[]): Map<string, Row> {
  const values = new Map<string, Row>();
  for (const change of changes) {
    if (change.table.schema !== table.schema || change.table.name !== table.name) continue;
    for (const row of change.rows) {
      const key = formatKey(table, row.after ?? row.before ?? {});
      if (key !== undefined) values.set(key, { ...values.get(key), ...getWrittenValues(table, row) });
    }
  }
  return values;
}

/** Returns the values that a change wrote. An update also contains the values of the title, which can be another user's. */
function getWrittenValues(table: Table, row: ChangedRow): Row {
  const written = (row.undone ? row.before : row.after) ?? {};
  if (!row.before || !row.after) return written;
  return Object.fromEntries(findChangedColumns(table, row).map(({ name }) => [name, written[name] ?? null]));
}

function indexRows(table: Table, rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row, i) => [formatKey(table, row) ?? `row ${i}`, row]));
}

function formatKey(table: Table, row: Row): string | undefined {
  const key = getRowKey(table, row);
  return key && formatKeyText(key);
}
