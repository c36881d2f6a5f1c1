import { queryOptions } from '@tanstack/react-query';
import { defaultOrder } from '@/data/query/default-order';
import { rowKeys } from '@/data/rows/keys';
import type { Row } from '@/data/rows/row';
import { listRows } from '@/data/rows/rows';
import { fitBatches, matchAny } from '@/data/writes/batches/write-rows.utils';
import type { Schema } from '@/lib/api.gen';
import { namingColumns } from './references';
import { type Related, relatedColumns, relatedFilters } from './related.utils';

/** Rows that refer to some others: how many, and the first of them. */
export interface ReferencesTo {
  total: number;
  first: readonly Row[];
}

/** The rows whose names are told; the rest are counted. */
export const namedReferences = 3;

/** Past this many rows, what refers to them isn't counted: the requests would be too many. */
export const mostReferredTo = 500;

/** What refers to any of these rows by one foreign key. */
export function referencesToQuery(schema: Schema, related: Related, rows: readonly Row[]) {
  const { table, key } = related;
  const each = rows.flatMap((row) => {
    const filters = relatedFilters(key, row);
    return filters ? [filters] : [];
  });
  const batches = fitBatches(each, (filters) => filters).map(matchAny);
  const { named } = relatedColumns(schema, related);
  const columns = namingColumns(table, [...key.columns, ...(named?.key.columns ?? [])]);
  return queryOptions({
    queryKey: [...rowKeys.related(table, batches.flat()), 'counted'],
    queryFn: async ({ signal }): Promise<ReferencesTo> => {
      const found: ReferencesTo[] = [];
      for (const filters of batches) {
        const order = defaultOrder(table);
        const limit = namedReferences;
        const list = await listRows(table, { filters, order, columns, limit, count: 'exact', signal });
        found.push({ total: list.total ?? list.rows.length, first: list.rows });
      }
      return {
        total: found.reduce((sum, { total }) => sum + total, 0),
        first: found.flatMap(({ first }) => first).slice(0, namedReferences),
      };
    },
  });
}
