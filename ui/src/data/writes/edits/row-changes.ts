import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import type { Row } from '@/data/rows/row';
import { listTitleColumns } from '@/data/titles/row-titles';
import { isSameValue } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { formatRowKey, type RowWrite } from '../batches/row-write';

/** A row before and after a change: `before` is null for an insert, `after` for a delete. */
export interface RowChange {
  before: Row | null;
  after: Row | null;
}

export type Direction = 'undo' | 'redo';

/** Returns the columns that an update changed, in the table's order. */
export function findChangedColumns(table: Table, { before, after }: RowChange): Column[] {
  if (!before || !after) return [];
  return table.columns.filter(
    ({ name }) =>
      Object.hasOwn(before, name) && Object.hasOwn(after, name) && !isSameValue(before[name], after[name]),
  );
}

/** Whether a deleted row can be restored with its value of the column. */
export function isRestorable(column: Column): boolean {
  return column.privileges.insert && !column.generated && column.identity !== 'always';
}

/** Returns the write that undoes or redoes the change of a row; undefined if none is necessary. */
export function buildWrite(table: Table, change: RowChange, direction: Direction): RowWrite | undefined {
  const [from, to] = direction === 'undo' ? [change.after, change.before] : [change.before, change.after];
  if (!from && !to) return undefined;
  if (!to) return from ? { kind: 'delete', baseRow: from } : undefined;
  if (!from) return { kind: 'insert', row: pickColumns(to, table.columns.filter(isRestorable)) };
  const columns = findChangedColumns(table, change).filter(
    (column) => !column.generated && column.identity !== 'always' && column.privileges.update,
  );
  return columns.length > 0
    ? { kind: 'update', baseRow: from, changes: pickColumns(to, columns) }
    : undefined;
}

/**
 * Returns an update with only those columns of its rows that its description and
 * its undo need: key, title, and the changed columns, which are `changed` or all
 * that differ. Returns an insert or a delete as it is.
 */
export function trimChange(table: Table, change: RowChange, changed?: readonly string[]): RowChange {
  const { before, after } = change;
  if (!before || !after) return change;
  const names = new Set([
    ...(findIdentity(table) ?? []),
    ...listTitleColumns(table).map(({ name }) => name),
    ...(changed ?? findChangedColumns(table, change).map(({ name }) => name)),
  ]);
  const columns = table.columns.filter(({ name }) => names.has(name));
  return { before: pickColumns(before, columns), after: pickColumns(after, columns) };
}

/**
 * Returns the change of a row with the row's new key, after another write changed
 * the key. Returns the same object if the change affects another row.
 */
export function updateChangeKey(
  table: Table,
  change: RowChange,
  previousKey: string,
  current: Row,
): RowChange {
  const hasKey = (row: Row | null) => row !== null && formatRowKey(table, row) === previousKey;
  if (!hasKey(change.after)) return change;
  const key = pickColumns(
    current,
    table.columns.filter(({ name }) => findIdentity(table)?.includes(name)),
  );
  return {
    before: change.before && hasKey(change.before) ? { ...change.before, ...key } : change.before,
    after: { ...change.after, ...key },
  };
}

function pickColumns(row: Row, columns: readonly Column[]): Row {
  return Object.fromEntries(
    columns.flatMap(({ name }) => (Object.hasOwn(row, name) ? [[name, row[name] ?? null] as const] : [])),
  );
}
