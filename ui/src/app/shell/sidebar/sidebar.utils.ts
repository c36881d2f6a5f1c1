import type { Schema, Table } from '@/lib/api.gen';

/** The tables of a database schema. */
export interface TableGroup {
  /** The name of the database schema; undefined if there is only one group, which needs no name. */
  heading: string | undefined;
  tables: Table[];
}

/** Returns the tables as the sidebar lists them: by database schema, in the order of their titles, without hidden tables. */
export function groupTables(schema: Schema): TableGroup[] {
  const byTitle = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const visibleTables = schema.tables
    .filter((table) => !('hidden' in table.tags))
    .toSorted((a, b) => byTitle.compare(a.title, b.title));
  const groups: TableGroup[] = schema.schemas
    .map((name) => ({ heading: name, tables: visibleTables.filter((table) => table.schema === name) }))
    .filter((group) => group.tables.length > 0);
  const [only] = groups;
  return only && groups.length === 1 ? [{ ...only, heading: undefined }] : groups;
}

/** Returns the table that the start page opens: the first table whose rows the role can read, otherwise the first table. */
export function findFirstTable(schema: Schema): Table | undefined {
  const tables = groupTables(schema).flatMap((group) => group.tables);
  return tables.find((table) => table.privileges.select) ?? tables[0];
}
