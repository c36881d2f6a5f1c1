import { isPlainJoin, type Related } from '@/data/relations/related.utils';
import { isInsertable } from '@/data/writes/batches/guards.utils';

/** Whether a pair in a join table wants more than its two keys: a person has to be asked for it. */
export function needsForm(related: Related): boolean {
  const { table, key, far } = related;
  const given = new Set([...key.columns, ...(far?.key.columns ?? [])]);
  const others = table.columns.filter(
    (column) => !given.has(column.name) && isInsertable(column) && !('hidden' in column.tags),
  );
  return others.length > 0 && !isPlainJoin(related);
}
