import type { Schema, Table } from '@/lib/api.gen';

export interface TableGroup {
  heading: string;
  tables: Table[];
}

/** Tables as the sidebar lists them: by database schema in the order of exposure, hidden ones left out. */
export function groupTables(schema: Schema): TableGroup[] {
  const shown = schema.tables.filter((table) => !('hidden' in table.tags));
  const groups = schema.schemas
    .map((name) => ({ heading: name, tables: shown.filter((table) => table.schema === name) }))
    .filter((group) => group.tables.length > 0);
  // A single group needs no database name over it.
  const [only] = groups;
  if (only && groups.length === 1) return [{ ...only, heading: 'Tables' }];
  return groups;
}

/** Where a person lands who asked for no page: the first table whose rows can be read. */
export function findFirstTable(schema: Schema): Table | undefined {
  const tables = groupTables(schema).flatMap((group) => group.tables);
  return tables.find((table) => table.privileges.select) ?? tables[0];
}
