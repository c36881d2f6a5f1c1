import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { VisuallyHidden } from '@/components/visually-hidden';
import type { Row, Value } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import { isSameValue } from '@/data/values/value.utils';
import type { ComputeChanges } from '@/data/writes/bulk/bulk.types';
import { previewRowsQuery } from '@/data/writes/bulk/bulk-queries';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import type { Column } from '@/lib/api.gen';
import jobStyles from '@/table/jobs/job-report.module.css';
import { useTable } from '@/table/table-context';
import styles from '../bulk.module.css';
import { bulkMessages } from '../bulk-messages';
import { ColumnValue } from './column-value';
import { pickPreviewRows } from './preview-rows.utils';

const messages = bulkMessages.preview;

export interface BulkPreviewProps {
  scope: BulkScope;
  changedColumns: readonly string[];
  /** Computes the changes of the valid entries; columns with an invalid entry are not in its result. */
  change: ComputeChanges;
  /** The number of rows that are changed. */
  count: number;
}

/** The values of some rows before and after a bulk change, if possible of rows that it changes. */
export function BulkPreview({ scope, changedColumns, change, count }: BulkPreviewProps) {
  const { table } = useTable();
  const { data, error, refetch } = useQuery({
    ...previewRowsQuery(table, scope, changedColumns),
    placeholderData: keepPreviousData,
  });
  const columns = changedColumns.flatMap(
    (name) => table.columns.find((column) => column.name === name) ?? [],
  );
  if (error) return <ErrorNotice error={error} title={messages.failed} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <p className={styles.count} role="status">
        <Spinner size={14} label="" /> {messages.loading}
      </p>
    );
  }
  if (data.length === 0) return null;
  const { shown, isReordered } = pickPreviewRows(data, change);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard user must be able to scroll the preview
    <section className={jobStyles.tableFrame} aria-label={messages.label} tabIndex={0}>
      <table className={jobStyles.table}>
        <caption className={styles.caption}>
          {messages.label}: {messages.rows(shown.length, count, isReordered)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{messages.record}</th>
            {columns.map((column) => (
              <th key={column.name} scope="col" dir="auto">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ row, changes }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no state, and their key is possibly not loaded
            <PreviewRow key={i} row={row} columns={columns} changes={changes} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Shows the name of a row and, for each column, its value before and after the change. */
function PreviewRow({ row, columns, changes }: { row: Row; columns: readonly Column[]; changes: Row }) {
  const { table } = useTable();
  return (
    <tr>
      <th scope="row">
        <bdi>{getRowHeading(table, row)}</bdi>
      </th>
      {columns.map((column) => (
        <td key={column.name}>
          <ValueChange column={column} before={row[column.name] ?? null} after={changes[column.name]} />
        </td>
      ))}
    </tr>
  );
}

interface ValueChangeProps {
  column: Column;
  before: Value;
  /** Undefined while the entry is invalid. */
  after: Value | undefined;
}

/** Shows the value of a cell and, after an arrow, its new value; or a note that it is unchanged. While the entry is invalid, shows only the value. */
function ValueChange({ column, before, after }: ValueChangeProps) {
  const isChanged = after !== undefined && !isSameValue(before, after);
  return (
    <span className={styles.valueChange}>
      <span className={styles.before} data-changed={isChanged || undefined}>
        <ColumnValue column={column} value={before} />
      </span>
      {isChanged && (
        <>
          <ArrowRight size={13} className={styles.arrow} aria-hidden />
          <VisuallyHidden>{messages.becomes}</VisuallyHidden>
          <strong>
            <ColumnValue column={column} value={after} />
          </strong>
        </>
      )}
      {after !== undefined && !isChanged && <span className={styles.unchanged}>{messages.unchanged}</span>}
    </span>
  );
}
