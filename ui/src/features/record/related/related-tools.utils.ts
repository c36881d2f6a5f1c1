import { isPlainJoin, type RelatedTable } from '@/data/relations/related.utils';
import { isInsertable } from '@/data/writes/batches/guards.utils';

/** Whether a new row of a join table needs a form, because the table has columns besides its two foreign keys. */
export function isFormNeeded(related: RelatedTable): boolean {
  const { table, key, farRelation } = related;
  const keyColumns = new Set([...key.columns, ...(farRelation?.key.columns ?? [])]);
  const others = table.columns.filter(
    (column) => !keyColumns.has(column.name) && isInsertable(column) && !('hidden' in column.tags),
  );
  return others.length > 0 && !isPlainJoin(related);
}
