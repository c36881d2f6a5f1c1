import type { Column, Table } from '@/lib/api.gen';

/** Returns the columns that the signed-in role can read, in the table's order. */
export function readableColumns(table: Table): Column[] {
  return table.columns.filter((column) => column.privileges.select);
}

/** Returns the names of the columns that the signed-in role can read, in the table's order. */
export function readableColumnNames(table: Table): string[] {
  return readableColumns(table).map(({ name }) => name);
}
