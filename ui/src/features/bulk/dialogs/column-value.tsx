import { findRelation } from '@/data/relations/references';
import type { Value } from '@/data/rows/row';
import { hasGroupedDigits } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { CellValue } from '@/table/cells/values/cell-value';
import { useTable } from '@/table/table-context';

/** The value of a column of the table; for a reference, the title of the record. */
export function ColumnValue({ column, value }: { column: Column; value: Value }) {
  const { table } = useTable();
  const relation = findRelation(useSchema(), table, column.name);
  const refColumn = relation?.key.refColumns.length === 1 ? relation.key.refColumns[0] : undefined;
  return relation && refColumn && typeof value === 'string' ? (
    <RelationChip target={relation.target} refKey={[{ column: refColumn, value }]} />
  ) : (
    <CellValue column={column} value={value} grouped={hasGroupedDigits(table, column)} full />
  );
}
