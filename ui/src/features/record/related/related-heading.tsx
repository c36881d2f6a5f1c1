import { Link } from 'wouter';
import type { Condition } from '@/data/query/filters.utils';
import { emptyTablePageState, formatTablePageState } from '@/data/query/table-page-state';
import type { RelatedTable } from '@/data/relations/related.utils';
import { formatCount } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import styles from './related.module.css';

export interface RelatedHeadingProps {
  related: RelatedTable;
  filters: readonly Condition[];
  /** How many there are; undefined while that isn't known, or where there is one at most. */
  total: number | undefined;
  as: 'h2' | 'h3';
}

/** What refers to a record, how many, by which way; leads to all of them in their own table. */
export function RelatedHeading({ related, filters, total, as: Heading }: RelatedHeadingProps) {
  const { table, farRelation, keyTitles, isReadable } = related;
  const title = farRelation?.target.title ?? table.title;
  const all = `${hrefs.table(table.schema, table.name)}?${formatTablePageState({ ...emptyTablePageState, filters })}`;
  return (
    <Heading className={styles.heading}>
      {isReadable ? (
        <Link href={all} dir="auto" title={`All in ${table.title}`}>
          {title}
        </Link>
      ) : (
        <span dir="auto">{title}</span>
      )}
      {total !== undefined && <small>{formatCount(total)}</small>}
      {keyTitles !== '' && <small dir="auto">by {keyTitles}</small>}
      {farRelation && <small dir="auto">through {table.title}</small>}
    </Heading>
  );
}
