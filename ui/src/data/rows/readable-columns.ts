import { isLookupName } from '@/data/query/lookups/lookup-name';
import type { Column, Table } from '@/lib/api.gen';

/** Returns the table's own columns that the signed-in role can read, in the table's order. */
export function listReadableColumns(table: Table): Column[] {
  return listViewColumns(table).filter(({ name }) => !isLookupName(name));
}

/** Returns the columns that a view of the table can show: those that the role can read, and the lookups (addLookups). */
export function listViewColumns(table: Table): Column[] {
  return table.columns.filter((column) => column.privileges.select);
}

/** Returns the names of the columns that the signed-in role can read, in the table's order. */
export function listReadableNames(table: Table): string[] {
  return listReadableColumns(table).map(({ name }) => name);
}
