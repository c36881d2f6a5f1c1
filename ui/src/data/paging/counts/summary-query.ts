import { queryOptions } from '@tanstack/react-query';
import { condition, type Filter, quoteName } from '@/data/query/filters/filters.utils';
import { formatRowsQuery } from '@/data/query/lookups/format-rows-query';
import type { OrderTerm, Value } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { buildProfileHeaders, formatRowsPath, listRows } from '@/data/rows/rows-api';
import type { SummaryFunction } from '@/data/values/summary/summary.utils';
import { parseWireValue } from '@/data/values/value.utils';
import { ApiError, api } from '@/lib/api';
import type { Table } from '@/lib/api.gen';

/** A summary of a column. */
export interface RequestedSummary {
  column: string;
  fn: SummaryFunction;
}

/** Exact values of summaries by `getSummaryKey`; null if there are no values. A missing summary is not available from the backend. */
export type Summaries = Readonly<Record<string, string | null>>;

/** Returns the key of a summary in Summaries. */
export function getSummaryKey({ column, fn }: RequestedSummary): string {
  return `${fn} ${column}`;
}

/** PostgREST's error code if aggregate functions are disabled. */
const aggregatesDisabledCode = 'PGRST123';

/** Milliseconds after which the backend is asked again whether it has aggregates. */
const aggregatesStaleTime = 5 * 60_000;

/** Query: whether the backend computes aggregates (count, sum, ...). Requests no rows. */
export function aggregatesQuery(table: Table) {
  return queryOptions({
    queryKey: ['aggregates', table.schema] as const,
    queryFn: async ({ signal }): Promise<boolean> => {
      try {
        const query = [
          ['select', 'count()'],
          ['limit', '0'],
        ] as const;
        await api.get(formatRowsPath(table), { query, headers: buildProfileHeaders(table), signal });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === aggregatesDisabledCode) return false;
        throw error;
      }
    },
    staleTime: aggregatesStaleTime,
  });
}

/**
 * Query for summaries of all rows that match. If the backend has aggregates, sends one request. Otherwise sends one
 * request for each summary, by a count or by the first row of an order, and one for all sums and averages, which
 * `tableside_aggregate()` computes; they are missing if it isn't installed. `saved` must change with each saved edit, so that
 * the summaries are fetched again.
 */
export function summaryQuery(
  table: Table,
  filters: readonly Filter[],
  requested: readonly RequestedSummary[],
  { aggregates, saved }: { aggregates: boolean; saved: number | null },
) {
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'summary', filters, requested, aggregates, saved] as const,
    queryFn: ({ signal }): Promise<Summaries> =>
      aggregates
        ? fetchAggregates(table, filters, requested, signal)
        : fetchWithoutAggregates(table, filters, requested, signal),
  });
}

/** Formats a summary as an aggregate in PostgREST's `select`. The number of empty values is derived from two counts. */
function formatExpression({ column, fn }: RequestedSummary): string {
  const name = quoteName(column);
  switch (fn) {
    case 'count':
    case 'empty':
      return 'count()';
    case 'filled':
      return `${name}.count()`;
    case 'average':
      return `${name}.avg()`;
    default:
      return `${name}.${fn}()`;
  }
}

/** Returns all summaries with one request. Throws ApiError. */
async function fetchAggregates(
  table: Table,
  filters: readonly Filter[],
  requested: readonly RequestedSummary[],
  signal: AbortSignal,
): Promise<Summaries> {
  const terms = requested.flatMap((summary, i) => [
    `s${i}:${formatExpression(summary)}`,
    ...(summary.fn === 'empty' ? [`f${i}:${formatExpression({ ...summary, fn: 'filled' })}`] : []),
  ]);
  const { data } = await api.get<Record<string, unknown>[]>(formatRowsPath(table), {
    query: formatRowsQuery({ select: terms.join(','), filters, isAggregate: true }),
    headers: buildProfileHeaders(table),
    signal,
  });
  const row = data[0] ?? {};
  return Object.fromEntries(
    requested.map((summary, i) => [
      getSummaryKey(summary),
      readSummaryText(table, summary, row[`s${i}`], row[`f${i}`]),
    ]),
  );
}

function readSummaryText(
  table: Table,
  { column: name, fn }: RequestedSummary,
  value: unknown,
  filled: unknown,
): string | null {
  const column = table.columns.find((candidate) => candidate.name === name);
  const text = toText(column ? parseWireValue(column, value) : null);
  return fn === 'empty' && text !== null ? String(BigInt(text) - BigInt(String(filled))) : text;
}

function toText(value: Value): string | null {
  return value === null ? null : String(value);
}

/** Returns the summaries without PostgREST's aggregates. Those that the backend can't compute are missing. Throws ApiError. */
async function fetchWithoutAggregates(
  table: Table,
  filters: readonly Filter[],
  requested: readonly RequestedSummary[],
  signal: AbortSignal,
): Promise<Summaries> {
  const entries = await Promise.all(
    requested.map(
      async (summary) =>
        [getSummaryKey(summary), await fetchOneWithoutAggregates(table, filters, summary, signal)] as const,
    ),
  );
  return Object.fromEntries(entries.filter(([, text]) => text !== undefined)) as Summaries;
}

/**
 * Returns a summary by a count, by the first row of an order or, for a sum or an average, by `tableside_aggregate()`; undefined
 * if the backend can't compute it. Throws ApiError.
 */
async function fetchOneWithoutAggregates(
  table: Table,
  filters: readonly Filter[],
  { column, fn }: RequestedSummary,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  const isNull = (negated: boolean) => condition(column, 'is', 'null', negated);
  const countRows = async (more: readonly Filter[]) => {
    const request = { filters: [...filters, ...more], columns: [column], limit: 0, signal };
    return String((await listRows(table, { ...request, count: 'exact' })).total ?? 0);
  };
  switch (fn) {
    case 'count':
      return countRows([]);
    case 'filled':
      return countRows([isNull(true)]);
    case 'empty':
      return countRows([isNull(false)]);
    case 'min':
    case 'max': {
      const order: OrderTerm[] = [{ column, descending: fn === 'max' }];
      const request = { filters: [...filters, isNull(true)], order, columns: [column], limit: 1, signal };
      return toText((await listRows(table, request)).rows[0]?.[column] ?? null);
    }
    case 'sum':
    case 'average':
      return fetchWithAggregateFunction(table, filters, { column, fn }, signal);
  }
}

/** PostgreSQL's code for a statement that was ended because it took too long. */
const timeoutCode = '57014';

/** Returns a sum or an average by `tableside_aggregate()`; undefined if it isn't installed, or takes too long. Throws ApiError. */
async function fetchWithAggregateFunction(
  table: Table,
  filters: readonly Filter[],
  { column: name, fn }: { column: string; fn: 'sum' | 'average' },
  signal: AbortSignal,
): Promise<string | null | undefined> {
  const { fetchAggregate, unavailableCode } = await import('@/data/charts/aggregate-requests');
  try {
    // The time zone has no effect without periods.
    const request = { table, fn, column: name, keys: [], filters, zone: 'UTC', signal };
    const { groups } = await fetchAggregate(request);
    const column = table.columns.find((candidate) => candidate.name === name);
    return toText(column ? parseWireValue(column, groups[0]?.value) : null);
  } catch (error) {
    if (error instanceof ApiError && (error.code === unavailableCode || error.code === timeoutCode))
      return undefined;
    throw error;
  }
}
