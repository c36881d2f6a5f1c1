import { queryOptions } from '@tanstack/react-query';
import { defaultOrder } from '@/data/query/default-order';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { matchAnyRow, splitIntoBatches } from '@/data/writes/batches/match-rows';
import type { Schema } from '@/lib/api.gen';
import { namingColumns } from './references';
import { type RelatedTable, relatedColumns, relatedFilters } from './related.utils';

/** Rows that refer to some others: how many, and the first of them. */
export interface IncomingReferences {
  total: number;
  first: readonly Row[];
}

/** The rows whose names are told; the rest are counted. */
export const maxNamedReferences = 3;

/** Past this many rows, what refers to them isn't counted: the requests would be too many. */
export const maxReferencedRows = 500;

/** What refers to any of these rows by one foreign key. */
export function incomingReferencesQuery(schema: Schema, related: RelatedTable, rows: readonly Row[]) {
  const { table, key } = related;
  const each = rows.flatMap((row) => {
    const filters = relatedFilters(key, row);
    return filters ? [filters] : [];
  });
  const batches = splitIntoBatches(each, (filters) => filters).map(matchAnyRow);
  const { named } = relatedColumns(schema, related);
  const columns = namingColumns(table, [...key.columns, ...(named?.key.columns ?? [])]);
  return queryOptions({
    queryKey: [...rowKeys.related(table, batches.flat()), 'counted'],
    queryFn: async ({ signal }): Promise<IncomingReferences> => {
      const found: IncomingReferences[] = [];
      for (const filters of batches) {
        const order = defaultOrder(table);
        const limit = maxNamedReferences;
        const list = await listRows(table, { filters, order, columns, limit, count: 'exact', signal });
        found.push({ total: list.total ?? list.rows.length, first: list.rows });
      }
      return {
        total: found.reduce((sum, { total }) => sum + total, 0),
        first: found.flatMap(({ first }) => first).slice(0, maxNamedReferences),
      };
    },
  });
}
