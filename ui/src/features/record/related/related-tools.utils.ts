import { isPlainJoin, type RelatedTable } from '@/data/relations/related.utils';
import { isInsertable } from '@/data/writes/batches/guards.utils';

/** Whether a pair in a join table wants more than its two keys: a person has to be asked for it. */
export function isFormNeeded(related: RelatedTable): boolean {
  const { table, key, farRelation } = related;
  const given = new Set([...key.columns, ...(farRelation?.key.columns ?? [])]);
  const others = table.columns.filter(
    (column) => !given.has(column.name) && isInsertable(column) && !('hidden' in column.tags),
  );
  return others.length > 0 && !isPlainJoin(related);
}
