import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '@/components/feedback/skeleton';
import { refersToAccounts } from '@/data/relations/account-table';
import { excerptQuery } from '@/data/rows/excerpt-query';
import { lacksLargeValue } from '@/data/rows/large-columns';
import type { Row } from '@/data/rows/row';
import { applyRowCurrency } from '@/data/values/formats/row-currency';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { formatBytes } from '@/lib/text/format';
import { AccountValue } from './account-value';
import { CellValue, type CellValueProps, renderCellValue } from './cell-value';
import styles from './cell-value.module.css';

export interface RowValueProps extends Omit<CellValueProps, 'value'> {
  table: Table;
  row: Row;
}

/** A value of a row on one line. Loads the first part of a value that the row lacks because it is large. */
export function RowValue(props: RowValueProps) {
  return renderRowValue(props);
}

/** Returns the elements of RowValue, for the grid; see renderCellValue. */
export function renderRowValue({ table, row, ...props }: RowValueProps): ReactNode {
  const { column } = props;
  if (lacksLargeValue(table, row, column.name))
    return <ExcerptValue {...{ table, row }} {...props} bare={false} />;
  const value = row[column.name] ?? null;
  if (column.kind === 'uuid' && value !== null && refersToAccounts(table, column.name))
    return <AccountValue value={value} {...props} />;
  return renderCellValue({ value, ...props, column: applyRowCurrency(table, column, row) });
}

/** The first part of a large value, with its size. */
function ExcerptValue({ table, row, ...props }: RowValueProps) {
  const { column } = props;
  const key = getRowKey(table, row);
  const { data, isPending } = useQuery({
    ...excerptQuery(table, key ?? [], column.name),
    enabled: key !== undefined,
  });
  if (isPending && key) return <Skeleton width="70%" height={9} />;
  // A value of another type is shown as text.
  const shown = column.kind === 'json' ? column : { ...column, kind: 'text' as const, array: false };
  return (
    <>
      <CellValue {...props} column={shown} value={data?.text ?? null} />
      {data && data.bytes > data.text.length && (
        <span className={styles.more}>{formatBytes(data.bytes)}</span>
      )}
    </>
  );
}
