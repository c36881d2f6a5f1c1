import { findRelation, getReferencedKey } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { hasGroupedDigits } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { CellValue } from '@/table/cells/values/cell-value';

export interface ResultValueProps {
  column: Column;
  /** The table to which the row belongs. */
  table: Table | undefined;
  row: Row;
  /** Makes references and contacts links. Not allowed inside another control. */
  linked?: boolean;
}

/** A value of a result on one line. A reference is shown by the title of its row. */
export function ResultValue({ column, table, row, linked = false }: ResultValueProps) {
  const schema = useSchema();
  const relation = table && findRelation(schema, table, column.name);
  const key = relation && getReferencedKey(relation, row);
  if (relation && key) return <RelationChip target={relation.target} refKey={key} linked={linked} />;
  return (
    <CellValue
      column={column}
      value={row[column.name] ?? null}
      grouped={isGrouped(table, column)}
      linked={linked}
    />
  );
}

/** Whether the digits of a number are grouped: not those of keys and of integers of unknown meaning. */
export function isGrouped(table: Table | undefined, column: Column): boolean {
  return table ? hasGroupedDigits(table, column) : column.kind === 'numeric';
}
