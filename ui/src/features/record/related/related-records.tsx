import { useMemo } from 'react';
import { buildRelatedFilters, listRelatedTables } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { useSchema } from '@/lib/auth/session';
import { useTable } from '@/table/table-context';
import { RelatedSection } from './related-section';

/** The rows that refer to a record, with a section for each foreign key. */
export function RelatedRecords({ row, heading }: { row: Row; heading: 'h2' | 'h3' }) {
  const { table } = useTable();
  const schema = useSchema();
  const relatedTables = useMemo(() => listRelatedTables(schema, table), [schema, table]);
  return relatedTables.map((related) => {
    const filters = buildRelatedFilters(related.key, row);
    if (!filters) return null;
    const { table: other, key } = related;
    return (
      <RelatedSection
        key={`${other.schema}.${other.name}.${key.name}`}
        {...{ related, row, filters, heading }}
      />
    );
  });
}
