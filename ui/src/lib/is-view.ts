import type { Schema, Table } from './api.gen';
import { findTable } from './find-table';

/** Whether a table is a view or a materialized view, whose rows are those of other tables. */
export function isView({ kind }: Table): boolean {
  return kind.endsWith('view');
}

/** Returns the table whose rows a view shows, if the user can read it: each row of the view shows one row of it. */
export function findViewedTable(schema: Schema, { rowsOf }: Table): Table | undefined {
  const table = rowsOf && findTable(schema, rowsOf.schema, rowsOf.table);
  return table?.privileges.select ? table : undefined;
}
