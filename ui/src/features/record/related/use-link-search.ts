import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { getReferencedKey, referenceQuery } from '@/data/relations/references';
import { linkValues, type RelatedTable } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { useSchema } from '@/lib/auth/session';
import { findTable } from '@/lib/find-table';
import { type RowSearchOptions, useRowSearch } from '@/table/cells/references/use-row-search';
import { recordMessages } from '../record-messages';

const messages = recordMessages.related;

/**
 * Searches rows that can be linked to a record: rows of the far table of a join table, or rows of the referring table
 * that do not refer to the record yet.
 */
export function useLinkSearch(related: RelatedTable, row: Row) {
  const schema = useSchema();
  const client = useQueryClient();
  const options = useMemo((): RowSearchOptions => {
    const { farRelation, key } = related;
    if (farRelation) return { table: farRelation.target, columns: farRelation.key.refColumns, filters: [] };
    const target = findTable(schema, key.refSchema, key.refTable);
    const loadDetail = async (found: Row) => {
      const refKey = target && getReferencedKey({ key, target }, found);
      if (!refKey) return '';
      const current = await client.query(referenceQuery(target, refKey));
      return messages.linkedTo(current?.title ?? refKey.map(({ value }) => value).join(', '));
    };
    return {
      table: related.table,
      columns: key.columns,
      filters: buildUnlinkedFilters(related, row),
      loadDetail,
    };
  }, [related, row, schema, client]);
  return useRowSearch(options);
}

/** Returns the filter for rows that do not refer to a record. An unequal test would exclude rows with NULL. */
function buildUnlinkedFilters({ key }: RelatedTable, row: Row): Filter[] {
  const values = Object.entries(linkValues(key, row) ?? {});
  const conditions = values.flatMap(([column, value]) => [
    condition(column, 'is', 'null'),
    condition(column, 'neq', String(value)),
  ]);
  return conditions.length > 0 ? [group('or', conditions)] : [];
}
