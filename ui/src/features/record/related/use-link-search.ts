import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { condition, type Filter, group } from '@/data/query/filters.utils';
import { referencedKey, referenceQuery } from '@/data/relations/references';
import { linkValues, type RelatedTable } from '@/data/relations/related.utils';
import type { Row } from '@/data/rows/row';
import { findTable } from '@/lib/find-table';
import { useSchema } from '@/lib/session';
import { type RowSearchOptions, useRowSearch } from '@/table/cells/references/use-row-search';

/**
 * Finds rows that may be linked to a record: of the far table of a join, else of
 * the table that refers, without those that do already.
 */
export function useLinkSearch(related: RelatedTable, row: Row) {
  const schema = useSchema();
  const client = useQueryClient();
  const options = useMemo((): RowSearchOptions => {
    const { farRelation, key } = related;
    if (farRelation) return { table: farRelation.target, columns: farRelation.key.refColumns, filters: [] };
    const holder = findTable(schema, key.refSchema, key.refTable);
    const loadDetail = async (one: Row) => {
      const refKey = holder && referencedKey({ key, target: holder }, one);
      if (!refKey) return '';
      const held = await client.query(referenceQuery(holder, refKey));
      return `now with ${held?.title ?? refKey.map(({ value }) => value).join(', ')}`;
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

/** The rows that don't refer to this one: NULL refers to none, which an unequal test alone would leave out. */
function buildUnlinkedFilters({ key }: RelatedTable, row: Row): Filter[] {
  const values = Object.entries(linkValues(key, row) ?? {});
  const other = values.flatMap(([column, value]) => [
    condition(column, 'is', 'null'),
    condition(column, 'neq', String(value)),
  ]);
  return other.length > 0 ? [group('or', other)] : [];
}
