import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import type { Condition } from '@/data/query/filters.utils';
import { isPlainJoin, type RelatedTable } from '@/data/relations/related.utils';
import { relatedQuery } from '@/data/relations/related-query';
import type { Row } from '@/data/rows/row';
import { formatCount } from '@/lib/format';
import { useSchema } from '@/lib/session';
import { DeleteRelatedDialog } from './delete-related-dialog';
import styles from './related.module.css';
import { RelatedCard } from './related-card';
import { RelatedChips } from './related-chips';
import { RelatedGrid, type RelatedListProps } from './related-grid';
import { RelatedHeading } from './related-heading';
import { RelatedTools } from './related-tools';
import { useRelatedChanges } from './use-related-changes';

export interface RelatedSectionProps {
  related: RelatedTable;
  /** The record that is referred to. */
  row: Row;
  /** The filter for the rows that refer to it. */
  filters: readonly Condition[];
  heading: 'h2' | 'h3';
}

/** The rows that refer to a record by one foreign key, and what can be done about them. */
export function RelatedSection({ related, row, filters, heading }: RelatedSectionProps) {
  const schema = useSchema();
  const query = useInfiniteQuery({ ...relatedQuery(schema, related, filters), enabled: related.isReadable });
  const changes = useRelatedChanges(related);
  const [rowToDelete, setDoomed] = useState<Row | null>(null);
  const { table, farRelation, kind, keyTitles } = related;
  const title = farRelation?.target.title ?? table.title;
  const pages = query.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.rows);
  const total = Math.max(pages[0]?.total ?? 0, rows.length);
  const unlink = (one: Row) => {
    if (changes.unlinkValues) void changes.unlink(one);
    else if (farRelation) void changes.remove(one);
    else setDoomed(one);
  };
  return (
    <section className={styles.section} aria-label={keyTitles === '' ? title : `${title} by ${keyTitles}`}>
      <div className={styles.top}>
        <RelatedHeading
          {...{ related, filters }}
          as={heading}
          total={query.data && kind !== 'one' ? total : undefined}
        />
        <RelatedTools {...{ related, row, changes }} linkedRows={rows} />
      </div>
      {changes.error !== null && rowToDelete === null && (
        <ErrorNotice error={changes.error} className={styles.error} />
      )}
      <RelatedBody {...{ related, query, rows }} onUnlink={changes.canUnlink ? unlink : undefined} />
      {query.isFetchNextPageError && <ErrorNotice error={query.error} className={styles.error} />}
      {query.hasNextPage && (
        <button
          type="button"
          className={styles.more}
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading…' : `Show more (${formatCount(total - rows.length)} left)`}
        </button>
      )}
      <DeleteRelatedDialog {...{ related, rowToDelete, changes }} onClose={() => setDoomed(null)} />
    </section>
  );
}

/** The rows in the form that suits them, or why there are none. */
function RelatedBody({ query, ...list }: RelatedListProps & { query: UseInfiniteQueryResult }) {
  const { related, rows } = list;
  if (!related.isReadable) return <p className={styles.empty}>Your role may not read these rows.</p>;
  if (query.isPending) {
    return (
      <div className={styles.skeleton} aria-busy>
        <Skeleton />
        <Skeleton width="80%" />
      </div>
    );
  }
  const [first] = rows;
  if (!first) {
    if (!query.isError) return <p className={styles.empty}>None.</p>;
    return (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    );
  }
  if (related.kind === 'one') return <RelatedCard {...list} row={first} />;
  if (isPlainJoin(related)) return <RelatedChips {...list} />;
  return <RelatedGrid {...list} label={related.farRelation?.target.title ?? related.table.title} />;
}
