import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'wouter';
import { Avatar } from '@/components/avatar';
import { Skeleton } from '@/components/feedback/skeleton';
import { formatRecord, type KeyValue } from '@/data/query/table-page-state';
import { isPeopleTable } from '@/data/relations/people-table';
import { referenceQuery } from '@/data/relations/references';
import { keyOf } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { HoverCard } from './hover-card';
import { RecordPreview } from './record-preview';
import styles from './relation-chip.module.css';
import { useHoverCard } from './use-hover-card';

export interface RelationChipProps {
  target: Table;
  refKey: readonly KeyValue[];
  /** Leads to the record. Not inside another control. */
  linked?: boolean;
}

/** The row that a reference names, by its title; hovering peeks at it. A row that can't be seen shows its key. */
export function RelationChip({ target, refKey, linked = false }: RelationChipProps) {
  const { data, isPending } = useQuery(referenceQuery(target, refKey));
  const anchor = useRef<HTMLAnchorElement & HTMLSpanElement>(null);
  const peek = useHoverCard();
  if (isPending) return <Skeleton width={72} height={10} />;
  const plain = refKey.map(({ value }) => value).join(', ');
  if (!data) return <span className={styles.unknown}>{plain}</span>;
  const content = (
    <>
      {isPeopleTable(target) && <Avatar name={data.title} size="sm" decorative />}
      <span className={styles.title} dir="auto">
        {data.title}
      </span>
    </>
  );
  const record = keyOf(target, data.row);
  const props = { ref: anchor, className: styles.chip, ...peek.onTarget };
  return (
    <>
      {linked && record ? (
        <Link href={hrefs.record(target.schema, target.name, formatRecord(record))} data-linked {...props}>
          {content}
        </Link>
      ) : (
        <span {...props}>{content}</span>
      )}
      {peek.open && record && (
        <HoverCard anchor={anchor} onClose={peek.close} {...peek.onCard}>
          <RecordPreview table={target} recordKey={record} />
        </HoverCard>
      )}
    </>
  );
}
