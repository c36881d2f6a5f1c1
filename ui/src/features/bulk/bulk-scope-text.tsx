import { TriangleAlert } from 'lucide-react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { getRowHeading } from '@/data/titles/row-titles';
import { maxRememberedRows } from '@/data/writes/bulk/bulk-job';
import type { ScopeSize } from '@/data/writes/bulk/bulk-queries';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import { FilterText } from '@/table/filters/filter-text';
import { useTable } from '@/table/table-context';
import { useRelations } from '@/table/use-relations';
import styles from './bulk.module.css';
import { bulkMessages } from './bulk-messages';
import { formatRecordCount } from './dialogs/bulk-edit.utils';
import type { BulkVerb } from './report/bulk-report.utils';
import type { BulkOperation } from './use-bulk-operation';

export interface BulkScopeTextProps {
  scope: BulkScope;
  bulk: BulkOperation;
  verb: BulkVerb;
}

const messages = bulkMessages.scope;

/** Describes the rows of a bulk change: their exact count, the filters, and the first rows. */
export function BulkScopeText({ scope, bulk, verb }: BulkScopeTextProps) {
  const { table } = useTable();
  const { size, previousCount } = bulk;
  if (bulk.error && !size)
    return <ErrorNotice error={bulk.error} title={messages.countFailed} onRetry={bulk.recount} />;
  if (!size) {
    return (
      <p className={styles.count} role="status">
        <Spinner size={14} label="" /> {messages.counting}
      </p>
    );
  }
  return (
    <div className={styles.scope}>
      <p className={styles.count} role="status">
        <span>
          {verb === 'delete' ? messages.deletes : messages.changes}
          <strong>{formatRecordCount(table, size.count)}</strong>
          {messages.end}
        </span>
      </p>
      {previousCount !== null && (
        <p className={styles.warning} role="alert">
          <TriangleAlert size={14} aria-hidden />
          {messages.moreMatch(previousCount)}
        </p>
      )}
      {scope.kind === 'all' && <FilterDescription scope={scope} />}
      {size.sample.length > 0 && <SampleRows sample={size.sample} count={size.count} />}
      {size.count > maxRememberedRows && (
        <p className={styles.warning}>
          <TriangleAlert size={14} aria-hidden />
          {messages.noUndo(maxRememberedRows)}
        </p>
      )}
    </div>
  );
}

/** Names the first rows and counts the others. */
function SampleRows({ sample, count }: Pick<ScopeSize, 'sample' | 'count'>) {
  const { table } = useTable();
  return (
    <p className={styles.sample}>
      {sample.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no state, and their key is possibly not loaded
        <span key={i}>
          {i > 0 && messages.separator}
          <bdi>{getRowHeading(table, row)}</bdi>
        </span>
      ))}
      {count > sample.length && messages.more(count - sample.length)}
    </p>
  );
}

function FilterDescription({ scope }: { scope: Extract<BulkScope, { kind: 'all' }> }) {
  const { table } = useTable();
  const relations = useRelations(table);
  const excludedCount = scope.excluded.size;
  return (
    <p className={styles.filters}>
      {scope.filters.length === 0 ? messages.allRows : messages.allMatches}
      {scope.filters.map((filter, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have no id and are not reordered here
        <span key={i} className={styles.filter}>
          <FilterText filter={filter} relations={relations} />
        </span>
      ))}
      {excludedCount > 0 && <span>{messages.excluded(excludedCount)}</span>}
    </p>
  );
}
