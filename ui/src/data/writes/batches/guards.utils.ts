import { identityOf } from '@/data/paging/cursor/keyset.utils';
import { type Condition, condition } from '@/data/query/filters.utils';
import type { KeyValue } from '@/data/query/table-page-state';
import type { Row, Value } from '@/data/rows/row';
import { isSameValue } from '@/data/values/value.utils';
import type { Column, Kind, Table } from '@/lib/api.gen';

/**
 * Kinds whose equality is not what a person means by 'unchanged' (floats after
 * rounding, JSON by its layout), is not defined (json), or whose text is no
 * literal of them (arrays are left out below).
 */
const unguardedKinds: ReadonlySet<Kind> = new Set([
  'float',
  'json',
  'bytea',
  'tsvector',
  'composite',
  'other',
]);

/** A longer text would make the request's address too long; its change goes unnoticed by the guard. */
const maxGuardLength = 500;

/** Whether the value that was seen can be part of an update's filter. */
export function canGuard(column: Column, value: Value): boolean {
  if (column.array || unguardedKinds.has(column.kind) || !column.privileges.select) return false;
  return !(typeof value === 'string' && value.length > maxGuardLength);
}

/** A row's key: what identifies it in filters and in the address. Undefined where the table has none, or the row lacks it. */
export function keyOf(table: Table, row: Row): readonly KeyValue[] | undefined {
  const key: KeyValue[] = [];
  for (const column of identityOf(table) ?? []) {
    const value = row[column];
    if (value === undefined || value === null || Array.isArray(value)) return undefined;
    key.push({ column, value: String(value) });
  }
  return key.length > 0 ? key : undefined;
}

/** One text for a key, to compare and to index by. */
export function keyText(key: readonly KeyValue[]): string {
  return JSON.stringify(key.map(({ value }) => value));
}

/** The filter that a key is. */
export function keyFilters(key: readonly KeyValue[]): Condition[] {
  return key.map(({ column, value }) => condition(column, 'eq', value));
}

/**
 * The filter of an update: the row's key and, of each column that changes, the
 * value that was seen. So it touches the row only if nobody changed those since.
 */
export function guardFilters(table: Table, seen: Row, changes: Row): Condition[] {
  const key = keyOf(table, seen);
  if (!key) throw new Error(`a row of ${table.name} without its key can't be changed`);
  const keyed = new Set(key.map(({ column }) => column));
  const columns = table.columns.filter(({ name }) => name in changes && !keyed.has(name));
  return [...keyFilters(key), ...valueFilters(columns, seen)];
}

/** Returns a condition for each of the columns that can be compared: it has the value that the row has. */
export function valueFilters(columns: readonly Column[], row: Row): Condition[] {
  return columns.flatMap((column) => {
    const value = row[column.name];
    if (value === undefined || !canGuard(column, value)) return [];
    return value === null
      ? condition(column.name, 'is', 'null')
      : condition(column.name, 'eq', String(value));
  });
}

/** The columns that someone else changed since the row was seen, among those that a change is about. */
export function findConflictingColumns(seen: Row, now: Row, changes: Row): string[] {
  return Object.keys(changes).filter(
    (column) => column in seen && column in now && !isSameValue(seen[column], now[column]),
  );
}

/** Why a cell can't be edited, as a sentence; undefined if it can be tried. */
export function lockReason(table: Table, column: Column): string | undefined {
  if (column.generated) return 'The database computes this column.';
  if (column.identity === 'always') return 'The database numbers this column.';
  if (!table.privileges.update) {
    return table.kind.endsWith('view') ? 'This view is read-only.' : 'Your role may not change rows here.';
  }
  if (!identityOf(table)) return 'This table has no key, so one row can’t be told from another.';
  if (!column.privileges.update) return 'Your role may not change this column.';
  if (column.kind === 'tsvector') return 'The database keeps this for searching.';
  if (column.kind === 'bytea') return 'Bytes are not edited here.';
  return undefined;
}

/** Whether a new record may bring a value for this column. */
export function isInsertable(column: Column): boolean {
  return (
    column.privileges.insert &&
    !column.generated &&
    column.identity !== 'always' &&
    column.kind !== 'tsvector' &&
    column.kind !== 'bytea'
  );
}
