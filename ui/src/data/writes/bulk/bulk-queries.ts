import { queryOptions } from '@tanstack/react-query';
import { buildKeysetOrder } from '@/data/paging/cursor/keyset.utils';
import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { listIdentifyingColumns } from '@/data/relations/references';
import type { Row, Value } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { isSameValue } from '@/data/values/value.utils';
import type { Column, Table } from '@/lib/api.gen';
import { buildKeyFilters, canGuard, formatKeyText, getRowKey } from '../batches/guards.utils';
import { matchAnyRow, splitIntoBatches } from '../batches/match-rows';
import { rowAccess } from '../batches/row-access';
import { type BulkScope, createBulkSource } from './bulk-source';

/** The size of a scope. */
export interface ScopeSize {
  /** The exact number of rows. */
  count: number;
  /** The first rows, as examples. */
  sample: readonly Row[];
}

/** The number of example rows. */
const sampleSize = 3;

/** Returns the query that counts the rows of a scope. Its result is never cached. */
export function scopeSizeQuery(table: Table, scope: BulkScope) {
  const filters = scope.kind === 'all' ? scope.filters : [];
  const rows = scope.kind === 'all' ? [...scope.excluded.keys()] : scope.rows.length;
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'bulk', filters, rows] as const,
    queryFn: async ({ signal }): Promise<ScopeSize> => {
      if (scope.kind === 'rows') return { count: scope.rows.length, sample: scope.rows.slice(0, sampleSize) };
      const columns = listIdentifyingColumns(table);
      const order = buildKeysetOrder(table, []) ?? [];
      const limit = sampleSize + Math.min(scope.excluded.size, 50);
      const all = await listRows(table, { filters, order, columns, limit, count: 'exact', signal });
      const excludedCount = await countMatchingRows(table, filters, [...scope.excluded.values()], signal);
      const included = all.rows.filter(
        (row) => !scope.excluded.has(formatKeyText(getRowKey(table, row) ?? [])),
      );
      return { count: (all.total ?? 0) - excludedCount, sample: included.slice(0, sampleSize) };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Returns how many of the rows match the filters. */
async function countMatchingRows(
  table: Table,
  filters: readonly Filter[],
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<number> {
  const keys = rows.flatMap((row) => {
    const key = getRowKey(table, row);
    return key ? [buildKeyFilters(key)] : [];
  });
  let count = 0;
  for (const batch of splitIntoBatches(keys, (key) => key)) {
    const columns = listIdentifyingColumns(table).slice(0, 1);
    const request = { filters: [...filters, ...matchAnyRow(batch)], columns, limit: 0, signal };
    count += (await listRows(table, { ...request, count: 'exact' })).total ?? 0;
  }
  return count;
}

/** The number of rows from which a preview is chosen. */
const previewSize = 100;

/** Returns the query for the first rows of a scope as they are now, with these columns and the title's. */
export function previewRowsQuery(table: Table, scope: BulkScope, columns: readonly string[]) {
  const rows = scope.kind === 'rows' ? scope.rows.slice(0, previewSize) : [];
  const filters =
    scope.kind === 'all' ? scope.filters : rows.map((row) => formatKeyText(getRowKey(table, row) ?? []));
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'bulk', filters, 'preview', columns] as const,
    queryFn: async (): Promise<readonly Row[]> => {
      const excludedCount = scope.kind === 'all' ? Math.min(scope.excluded.size, 50) : 0;
      const source = createBulkSource(scope.kind === 'rows' ? { kind: 'rows', rows } : scope, {
        ...{ table, access: rowAccess, columns: listIdentifyingColumns(table, columns) },
        changedColumns: [],
        maxRows: previewSize + excludedCount,
      });
      return (await source.next())?.rows.slice(0, previewSize) ?? [];
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The values of a column in the rows of a scope: the same in all of them, or various. */
export type CurrentValue = { kind: 'same'; value: Value } | { kind: 'various' };

/** Returns the query for a column's current value. Its result is null if the value is unknown or can't be compared. */
export function currentValueQuery(table: Table, scope: BulkScope, column: Column) {
  const filters = scope.kind === 'all' ? scope.filters : [];
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'bulk', filters, 'present', column.name] as const,
    queryFn: async ({ signal }): Promise<CurrentValue | null> => {
      if (scope.kind === 'rows') return getCurrentValue(scope.rows, column);
      const request = { columns: [column.name], limit: 1, signal };
      const first = (await listRows(table, { ...request, filters })).rows[0];
      const value = first?.[column.name];
      if (value === undefined || !canGuard(column, value)) return null;
      const others = await listRows(table, {
        ...request,
        filters: [...filters, otherValuesFilter(column, value)],
      });
      return others.rows.length > 0 ? { kind: 'various' } : { kind: 'same', value };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

function getCurrentValue(rows: readonly Row[], { name }: Column): CurrentValue | null {
  const [first] = rows;
  if (!first || rows.some((row) => !Object.hasOwn(row, name))) return null;
  const value = first[name] ?? null;
  return rows.every((row) => isSameValue(row[name], value)) ? { kind: 'same', value } : { kind: 'various' };
}

function otherValuesFilter({ name }: Column, value: Value): Filter {
  if (value === null) return condition(name, 'is', 'null', true);
  return group('or', [condition(name, 'neq', String(value)), condition(name, 'is', 'null')]);
}
