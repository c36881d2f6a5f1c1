import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Spinner } from '@/components/feedback/spinner';
import {
  type IncomingReferences,
  incomingReferencesQuery,
  maxNamedReferences,
  maxReferencedRows,
} from '@/data/relations/incoming-references';
import { referencedKey } from '@/data/relations/references';
import {
  listRelatedTables,
  type RelatedTable,
  relatedColumns,
  relatedTitle,
} from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { keyOf, keyText } from '@/data/writes/batches/guards.utils';
import type { Table } from '@/lib/api.gen';
import { formatCount, formatList } from '@/lib/format';
import { useSchema } from '@/lib/session';
import { RelationChip } from '@/table/cells/references/relation-chip';
import { deleteEffectOf, describeDeleteEffect, formatReferenceCount } from './delete-effect';
import { describeRelatedConsequences, describeTableConsequences, titlesOf } from './delete-texts';
import styles from './referencing-records.module.css';

/** What refers to rows that are about to be deleted: how many of each table, the first by name, and what becomes of them. */
export function ReferencingRecords({ table, rows }: { table: Table; rows: readonly Row[] }) {
  const schema = useSchema();
  const all = useMemo(() => listRelatedTables(schema, table), [schema, table]);
  const isKnown = ({ key }: RelatedTable) => rows.every((row) => key.refColumns.every((name) => name in row));
  const readable = all.filter((related) => related.isReadable && isKnown(related));
  const counted = rows.length <= maxReferencedRows;
  const found = useQueries({
    queries: readable.map((related) => ({
      ...incomingReferencesQuery(schema, related, rows),
      enabled: counted,
    })),
  });
  if (!counted) return <p>{describeTableConsequences(schema, table).join(' ')}</p>;
  const hidden = titlesOf(all.filter((one) => !readable.includes(one)).map(({ table: other }) => other));
  // What was read before, and could not be now, is told as it was.
  const unread = readable.filter((_, i) => found[i]?.isError && !found[i]?.data);
  const unsure = hidden.length + unread.length > 0;
  const told = readable.flatMap((related, i) => {
    const references = found[i]?.data;
    return references && references.total > 0 ? [{ related, references }] : [];
  });
  const it = rows.length === 1 ? 'it' : 'them';
  const pending = found.some(({ isPending }) => isPending);
  return (
    <div className={styles.references} aria-busy={pending}>
      {pending && <Spinner size={14} label="Looking for what refers to it" />}
      {told.length > 0 && (
        <ul className={styles.list} aria-label="What refers to it">
          {told.map(({ related, references }) => (
            <ReferencingTable
              key={`${related.table.schema}.${related.table.name}.${related.key.name}`}
              {...{ related, references }}
            />
          ))}
        </ul>
      )}
      {!pending && told.length === 0 && !unsure && <p>Nothing refers to {it}.</p>}
      {hidden.length > 0 && (
        <p>
          {formatList(hidden)} may refer to {it} too: those rows could not be read.
        </p>
      )}
      {unread.length > 0 && (
        <p>
          What refers to {it} could not be looked up in{' '}
          {formatList(titlesOf(unread.map(({ table: other }) => other)))}.{' '}
          {describeRelatedConsequences(unread).join(' ')}
        </p>
      )}
      {told.some(({ related }) => deleteEffectOf(related) === 'deleted') && (
        <p className={styles.note}>Undo brings back what you delete here, not what is deleted with it.</p>
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
  const { named } = relatedColumns(schema, related);
  return (
    <li data-fate={deleteEffectOf(related)}>
      <b>{formatReferenceCount(related, total)}</b> {describeDeleteEffect(related, total)}.
      <span className={styles.names}>
        {first.map((row, i) => {
          const refKey = named && referencedKey(named, row);
          return (
            <span key={keyText(keyOf(table, row) ?? []) || i} dir="auto">
              {named && refKey ? (
                <RelationChip target={named.target} refKey={refKey} />
              ) : (
                relatedTitle(related, row)
              )}
            </span>
          );
        })}
        {total > maxNamedReferences && <span>and {formatCount(total - first.length)} more</span>}
      </span>
    </li>
  );
}
