import { queryOptions } from '@tanstack/react-query';
import { parseDefaultOrder } from '@/data/query/default-order';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { matchAnyRow, splitIntoBatches } from '@/data/writes/batches/match-rows';
import type { Schema } from '@/lib/api.gen';
import { listIdentifyingColumns } from './references';
import { buildRelatedFilters, listRelatedColumns, type RelatedTable } from './related.utils';

/** The rows that refer to some other rows: their number, and the first of them. */
export interface IncomingReferences {
  total: number;
  first: readonly Row[];
}

/** Maximum number of referring rows that are loaded; the others are only counted. */
export const maxNamedReferences = 3;

/** Maximum number of rows whose referring rows are counted. More rows would need too many requests. */
export const maxReferencedRows = 500;

/** Query for the rows that refer to any of `rows` by one foreign key. Sends one request for each batch of rows. */
export function incomingReferencesQuery(schema: Schema, related: RelatedTable, rows: readonly Row[]) {
  const { table, key } = related;
  const each = rows.flatMap((row) => {
    const filters = buildRelatedFilters(key, row);
    return filters ? [filters] : [];
  });
  const batches = splitIntoBatches(each, (filters) => filters).map(matchAnyRow);
  const { named } = listRelatedColumns(schema, related);
  const columns = listIdentifyingColumns(table, [...key.columns, ...(named?.key.columns ?? [])]);
  return queryOptions({
    queryKey: [...rowKeys.related(table, batches.flat()), 'counted'],
    queryFn: async ({ signal }): Promise<IncomingReferences> => {
      const results: IncomingReferences[] = [];
      for (const filters of batches) {
        const order = parseDefaultOrder(table);
        const limit = maxNamedReferences;
        const list = await listRows(table, { filters, order, columns, limit, count: 'exact', signal });
        results.push({ total: list.total ?? list.rows.length, first: list.rows });
      }
      return {
        total: results.reduce((sum, { total }) => sum + total, 0),
        first: results.flatMap(({ first }) => first).slice(0, maxNamedReferences),
      };
    },
  });
}
