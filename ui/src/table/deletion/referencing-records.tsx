import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Spinner } from '@/components/feedback/spinner';
import {
  type IncomingReferences,
  incomingReferencesQuery,
  maxNamedReferences,
  maxReferencedRows,
} from '@/data/relations/incoming-references';
import { getReferencedKey } from '@/data/relations/references';
import {
  formatRelatedTitle,
  listRelatedColumns,
  listRelatedTables,
  type RelatedTable,
} from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { formatKeyText, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { tableMessages as messages } from '@/table/table-messages';
import { describeDeleteEffect, formatReferenceCount, getDeleteEffect } from './delete-effect';
import { describeRelatedConsequences, describeTableConsequences, listTitles } from './delete-texts';
import styles from './referencing-records.module.css';

/** Lists the rows that refer to the rows to delete: their number per table, the first of them, and the effect of the delete. */
export function ReferencingRecords({ table, rows }: { table: Table; rows: readonly Row[] }) {
  const schema = useSchema();
  const relatedTables = useMemo(() => listRelatedTables(schema, table), [schema, table]);
  const isKnown = ({ key }: RelatedTable) =>
    rows.every((row) => key.refColumns.every((name) => Object.hasOwn(row, name)));
  const readable = relatedTables.filter((related) => related.isReadable && isKnown(related));
  const isCounted = rows.length <= maxReferencedRows;
  const queries = useQueries({
    queries: readable.map((related) => ({
      ...incomingReferencesQuery(schema, related, rows),
      enabled: isCounted,
    })),
  });
  if (!isCounted) return <p>{describeTableConsequences(schema, table).join(' ')}</p>;
  const hidden = relatedTables.filter((related) => !readable.includes(related));
  // Cached references stay visible if a refetch fails.
  const unread = readable.filter((_, i) => queries[i]?.isError && !queries[i]?.data);
  const referencing = readable.flatMap((related, i) => {
    const references = queries[i]?.data;
    return references && references.total > 0 ? [{ related, references }] : [];
  });
  const pending = queries.some(({ isPending }) => isPending);
  return (
    <div className={styles.references} aria-busy={pending}>
      {pending && <Spinner size={14} label={messages.references.loading} />}
      {referencing.length > 0 && (
        <ul className={styles.list} aria-label={messages.references.list}>
          {referencing.map(({ related, references }) => (
            <ReferencingTable
              key={`${related.table.schema}.${related.table.name}.${related.key.name}`}
              {...{ related, references }}
            />
          ))}
        </ul>
      )}
      {hidden.length > 0 && (
        <p>{messages.references.hidden(listTitles(hidden.map(({ table: other }) => other)), rows.length)}</p>
      )}
      {unread.length > 0 && (
        <p>
          {messages.references.failed(
            listTitles(unread.map(({ table: other }) => other)),
            describeRelatedConsequences(unread).join(' '),
          )}
        </p>
      )}
      {referencing.some(({ related }) => getDeleteEffect(related) === 'deleted') && (
        <p className={styles.note}>{messages.deletion.undoScope}</p>
      )}
    </div>
  );
}

function ReferencingTable({
  related,
  references,
}: {
  related: RelatedTable;
  references: IncomingReferences;
}) {
  const schema = useSchema();
  const { table } = related;
  const { total, first } = references;
  const { named } = listRelatedColumns(schema, related);
  return (
    <li data-effect={getDeleteEffect(related)}>
      <b>{formatReferenceCount(related, total)}</b> {describeDeleteEffect(related, total)}
      <span className={styles.names}>
        {first.map((row, i) => {
          const refKey = named && getReferencedKey(named, row);
          return (
            <span key={formatKeyText(getRowKey(table, row) ?? []) || i} dir="auto">
              {named && refKey ? (
                <RelationChip target={named.target} refKey={refKey} />
              ) : (
                formatRelatedTitle(related, row)
              )}
            </span>
          );
        })}
        {total > maxNamedReferences && <span>{messages.references.more(total - first.length)}</span>}
      </span>
    </li>
  );
}
