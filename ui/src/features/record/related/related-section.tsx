import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import type { Condition } from '@/data/query/filters/filters.utils';
import { isPlainJoin, type RelatedTable } from '@/data/relations/related.utils';
import { relatedQuery } from '@/data/relations/related-query';
import type { Row } from '@/data/rows/row';
import { useSchema } from '@/lib/auth/session';
import { recordMessages } from '../record-messages';
import { DeleteRelatedDialog } from './delete-related-dialog';
import styles from './related.module.css';
import { RelatedCard } from './related-card';
import { RelatedChips } from './related-chips';
import { RelatedGrid, type RelatedListProps } from './related-grid';
import { RelatedHeading } from './related-heading';
import { RelatedTools } from './related-tools';
import { useRelatedChanges } from './use-related-changes';

const messages = recordMessages.related;

export interface RelatedSectionProps {
  related: RelatedTable;
  /** The record to which the rows refer. */
  row: Row;
  /** The filter that selects the rows that refer to the record. */
  filters: readonly Condition[];
  heading: 'h2' | 'h3';
}

/** The rows that refer to a record by one foreign key, with buttons to add, link and unlink rows. */
export function RelatedSection({ related, row, filters, heading }: RelatedSectionProps) {
  const schema = useSchema();
  const query = useInfiniteQuery({ ...relatedQuery(schema, related, filters), enabled: related.isReadable });
  const changes = useRelatedChanges(related);
  const [rowToDelete, setRowToDelete] = useState<Row | null>(null);
  const { table, farRelation, kind, keyTitles } = related;
  const title = farRelation?.target.title ?? table.title;
  const pages = query.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.rows);
  const total = Math.max(pages[0]?.total ?? 0, rows.length);
  const unlink = (linkedRow: Row) => {
    if (changes.unlinkValues) void changes.unlink(linkedRow);
    else if (farRelation) void changes.remove(linkedRow);
    else setRowToDelete(linkedRow);
  };
  return (
    <section className={styles.section} aria-label={messages.label(title, keyTitles)}>
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
          {query.isFetchingNextPage ? messages.loading : messages.showMore(total - rows.length)}
        </button>
      )}
      <DeleteRelatedDialog {...{ related, rowToDelete, changes }} onClose={() => setRowToDelete(null)} />
    </section>
  );
}

/** The rows as card, chips or table, or the reason why there are none. */
function RelatedBody({ query, ...list }: RelatedListProps & { query: UseInfiniteQueryResult }) {
  const { related, rows } = list;
  if (!related.isReadable) return <p className={styles.empty}>{messages.readNotAllowed}</p>;
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
    if (!query.isError) return <p className={styles.empty}>{messages.none}</p>;
    return (
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    );
  }
  if (related.kind === 'one') return <RelatedCard {...list} row={first} />;
  if (isPlainJoin(related)) return <RelatedChips {...list} />;
  return <RelatedGrid {...list} label={related.farRelation?.target.title ?? related.table.title} />;
}
