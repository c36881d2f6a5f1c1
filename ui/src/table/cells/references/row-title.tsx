import { type Relation, referencedKey } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { getRowTitle, titleColumn } from '@/data/values/value.utils';
import { useTable } from '@/table/table-context';
import { RelationChip } from './relation-chip';

export interface RowTitleProps {
  row: Row;
  relations: ReadonlyMap<string, Relation>;
}

/** The title of a row's card. If the title column is a reference, the title of the referenced record. */
export function RowTitle({ row, relations }: RowTitleProps) {
  const { table } = useTable();
  const relation = relations.get(titleColumn(table)?.name ?? '');
  const refKey = relation && referencedKey(relation, row);
  return refKey ? <RelationChip target={relation.target} refKey={refKey} /> : getRowTitle(table, row);
}
