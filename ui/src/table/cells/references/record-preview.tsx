import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@/components/feedback/skeleton';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { recordQuery } from '@/data/rows/record-query';
import { getRowTitle, isTitleColumn } from '@/data/titles/row-titles';
import { isSearchData } from '@/data/values/search-data';
import { isLongText } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { FieldList } from '../field-list';
import styles from './record-preview.module.css';
import { useTitleFormat } from './use-referenced-title';

/** Maximum number of fields. */
const maxFields = 6;

/** A preview of a record: its title and its first fields that are not NULL. */
export function RecordPreview({ table, recordKey }: { table: Table; recordKey: readonly KeyValue[] }) {
  const { data } = useQuery(recordQuery(table, recordKey));
  const format = useTitleFormat(table, data);
  if (!data) {
    return (
      <div className={styles.preview} aria-busy>
        <Skeleton width="60%" height={14} />
        <Skeleton width="90%" />
        <Skeleton width="75%" />
      </div>
    );
  }
  const filledColumns = selectPreviewColumns(table).filter((column) => (data[column.name] ?? null) !== null);
  return (
    <div className={styles.preview}>
      <p className={styles.table}>{table.title}</p>
      <p className={styles.title} dir="auto">
        {getRowTitle(table, data, format)}
      </p>
      <FieldList
        table={table}
        row={data}
        columns={filledColumns.slice(0, maxFields)}
        className={styles.fields}
      />
    </div>
  );
}

/** Returns the columns that describe a record in little space: no keys, references, long texts or binary data. */
function selectPreviewColumns(table: Table): Column[] {
  const references = new Set(table.foreignKeys.flatMap((key) => key.columns));
  return table.columns.filter(
    (column) =>
      column.privileges.select &&
      !isTitleColumn(table, column) &&
      !table.primaryKey.includes(column.name) &&
      !references.has(column.name) &&
      !isLongText(column) &&
      !['json', 'bytea', 'uuid'].includes(column.kind) &&
      !isSearchData(column) &&
      !('hidden' in column.tags),
  );
}
