import { queryOptions } from '@tanstack/react-query';
import { canCountExactly } from '@/data/paging/counts/can-count-exactly';
import type { Filter } from '@/data/query/filters/filters.utils';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { parseWireValue } from '@/data/values/value.utils';
import { ApiError } from '@/lib/api';
import type { Column, Table } from '@/lib/api.gen';
import { type AggregateGroups, fetchAggregate, unavailableCode } from './aggregate-requests';
import { type ChartKey, type ChartSpec, listChartColumns } from './chart-spec';
import { type ChartGroup, type RestGroup, summarizeRows } from './summarize-rows';
import { computeRestByCategory, countOnce, omitPartialPeriod, subtractGroups } from './truncated-groups';

/** The groups of a chart, in the order of the backend: the latest periods or the largest values first. */
export interface ChartResult {
  /** The computed aggregate. */
  measured: Omit<ChartSpec, 'type'>;
  groups: readonly ChartGroup[];
  /** Whether there are more groups. The returned periods have all their parts. */
  isTruncated: boolean;
  /**
   * The sums of the groups that are not returned; undefined if there are none, or if they can't be added. They complete the
   * returned periods, but not those that are not returned.
   */
  rest: readonly RestGroup[] | undefined;
  /** The number of rows from which the groups were computed; undefined for all rows. */
  loadedRows: number | undefined;
  /** The number of all rows, if only some were loaded and the number is known. */
  totalRows: number | undefined;
}

/** Number of rows from which a chart is computed if the backend can't compute it. */
const maxLoadedRows = 1000;

/** Query for the groups of a chart, over all rows that match the resolved filters. */
export function chartQuery(table: Table, spec: ChartSpec, filters: readonly Filter[], zone: string) {
  const { fn, column, by, split } = spec;
  const measured = { fn, column, by, split };
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'chart', measured, filters, zone] as const,
    queryFn: async ({ signal }): Promise<ChartResult> => {
      try {
        return { measured, ...(await fetchGroups(table, spec, filters, zone, signal)) };
      } catch (error) {
        if (error instanceof ApiError && error.code === unavailableCode)
          return { measured, ...(await summarizeLoadedRows(table, spec, filters, zone, signal)) };
        throw error;
      }
    },
  });
}

/** Returns the keys of a chart: the groups and their parts. */
function listKeys({ by, split }: ChartSpec): ChartKey[] {
  return [by, split].filter((key) => key !== undefined);
}

/** Requests the groups of a chart from the backend's aggregates. Throws ApiError. */
async function fetchGroups(
  table: Table,
  spec: ChartSpec,
  filters: readonly Filter[],
  zone: string,
  signal: AbortSignal,
): Promise<Omit<ChartResult, 'measured'>> {
  const keys = listKeys(spec);
  const { fn, column } = spec;
  const request = { table, fn, column, filters, zone, signal };
  const found = await fetchAggregate({ ...request, keys });
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const measured = spec.fn === 'distinct' ? undefined : columns.get(spec.column ?? '');
  const toGroups = (found: AggregateGroups) =>
    found.groups.map(
      (group): ChartGroup => ({
        keys: group.keys.map((value, i) =>
          toText(keys[i]?.bucket ? undefined : columns.get(keys[i]?.column ?? ''), value),
        ),
        value: toText(measured, group.value),
      }),
    );
  const all = toGroups(found);
  const isPeriod = spec.by?.bucket !== undefined;
  const groups = found.isTruncated && isPeriod && keys.length > 1 ? omitPartialPeriod(all) : all;
  const complete = {
    isTruncated: found.isTruncated,
    rest: undefined,
    loadedRows: undefined,
    totalRows: undefined,
  };
  const canAdd = fn === 'count' || fn === 'sum';
  // Periods are complete, unless the parts of the latest one are too many.
  const isComplete = isPeriod && (keys.length === 1 || groups.length < all.length);
  if (!found.isTruncated || !canAdd || isComplete) return { ...complete, groups };
  const totals = keys.length > 1 ? await fetchAggregate({ ...request, keys: keys.slice(0, 1) }) : undefined;
  const rest = totals && computeRestByCategory(toGroups(totals), groups, isPeriod);
  if (isPeriod || (totals && !(rest && totals.isTruncated))) return { ...complete, groups, rest };
  const total = toText(measured, (await fetchAggregate({ ...request, keys: [] })).groups[0]?.value);
  const others = subtractGroups(total, totals ? countOnce(toGroups(totals), groups) : groups);
  const keysOfOthers = keys.map(() => undefined);
  return {
    ...complete,
    groups,
    rest: others === undefined ? undefined : [...(rest ?? []), { keys: keysOfOthers, value: others }],
  };
}

/** Converts a value of the response to its text; null for NULL. */
function toText(column: Column | undefined, wire: unknown): string | null {
  if (wire === null || wire === undefined) return null;
  const value = column ? parseWireValue(column, wire) : wire;
  return value === null ? null : String(value);
}

/**
 * Computes the groups of a chart from at most `maxLoadedRows` rows, for a backend without aggregates. The result states how many
 * of the rows it contains. Throws ApiError.
 */
async function summarizeLoadedRows(
  table: Table,
  spec: ChartSpec,
  filters: readonly Filter[],
  zone: string,
  signal: AbortSignal,
): Promise<Omit<ChartResult, 'measured'>> {
  const names = listChartColumns(spec);
  const { rows, total } = await listRows(table, {
    filters,
    columns: names.length > 0 ? [...new Set(names)] : table.columns.slice(0, 1).map(({ name }) => name),
    limit: maxLoadedRows,
    count: canCountExactly(table) ? 'exact' : 'estimated',
    signal,
  });
  const isComplete = total !== undefined && total <= rows.length;
  return {
    groups: summarizeRows(table, spec, rows, zone),
    isTruncated: false,
    rest: undefined,
    loadedRows: isComplete ? undefined : rows.length,
    totalRows: isComplete ? undefined : total,
  };
}
