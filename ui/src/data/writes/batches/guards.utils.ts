import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import { type Condition, condition } from '@/data/query/filters/filters.utils';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import type { Row, Value } from '@/data/rows/row';
import { isSameValue } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { writesMessages } from '../writes-messages';

/**
 * Kinds of columns that a guard does not compare: the text of a float is rounded,
 * JSON differs by its layout or has no equality, and the text of the others is not
 * always a valid literal.
 */
const unguardedKind = /^(float|json|bytea|tsvector|composite|other)$/;

/** Maximum length of a text that a guard compares, because a longer one makes the URL too long. */
const maxGuardLength = 500;

/** Whether a guard can compare a column with this value. */
export function canGuard(column: Column, value: Value): boolean {
  if (column.array || unguardedKind.test(column.kind) || !column.privileges.select) return false;
  return !(typeof value === 'string' && value.length > maxGuardLength);
}

/** Returns the key that identifies a row; undefined if the table has no key, or the row lacks a column of it. */
export function getRowKey(table: Table, row: Row): readonly KeyValue[] | undefined {
  const key: KeyValue[] = [];
  for (const column of findIdentity(table) ?? []) {
    const value = row[column];
    if (value === undefined || value === null || Array.isArray(value)) return undefined;
    key.push({ column, value: String(value) });
  }
  return key.length > 0 ? key : undefined;
}

/** Returns the text of a key, to compare keys and to use them in maps. */
export function formatKeyText(key: readonly KeyValue[]): string {
  return JSON.stringify(key.map(({ value }) => value));
}

/** Returns the conditions that only the row with this key meets. */
export function buildKeyFilters(key: readonly KeyValue[]): Condition[] {
  return key.map(({ column, value }) => condition(column, 'eq', value));
}

/**
 * Returns the conditions of an update: the row's key and, for each changed
 * column, its value in `baseRow`. The update then applies only if no other user
 * has changed these columns since. Throws an Error if the row has no key.
 */
export function guardFilters(table: Table, baseRow: Row, changes: Row): Condition[] {
  const key = getRowKey(table, baseRow);
  if (!key) throw new Error(writesMessages.missingKey(table.name));
  const keyColumns = new Set(key.map(({ column }) => column));
  const columns = table.columns.filter(({ name }) => Object.hasOwn(changes, name) && !keyColumns.has(name));
  return [...buildKeyFilters(key), ...valueFilters(columns, baseRow)];
}

/** Returns a condition for each column that a guard can compare: it has the same value as in the row. */
export function valueFilters(columns: readonly Column[], row: Row): Condition[] {
  return columns.flatMap((column) => {
    const value = row[column.name];
    if (value === undefined || !canGuard(column, value)) return [];
    return value === null
      ? condition(column.name, 'is', 'null')
      : condition(column.name, 'eq', String(value));
  });
}

/** Returns the columns of `changes` whose values differ between the row that the user saw and the current row. */
export function findConflictingColumns(baseRow: Row, current: Row, changes: Row): string[] {
  return Object.keys(changes).filter(
    (column) =>
      Object.hasOwn(baseRow, column) &&
      Object.hasOwn(current, column) &&
      !isSameValue(baseRow[column], current[column]),
  );
}

/** Returns why a column can't be edited, as a sentence; undefined if the user can try. */
export function lockReason(table: Table, column: Column): string | undefined {
  const { locks } = writesMessages;
  if (column.generated) return locks.generated;
  if (column.identity === 'always') return locks.identity;
  if (!table.privileges.update) {
    return table.kind.endsWith('view') ? locks.view : locks.noRowPermission;
  }
  if (!findIdentity(table)) return locks.noKey;
  if (!column.privileges.update) return locks.noColumnPermission;
  if (column.kind === 'tsvector') return locks.searchVector;
  if (column.kind === 'bytea') return locks.bytes;
  return undefined;
}

/** Whether a new record can have a value for this column. */
export function isInsertable(column: Column): boolean {
  return (
    column.privileges.insert &&
    !column.generated &&
    column.identity !== 'always' &&
    column.kind !== 'tsvector' &&
    column.kind !== 'bytea'
  );
}
