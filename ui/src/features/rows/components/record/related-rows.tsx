import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { Skeleton } from '@/components/skeleton';
import type { Schema } from '@/lib/api.gen';
import { formatCount } from '@/lib/format';
import { hrefs } from '@/lib/routes';
import { useSchema } from '@/lib/session';
import { keyOf } from '../../api/guards.utils';
import { emptyPageState, formatPageState, formatRecord } from '../../api/page-state.utils';
import { referredKey, relationOf } from '../../api/references';
import { type Incoming, incomingOf, relatedColumns, relatedQuery } from '../../api/related';
import type { Row } from '../../api/row';
import { groupsDigits, titleOf } from '../../values/value.utils';
import { CellValue } from '../cells/cell-value';
import { RelationChip } from '../cells/relation-chip';
import { useTable } from '../table-context';
import styles from './related-rows.module.css';

/** Rows of other tables that refer to this one, a few of each. */
export function RelatedRows({ row, heading }: { row: Row; heading: 'h2' | 'h3' }) {
  const { table } = useTable();
  const schema = useSchema();
  const incoming = useMemo(() => incomingOf(schema, table, row), [schema, table, row]);
  return incoming.map((source) => (
    <RelatedList
      key={`${source.table.schema}.${source.table.name}.${source.key.name}`}
      source={source}
      heading={heading}
    />
  ));
}

function RelatedList({ source, heading: Heading }: { source: Incoming; heading: 'h2' | 'h3' }) {
  const { data, isPending } = useQuery(relatedQuery(source));
  const schema = useSchema();
  const { table, key, filters } = source;
  if (isPending) {
    return (
      <section className={styles.section} aria-busy>
        <Heading className={styles.heading}>{table.title}</Heading>
        <Skeleton />
        <Skeleton width="80%" />
      </section>
    );
  }
  // What this person may not read, or what isn't there, needs no heading.
  if (!data || data.rows.length === 0) return null;
  const all = `${hrefs.table(table.schema, table.name)}?${formatPageState({ ...emptyPageState, filters })}`;
  const total = data.total ?? data.rows.length;
  return (
    <section className={styles.section}>
      <Heading className={styles.heading}>
        <Link href={all} dir="auto">
          {table.title}
        </Link>
        <small>{formatCount(total)}</small>
        {otherNamesOf(source, schema) && <small dir="auto">by {key.columns.join(', ')}</small>}
      </Heading>
      <ul className={styles.rows}>
        {data.rows.map((row, i) => (
          <RelatedRow
            key={
              keyOf(table, row)
                ?.map(({ value }) => value)
                .join('\n') ?? i
            }
            source={source}
            row={row}
          />
        ))}
      </ul>
      {total > data.rows.length && (
        <Link href={all} className={styles.more}>
          All {formatCount(total)}
        </Link>
      )}
    </section>
  );
}

/** Whether the same table refers here by several keys, so that each has to be told apart. */
function otherNamesOf({ table, key }: Incoming, schema: Schema): boolean {
  const target = `${key.refSchema}.${key.refTable}`;
  const known = schema.tables.find(({ schema: s, name }) => s === table.schema && name === table.name);
  return (
    (known?.foreignKeys ?? []).filter((other) => `${other.refSchema}.${other.refTable}` === target).length > 1
  );
}

function RelatedRow({ source, row }: { source: Incoming; row: Row }) {
  const schema = useSchema();
  const { table } = source;
  const { named, facts } = relatedColumns(schema, source);
  const record = keyOf(table, row);
  const relation = named === undefined ? undefined : relationOf(schema, table, named);
  const refKey = relation ? referredKey(relation, row) : undefined;
  const content = (
    <>
      <span className={styles.name} dir="auto">
        {relation && refKey ? <RelationChip target={relation.target} refKey={refKey} /> : titleOf(table, row)}
      </span>
      {facts.map((column) => (
        <span key={column.name} className={styles.fact}>
          <CellValue column={column} value={row[column.name] ?? null} grouped={groupsDigits(table, column)} />
        </span>
      ))}
    </>
  );
  return (
    <li>
      {record ? (
        <Link href={hrefs.record(table.schema, table.name, formatRecord(record))} className={styles.row}>
          {content}
        </Link>
      ) : (
        <span className={styles.row}>{content}</span>
      )}
    </li>
  );
}
