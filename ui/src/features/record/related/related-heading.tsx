import { Link } from 'wouter';
import type { Condition } from '@/data/query/filters/filters.utils';
import { emptyTablePageState, formatTablePageState } from '@/data/query/page-state/table-page-state';
import type { RelatedTable } from '@/data/relations/related.utils';
import { hrefs } from '@/lib/routes';
import { formatCount } from '@/lib/text/format';
import { recordMessages } from '../record-messages';
import styles from './related.module.css';

const messages = recordMessages.related;

export interface RelatedHeadingProps {
  related: RelatedTable;
  filters: readonly Condition[];
  /** The number of rows. Undefined while it is unknown, or if there can be at most one row. */
  total: number | undefined;
  as: 'h2' | 'h3';
}

/** The heading of related rows: table, count, and the foreign key or join table. Links to the rows in their table. */
export function RelatedHeading({ related, filters, total, as: Heading }: RelatedHeadingProps) {
  const { table, farRelation, keyTitles, isReadable } = related;
  const title = farRelation?.target.title ?? table.title;
  const href = `${hrefs.table(table.schema, table.name)}?${formatTablePageState({ ...emptyTablePageState, filters })}`;
  return (
    <Heading className={styles.heading}>
      {isReadable ? (
        <Link href={href} dir="auto" title={messages.showAll(table.title)}>
          {title}
        </Link>
      ) : (
        <span dir="auto">{title}</span>
      )}
      {total !== undefined && <small>{formatCount(total)}</small>}
      {keyTitles !== '' && <small dir="auto">{messages.by(keyTitles)}</small>}
      {farRelation && <small dir="auto">{messages.via(table.title)}</small>}
    </Heading>
  );
}
