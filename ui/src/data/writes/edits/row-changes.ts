import { identityOf } from '@/data/paging/cursor/keyset.utils';
import type { Row } from '@/data/rows/row';
import { isSameValue, titleColumn } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { type RowWrite, rowKeyOf } from '../batches/row-write';

/** What was done to one row. Without `before` it was inserted, without `after` deleted. */
export interface RowChange {
  before: Row | null;
  after: Row | null;
}

/** Which way a change is replayed. */
export type Direction = 'undo' | 'redo';

/** The columns that an update changed, of those that may be changed again, in the table's order. */
export function changedColumns(table: Table, { before, after }: RowChange): Column[] {
  if (!before || !after) return [];
  return table.columns.filter(
    ({ name }) => name in before && name in after && !isSameValue(before[name], after[name]),
  );
}

/** Whether a deleted row can be put back with its value of a column. */
export function isRestorable(column: Column): boolean {
  return column.privileges.insert && !column.generated && column.identity !== 'always';
}

/** What has to be sent to take a row's change back, or to make it again; undefined where that is nothing. */
export function buildWrite(table: Table, change: RowChange, direction: Direction): RowWrite | undefined {
  const [from, to] = direction === 'undo' ? [change.after, change.before] : [change.before, change.after];
  if (!from && !to) return undefined;
  if (!to) return from ? { kind: 'delete', baseRow: from } : undefined;
  if (!from) return { kind: 'insert', row: pickColumns(to, table.columns.filter(isRestorable)) };
  const columns = changedColumns(table, change).filter(
    (column) => !column.generated && column.identity !== 'always' && column.privileges.update,
  );
  return columns.length > 0
    ? { kind: 'update', baseRow: from, changes: pickColumns(to, columns) }
    : undefined;
}

/** An update with no more of its rows than is needed to tell of it and to take it back. */
export function trimChange(table: Table, change: RowChange, changed?: readonly string[]): RowChange {
  const { before, after } = change;
  if (!before || !after) return change;
  const kept = new Set([
    ...(identityOf(table) ?? []),
    titleColumn(table)?.name,
    ...(changed ?? changedColumns(table, change).map(({ name }) => name)),
  ]);
  const columns = table.columns.filter(({ name }) => kept.has(name));
  return { before: pickColumns(before, columns), after: pickColumns(after, columns) };
}

/**
 * A change of a row whose key another write has changed, by its present key.
 * The same object where it is about another row.
 */
export function updateChangeKey(table: Table, change: RowChange, wasKey: string, now: Row): RowChange {
  const keyIs = (row: Row | null) => row !== null && rowKeyOf(table, row) === wasKey;
  if (!keyIs(change.after)) return change;
  const key = pickColumns(
    now,
    table.columns.filter(({ name }) => identityOf(table)?.includes(name)),
  );
  return {
    before: change.before && keyIs(change.before) ? { ...change.before, ...key } : change.before,
    after: { ...change.after, ...key },
  };
}

function pickColumns(row: Row, columns: readonly Column[]): Row {
  return Object.fromEntries(
    columns.flatMap(({ name }) => (name in row ? [[name, row[name] ?? null] as const] : [])),
  );
}
