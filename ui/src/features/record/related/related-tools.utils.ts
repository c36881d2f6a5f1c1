import { isPlainJoin, type RelatedTable } from '@/data/relations/related.utils';
import { isTenantColumn } from '@/data/relations/tenant';
import type { Row } from '@/data/rows/row';
import { isInsertable } from '@/data/writes/batches/guards.utils';

/** Whether a new row of a join table needs a form, because the table has other columns than those with `values`. */
export function isFormNeeded(related: RelatedTable, values: Row): boolean {
  const others = related.table.columns.filter(
    (column) => !Object.hasOwn(values, column.name) && isInsertable(column) && !('hidden' in column.tags),
  );
  return others.some(isTenantColumn) || (others.length > 0 && !isPlainJoin(related));
}
