import type { Column, Table } from '@/lib/api.gen';
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
