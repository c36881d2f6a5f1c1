import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'wouter';
import { Skeleton } from '@/components/feedback/skeleton';
import { Avatar } from '@/components/marks/avatar';
import { formatRecord, type KeyValue } from '@/data/query/page-state/table-page-state';
import { isPeopleTable } from '@/data/relations/people-table';
import { referenceQuery } from '@/data/relations/references';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { HoverCard } from './hover-card';
import { RecordPreview } from './record-preview';
import styles from './relation-chip.module.css';
import { useHoverCard } from './use-hover-card';
import { useReferencedTitle } from './use-referenced-title';

export interface RelationChipProps {
  target: Table;
  refKey: readonly KeyValue[];
  /** Makes the chip a link to the record. Not allowed inside another control. */
  linked?: boolean;
}

/** A referenced row by its title, with a preview on hover. Shows the key of a row that the role can't read. */
export function RelationChip({ target, refKey, linked = false }: RelationChipProps) {
  const { data, isPending } = useQuery(referenceQuery(target, refKey));
  const title = useReferencedTitle(target, data?.row);
  const anchor = useRef<HTMLAnchorElement & HTMLSpanElement>(null);
  const hoverCard = useHoverCard();
  if (isPending) return <Skeleton width={72} height={10} />;
  const keyLabel = refKey.map(({ value }) => value).join(', ');
  if (!data) return <span className={styles.unknown}>{keyLabel}</span>;
  const content = (
    <>
      {isPeopleTable(target) && <Avatar name={title} size="sm" decorative />}
      <span className={styles.title} dir="auto">
        {title}
      </span>
    </>
  );
  const record = getRowKey(target, data.row);
  const props = { ref: anchor, className: styles.chip, ...hoverCard.onTarget };
  return (
    <>
      {linked && record ? (
        <Link href={hrefs.record(target.schema, target.name, formatRecord(record))} data-linked {...props}>
          {content}
        </Link>
      ) : (
        <span {...props}>{content}</span>
      )}
      {hoverCard.open && record && (
        <HoverCard anchor={anchor} onClose={hoverCard.close} {...hoverCard.onCard}>
          <RecordPreview table={target} recordKey={record} />
        </HoverCard>
      )}
    </>
  );
}
