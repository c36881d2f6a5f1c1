import { listRuleColumns } from '@/data/query/colors/color-rules';
import { listFilteredNames } from '@/data/query/filters/filters.utils';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import { listReadableColumns } from '@/data/rows/readable-columns';
import { isSearchData } from '@/data/values/search-data';
import type { Column, ForeignKey, Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { formatLookupName, isLookupName, parseLookupName } from './lookup-name';

/** Maximum number of references between a row and a field of a linked record. */
export const maxReferences = 4;

/** A reference of a table: how a lookup names it, its title, and the table to which it leads. */
export interface LookupReference {
  name: string;
  title: string;
  target: Table;
}

/** Returns the references of a table to records that the role can read, in the order of the foreign keys. */
export function listReferences(schema: Schema, table: Table): LookupReference[] {
  const readable = new Map(listReadableColumns(table).map((column) => [column.name, column]));
  return table.foreignKeys.flatMap((key): LookupReference[] => {
    const target = findTable(schema, key.refSchema, key.refTable);
    // PostgREST embeds relations of the same database schema, and not by keys of partitions.
    if (!target?.privileges.select || key.refSchema !== table.schema || key.notEmbeddable) return [];
    const columns = key.columns.flatMap((name) => readable.get(name) ?? []);
    if (columns.length !== key.columns.length) return [];
    const title = columns.length === 1 ? columns[0]?.title : undefined;
    return [{ name: referenceName(schema, table, key), title: title ?? target.title, target }];
  });
}

/**
 * Returns the name with which PostgREST embeds a foreign key: its column, or its constraint if the column is in another
 * foreign key too, or is named like a table.
 */
function referenceName(schema: Schema, table: Table, key: ForeignKey): string {
  const [column = ''] = key.columns;
  const isOnly = table.foreignKeys.every(
    (other) => other === key || other.columns.length !== 1 || other.columns[0] !== column,
  );
  const isTable = findTable(schema, table.schema, column) !== undefined;
  return key.columns.length === 1 && isOnly && !isTable ? column : key.name;
}

/** Returns the lookup column with a name; undefined if a part does not exist, or the role cannot read it. */
export function findLookup(schema: Schema, table: Table, name: string): Column | undefined {
  const { references, column: last } = parseLookupName(name);
  if (references.length === 0 || references.length > maxReferences) return undefined;
  const titles: string[] = [];
  let current = table;
  for (const reference of references) {
    const found = listReferences(schema, current).find((each) => each.name === reference);
    if (!found) return undefined;
    titles.push(found.title);
    current = found.target;
  }
  const column = listLookupFields(current).find((each) => each.name === last);
  return column && toLookupColumn(column, references, titles);
}

/** Returns the columns of a linked record's table that a lookup can show. */
export function listLookupFields(table: Table): Column[] {
  return listReadableColumns(table).filter(
    (column) => !column.large && !isSearchData(column) && !('hidden' in column.tags),
  );
}

/** Returns a column of a linked record as a read-only column of the row, whose value can be missing. */
function toLookupColumn(column: Column, references: readonly string[], titles: readonly string[]): Column {
  return {
    ...column,
    name: formatLookupName(references, column.name),
    title: [...titles, column.title].join(' › '),
    nullable: true,
    generated: false,
    identity: '',
    default: null,
    privileges: { ...column.privileges, insert: false, update: false },
  };
}

/** Returns the names of the lookups in a page's state: in its filters, order, columns and color rules. */
export function listLookupNames({
  filters,
  order,
  select,
  colors,
}: Pick<TablePageState, 'filters' | 'order' | 'select' | 'colors'>): string[] {
  const names = [
    ...listFilteredNames(filters),
    ...order.map(({ column }) => column),
    ...(select ?? []),
    ...listRuleColumns(colors),
  ];
  return [...new Set(names.filter(isLookupName))].sort();
}

/** Returns the table with lookup columns after its own columns; the same object if no name is that of a lookup. */
export function addLookups(schema: Schema, table: Table, names: readonly string[]): Table {
  const known = new Set(table.columns.map(({ name }) => name));
  const lookups = names
    .filter((name) => !known.has(name))
    .flatMap((name) => findLookup(schema, table, name) ?? []);
  return lookups.length === 0 ? table : { ...table, columns: [...table.columns, ...lookups] };
}
