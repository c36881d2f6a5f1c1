import { Link } from 'wouter';
import type { Condition } from '@/data/query/filters.utils';
import { emptyPageState, formatPageState } from '@/data/query/page-state.utils';
import type { Related } from '@/data/relations/related.utils';
import { formatCount } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import styles from './related.module.css';

export interface RelatedHeadingProps {
  related: Related;
  filters: readonly Condition[];
  /** How many there are; undefined while that isn't known, or where there is one at most. */
  total: number | undefined;
  as: 'h2' | 'h3';
}

/** What refers to a record, how many, by which way; leads to all of them in their own table. */
export function RelatedHeading({ related, filters, total, as: Heading }: RelatedHeadingProps) {
  const { table, far, by, readable } = related;
  const title = far?.target.title ?? table.title;
  const all = `${hrefs.table(table.schema, table.name)}?${formatPageState({ ...emptyPageState, filters })}`;
  return (
    <Heading className={styles.heading}>
      {readable ? (
        <Link href={all} dir="auto" title={`All in ${table.title}`}>
          {title}
        </Link>
      ) : (
        <span dir="auto">{title}</span>
      )}
      {total !== undefined && <small>{formatCount(total)}</small>}
      {by !== '' && <small dir="auto">by {by}</small>}
      {far && <small dir="auto">through {table.title}</small>}
    </Heading>
  );
}
