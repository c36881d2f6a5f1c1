import type { Schema, Table } from './api.gen';

/** Returns a table by its names; undefined when the user's role can't reach it. */
export function findTable(schema: Schema, schemaName: string, tableName: string): Table | undefined {
  return schema.tables.find((table) => table.schema === schemaName && table.name === tableName);
}
