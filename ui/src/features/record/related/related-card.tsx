import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@/components/feedback/skeleton';
import { listFormColumns } from '@/data/rows/record-form.utils';
import { recordQuery } from '@/data/rows/record-query';
import type { Row } from '@/data/rows/row';
import { isTitleColumn } from '@/data/titles/row-titles';
import { isSearchData } from '@/data/values/search-data';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { FieldList } from '@/table/cells/field-list';
import { recordMessages } from '../record-messages';
import styles from './related.module.css';
import { type RelatedListProps, RowMenu, RowName } from './related-grid';

const messages = recordMessages.related;

/** The maximum number of fields. */
const maxFields = 6;

/** The only row that can refer to a record by a unique foreign key, with its fields. */
export function RelatedCard({ related, row, onUnlink }: RelatedListProps & { row: Row }) {
  const { table, key } = related;
  const { data, isError } = useQuery(recordQuery(table, getRowKey(table, row) ?? []));
  const columns = listFormColumns(table).filter(
    (column) =>
      !isTitleColumn(table, column) &&
      !key.columns.includes(column.name) &&
      !(column.kind === 'uuid' && table.primaryKey.includes(column.name)) &&
      !['json', 'bytea'].includes(column.kind) &&
      !isSearchData(column),
  );
  return (
    <div className={styles.card}>
      <div className={styles.cardTop}>
        <RowName related={related} row={row} />
        <RowMenu {...{ related, row, onUnlink }} />
      </div>
      {data ? (
        <FieldList table={table} row={data} columns={columns.slice(0, maxFields)} className={styles.fields} />
      ) : isError ? (
        <p className={styles.empty}>{messages.fieldsFailed}</p>
      ) : (
        <Skeleton />
      )}
    </div>
  );
}
