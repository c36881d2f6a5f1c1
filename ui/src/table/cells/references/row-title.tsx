import { getReferencedKey, type Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { findTitleColumn, getRowTitle, listTitleColumns } from '@/data/titles/row-titles';
import { useTable } from '@/table/table-context';
import { RelationChip } from './relation-chip';
import { useTitleFormat } from './use-referenced-title';

export interface RowTitleProps {
  row: Row;
  relations: ReadonlyMap<string, Relation>;
}

/** The title of a row's card. If the title column is a reference, the title of the referenced record. */
export function RowTitle({ row, relations }: RowTitleProps) {
  const { table } = useTable();
  const format = useTitleFormat(table, row);
  const only = listTitleColumns(table).length === 1 ? findTitleColumn(table) : undefined;
  const relation = relations.get(only?.name ?? '');
  const refKey = relation && getReferencedKey(relation, row);
  return refKey ? <RelationChip target={relation.target} refKey={refKey} /> : getRowTitle(table, row, format);
}
