import type { Column, Table } from '@/lib/api.gen';
import { makeBaseTable } from '@/testing/api-fixtures';

export { makeColumn } from '@/testing/api-fixtures';

/** A table that the caller may do everything with; its first column is the key unless said otherwise. */
export function makeTable(name: string, columns: Column[], changes: Partial<Table> = {}): Table {
  return makeBaseTable(name, {
    columns,
    primaryKey: columns.slice(0, 1).map((column) => column.name),
    ...changes,
  });
}
