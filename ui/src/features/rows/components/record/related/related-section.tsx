import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { ErrorNotice } from '@/components/error-notice';
import { Skeleton } from '@/components/skeleton';
import { formatCount } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import { useSchema } from '@/lib/session';
import type { Condition } from '../../../api/filters.utils';
import { emptyPageState, formatPageState } from '../../../api/page-state.utils';
import { relatedQuery } from '../../../api/related';
import { isPlainJoin, type Related } from '../../../api/related.utils';
import type { Row } from '../../../api/row';
import styles from './related.module.css';
import { RelatedChips } from './related-chips';
import { RelatedGrid } from './related-grid';
import { RelatedOne } from './related-one';
import { RelatedTools } from './related-tools';
import { UnlinkDialog } from './unlink-dialog';
import { useRelatedChanges } from './use-related-changes';

export interface RelatedSectionProps {
  related: Related;
  /** The record that is referred to. */
  row: Row;
  /** The filter for the rows that refer to it. */
  filters: readonly Condition[];
  heading: 'h2' | 'h3';
}

/** The rows that refer to a record by one foreign key, and what can be done about them. */
export function RelatedSection({ related, row, filters, heading: Heading }: RelatedSectionProps) {
  const schema = useSchema();
  const query = useInfiniteQuery({
    ...relatedQuery(schema, related, filters),
    enabled: related.readable,
  });
  const changes = useRelatedChanges(related);
  const [doomed, setDoomed] = useState<Row | null>(null);
  const { table, far, kind } = related;
  const title = far?.target.title ?? table.title;
  const pages = query.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.rows);
  const total = Math.max(pages[0]?.total ?? 0, rows.length);
  const all = `${hrefs.table(table.schema, table.name)}?${formatPageState({ ...emptyPageState, filters })}`;
  const unlink = (one: Row) => {
    if (changes.unlinking) void changes.unlink(one);
    else if (far) void changes.remove(one);
    else setDoomed(one);
  };
  const list = { related, rows, onUnlink: changes.mayUnlink ? unlink : undefined };
  return (
    <section className={styles.section} aria-label={`${title}${related.by && ` by ${related.by}`}`}>
      <div className={styles.top}>
        <Heading className={styles.heading}>
          {related.readable ? (
            <Link href={all} dir="auto" title={`All in ${table.title}`}>
              {title}
            </Link>
          ) : (
            <span dir="auto">{title}</span>
          )}
          {query.data && kind !== 'one' && <small>{formatCount(total)}</small>}
          {related.by !== '' && <small dir="auto">by {related.by}</small>}
          {far && <small dir="auto">through {table.title}</small>}
        </Heading>
        <RelatedTools related={related} row={row} taken={rows} changes={changes} />
      </div>
      {changes.error !== null && doomed === null && (
        <ErrorNotice error={changes.error} className={styles.error} />
      )}
      {!related.readable ? (
        <p className={styles.none}>Your role may not read these rows.</p>
      ) : query.isPending ? (
        <RelatedSkeleton />
      ) : query.isError && rows.length === 0 ? (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : rows.length === 0 ? (
        <p className={styles.none}>None.</p>
      ) : kind === 'one' && rows[0] ? (
        <RelatedOne {...list} row={rows[0]} />
      ) : isPlainJoin(related) ? (
        <RelatedChips {...list} />
      ) : (
        <RelatedGrid {...list} label={title} />
      )}
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
      <UnlinkDialog related={related} doomed={doomed} changes={changes} onClose={() => setDoomed(null)} />
    </section>
  );
}

function RelatedSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy>
      <Skeleton />
      <Skeleton width="80%" />
    </div>
  );
}
