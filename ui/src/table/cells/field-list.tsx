import type { Row } from '@/data/rows/row';
import { hasGroupedDigits } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { RowValue } from './values/row-value';

export interface FieldListProps {
  table: Table;
  row: Row;
  columns: readonly Column[];
  className: string | undefined;
}

/** A list of a row's fields with titles and values, read-only. */
export function FieldList({ table, row, columns, className }: FieldListProps) {
  return (
    <dl className={className}>
      {columns.map((column) => (
        <div key={column.name}>
          <dt dir="auto">{column.title}</dt>
          <dd>
            <RowValue
              table={table}
              row={row}
              column={column}
              full
              linked
              grouped={hasGroupedDigits(table, column)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
