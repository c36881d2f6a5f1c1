import { listReadableNames } from '@/data/rows/readable-columns';
import type { ForeignKey, Schema, Table } from '@/lib/api.gen';
import { findKeyRelation, type Relation } from './references';
import { refersToTenant } from './tenant';

/**
 * Returns the columns of a composite foreign key that no other foreign key contains, such as the number of a site in
 * (organization, customer, site); if there are none, all its columns. Omits tenant columns.
 */
export function listOwnKeyColumns(table: Table, key: ForeignKey): string[] {
  const names = key.columns.filter((name) => !refersToTenant(table, name));
  const others = table.foreignKeys.flatMap((other) => (other === key ? [] : other.columns));
  const own = names.filter((name) => !others.includes(name));
  return own.length > 0 ? own : names;
}

/**
 * Returns the relations of the readable composite foreign keys, by the column in which the grid shows the referenced row: the
 * last of `listOwnKeyColumns`.
 */
export function findCompositeRelations(schema: Schema, table: Table): ReadonlyMap<string, Relation> {
  const readable = new Set(listReadableNames(table));
  const relations = new Map<string, Relation>();
  for (const key of table.foreignKeys) {
    const column = key.columns.length > 1 ? listOwnKeyColumns(table, key).at(-1) : undefined;
    if (column === undefined || relations.has(column)) continue;
    const relation = key.columns.every((name) => readable.has(name)) && findKeyRelation(schema, key);
    if (relation) relations.set(column, relation);
  }
  return relations;
}
