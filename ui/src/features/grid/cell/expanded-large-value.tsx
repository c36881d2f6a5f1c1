import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { excerptQuery } from '@/data/rows/excerpt-query';
import { formatValueURL, valueQuery } from '@/data/rows/value-request';
import { getExcerpt, largeValueSize } from '@/data/values/large-values';
import type { Column, Table } from '@/lib/api.gen';
import { formatBytes } from '@/lib/text/format';
import { CellValue } from '@/table/cells/values/cell-value';
import { gridMessages } from '../grid-messages';
import styles from './expanded-cell.module.css';
import { formatExpanded } from './format-expanded';

const messages = gridMessages.cell;

export interface ExpandedLargeValueProps {
  table: Table;
  rowKey: readonly KeyValue[];
  column: Column;
}

/**
 * A value that the rows of the grid lack because its column has large values: the whole value, or the first part of a
 * value of more than `largeValueSize` with a link to download it.
 */
export function ExpandedLargeValue({ table, rowKey, column }: ExpandedLargeValueProps) {
  const excerpt = useQuery(excerptQuery(table, rowKey, column.name));
  const bytes = excerpt.data?.bytes ?? 0;
  const isLarge = bytes > largeValueSize;
  const whole = useQuery({
    ...valueQuery(table, rowKey, column),
    enabled: excerpt.data !== undefined && excerpt.data !== null && !isLarge,
  });
  const failed = [excerpt, whole].find(({ error }) => error !== null);
  if (failed)
    return (
      <ErrorNotice error={failed.error} title={messages.loadFailed} onRetry={() => void failed.refetch()} />
    );
  if (isLarge) {
    return (
      <>
        <p className={styles.size}>
          {messages.firstPart(formatBytes(bytes))}{' '}
          <a href={formatValueURL(table, rowKey, column.name)} download>
            {messages.download}
          </a>
        </p>
        {getExcerpt(excerpt.data?.text ?? '')}…
      </>
    );
  }
  const value = excerpt.data === null ? null : whole.data;
  if (value === undefined) return <Skeleton width={220} height={16} />;
  return value === null ? (
    <CellValue column={column} value={value} grouped={false} />
  ) : (
    formatExpanded(column, value)
  );
}
