import type { Column, ForeignKey, Table } from '@/lib/api.gen';
import { makeBaseTable } from '@/testing/api-fixtures';

export { makeColumn } from '@/testing/api-fixtures';

/** Returns a table on which the caller has all privileges. By default, its first column is the primary key. */
export function makeTable(name: string, columns: Column[], changes: Partial<Table> = {}): Table {
  return makeBaseTable(name, {
    columns,
    primaryKey: columns.slice(0, 1).map((column) => column.name),
    ...changes,
  });
}

/** Returns the foreign key of a column that refers to the accounts of the auth service. */
export function makeAccountKey(column: string): ForeignKey {
  return {
    name: `${column}_fkey`,
    columns: [column],
    refSchema: 'auth',
    refTable: 'users',
    refColumns: ['id'],
    onDelete: 'no action',
  };
}
