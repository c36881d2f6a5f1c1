import { useQuery } from '@tanstack/react-query';
import { HoverCard } from 'radix-ui';
import { useState } from 'react';
import { Link } from 'wouter';
import { Avatar } from '@/components/avatar';
import { Skeleton } from '@/components/skeleton';
import type { Table } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { keyOf } from '../api/guards.utils';
import { formatRecord, type KeyValue } from '../api/page-state.utils';
import { referenceQuery } from '../api/references';
import { RecordPeek } from './record-peek';
import styles from './relation-chip.module.css';
import { isPeople } from './type-icon';

export interface RelationChipProps {
  target: Table;
  refKey: readonly KeyValue[];
  /** Leads to the record. Not inside another control. */
  linked?: boolean;
}

/** The row that a reference names, by its title; hovering peeks at it. A row that can't be seen shows its key. */
export function RelationChip({ target, refKey, linked = false }: RelationChipProps) {
  const { data, isPending } = useQuery(referenceQuery(target, refKey));
  const [peeking, setPeeking] = useState(false);
  if (isPending) return <Skeleton width={72} height={10} />;
  const plain = refKey.map(({ value }) => value).join(', ');
  if (!data) return <span className={styles.unknown}>{plain}</span>;
  const content = (
    <>
      {isPeople(target) && <Avatar name={data.title} size="sm" decorative />}
      <span className={styles.title} dir="auto">
        {data.title}
      </span>
    </>
  );
  const record = keyOf(target, data.row);
  const chip =
    linked && record ? (
      <Link
        href={hrefs.record(target.schema, target.name, formatRecord(record))}
        className={styles.chip}
        data-linked
      >
        {content}
      </Link>
    ) : (
      <span className={styles.chip}>{content}</span>
    );
  return (
    <HoverCard.Root openDelay={450} closeDelay={120} open={peeking} onOpenChange={setPeeking}>
      <HoverCard.Trigger asChild>{chip}</HoverCard.Trigger>
      <HoverCard.Portal>
        <HoverCard.Content
          className={styles.peek}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          {peeking && record && <RecordPeek table={target} recordKey={record} />}
        </HoverCard.Content>
      </HoverCard.Portal>
    </HoverCard.Root>
  );
}
