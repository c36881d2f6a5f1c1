import { TriangleAlert } from 'lucide-react';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { headingOf } from '@/data/values/value.utils';
import { maxRememberedRows } from '@/data/writes/bulk/bulk-job';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import { formatCount } from '@/lib/format';
import { FilterText } from '@/table/filters/filter-text';
import { useTable } from '@/table/table-context';
import { useRelations } from '@/table/use-relations';
import styles from './bulk.module.css';
import { formatRowCount } from './bulk-edit.utils';
import type { BulkOperation } from './use-bulk-operation';

export interface BulkScopeTextProps {
  scope: BulkScope;
  bulk: BulkOperation;
  /** 'changes' or 'deletes'. */
  verb: string;
}

/** Which rows a bulk change is about: how many exactly, by which filter, and the first of them. */
export function BulkScopeText({ scope, bulk, verb }: BulkScopeTextProps) {
  const { table } = useTable();
  const { size, previousCount } = bulk;
  if (bulk.error && !size)
    return <ErrorNotice error={bulk.error} title="The rows could not be counted." onRetry={bulk.recount} />;
  if (!size) {
    return (
      <p className={styles.count} role="status">
        <Spinner size={14} label="" /> Counting…
      </p>
    );
  }
  const more = size.count - size.sample.length;
  return (
    <div className={styles.scope}>
      <p className={styles.count} role="status">
        <span>
          This {verb} <strong>{formatRowCount(table, size.count)}</strong>.
        </span>
      </p>
      {previousCount !== null && (
        <p className={styles.warning} role="alert">
          <TriangleAlert size={14} aria-hidden />
          When you were asked there were {formatCount(previousCount)}; now more match. Nothing was done yet.
        </p>
      )}
      {scope.kind === 'all' && <FilterDescription scope={scope} />}
      {size.sample.length > 0 && (
        <p className={styles.sample}>
          {size.sample.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list of a moment
            <span key={i}>
              {i > 0 && ', '}
              <bdi>{headingOf(table, row)}</bdi>
            </span>
          ))}
          {more > 0 && ` and ${formatCount(more)} more`}
        </p>
      )}
      {size.count > maxRememberedRows && (
        <p className={styles.warning}>
          <TriangleAlert size={14} aria-hidden />
          More than {formatCount(maxRememberedRows)} rows are too many to be taken back with Undo.
        </p>
      )}
    </div>
  );
}

function FilterDescription({ scope }: { scope: Extract<BulkScope, { kind: 'all' }> }) {
  const { table } = useTable();
  const relations = useRelations(table);
  const spared = scope.excluded.size;
  return (
    <p className={styles.filters}>
      {scope.filters.length === 0 ? 'All rows of the table' : 'All that match'}
      {scope.filters.map((filter, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a filter is known by its place
        <span key={i} className={styles.filter}>
          <FilterText filter={filter} relations={relations} />
        </span>
      ))}
      {spared > 0 && ` but ${formatCount(spared)} that you unticked`}
    </p>
  );
}
