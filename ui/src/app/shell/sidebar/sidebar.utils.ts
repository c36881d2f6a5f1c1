import { getPersonalTableId, type PersonalSettings } from '@/data/home/personal-store';
import { sortTables } from '@/data/relations/join-table';
import type { Schema, Table } from '@/lib/api.gen';

/** The tables of a group: those with the same tag `@group`, or of a database schema. */
export interface TableGroup {
  /** The tag, or the name of the database schema; undefined if there is only one group, which needs no name. */
  heading: string | undefined;
  tables: Table[];
}

/**
 * Returns the tables as the sidebar lists them, without hidden tables: by their tag `@group`, then by database schema, each
 * in the order of their titles. Join tables follow the other tables.
 */
export function groupTables(schema: Schema): TableGroup[] {
  const byTitle = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const visibleTables = sortTables(schema.tables.filter((table) => !('hidden' in table.tags)));
  const tagged = [...new Set(visibleTables.flatMap(({ tags }) => tags.group || []))];
  const groups: TableGroup[] = [
    ...tagged
      .toSorted(byTitle.compare)
      .map((name) => ({ heading: name, tables: visibleTables.filter(({ tags }) => tags.group === name) })),
    ...schema.schemas
      .map((name) => ({
        heading: name,
        tables: visibleTables.filter((table) => table.schema === name && !table.tags.group),
      }))
      .filter((group) => group.tables.length > 0),
  ];
  const ungrouped = groups.slice(tagged.length);
  const [rest] = ungrouped;
  // Beside tagged groups, the tables of the only schema need no heading.
  if (tagged.length > 0 && rest && ungrouped.length === 1) {
    return [...groups.slice(0, tagged.length), { ...rest, heading: undefined }];
  }
  const [only] = groups;
  return only && groups.length === 1 && tagged.length === 0 ? [{ ...only, heading: undefined }] : groups;
}

/**
 * Returns the only table that the role can read or, if it can read none, the first table. The start page opens it instead
 * of the home page.
 */
export function findOnlyTable(schema: Schema): Table | undefined {
  const tables = groupTables(schema).flatMap((group) => group.tables);
  const readable = tables.filter((table) => table.privileges.select);
  const [first] = readable.length > 0 ? readable : tables;
  return readable.length <= 1 ? first : undefined;
}

/** The sidebar's tables as a user arranged them. */
export interface ArrangedTables {
  favorites: readonly Table[];
  groups: readonly TableGroup[];
}

/** Returns the tables in the order of the user: favorites first, without the tables that the user hides. `isCurrent` shows the open table. */
export function arrangeTables(
  groups: readonly TableGroup[],
  { favorites, hidden, order }: PersonalSettings,
  isCurrent: (table: Table) => boolean,
): ArrangedTables {
  const position = (table: Table) => {
    const index = order.indexOf(getPersonalTableId(table));
    return index < 0 ? order.length : index;
  };
  const tables = groups.flatMap((group) => group.tables);
  const favoriteTables = favorites.flatMap(
    (id) => tables.find((table) => getPersonalTableId(table) === id) ?? [],
  );
  const isListed = (table: Table) =>
    !favoriteTables.includes(table) && (isCurrent(table) || !hidden.includes(getPersonalTableId(table)));
  return {
    favorites: favoriteTables,
    groups: groups
      .map((group) => ({
        ...group,
        tables: group.tables.filter(isListed).toSorted((a, b) => position(a) - position(b)),
      }))
      .filter((group) => group.tables.length > 0),
  };
}
