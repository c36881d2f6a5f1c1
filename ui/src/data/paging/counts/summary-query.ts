import { queryOptions } from '@tanstack/react-query';
import { condition, type Filter, formatFilters, quoteName } from '@/data/query/filters.utils';
import type { OrderTerm, Value } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows, profileHeaders, rowsPath } from '@/data/rows/rows-api';
import type { SummaryFunction } from '@/data/values/summary/summary.utils';
import { parseWireValue } from '@/data/values/value.utils';
import { ApiError, api } from '@/lib/api';
import type { Table } from '@/lib/api.gen';

/** A summary that is wanted of a column. */
export interface RequestedSummary {
  column: string;
  fn: SummaryFunction;
}

/** Summaries by `summaryName`. What isn't there can't be had from this backend. */
export type Summaries = Readonly<Record<string, string | null>>;

export function summaryName({ column, fn }: RequestedSummary): string {
  return `${fn} ${column}`;
}

/** The backend's word for: aggregates are switched off. */
const aggregatesDisabledCode = 'PGRST123';

/** How long an answer to whether the backend adds up is believed, in milliseconds. */
const aggregatesStaleTime = 5 * 60_000;

/** Whether the backend computes sums and the like; the database's work for the answer is none. */
export function aggregatesQuery(table: Table) {
  return queryOptions({
    queryKey: ['aggregates', table.schema] as const,
    queryFn: async ({ signal }): Promise<boolean> => {
      try {
        const query = [
          ['select', 'count()'],
          ['limit', '0'],
        ] as const;
        await api.get(rowsPath(table), { query, headers: profileHeaders(table), signal });
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
 * Summaries of all rows that match: in one request where the backend computes
 * them; where it doesn't, all but sums and averages, by counts and by the first
 * row of an order. `saved` differs after each saved edit, which may have changed them.
 */
export function summaryQuery(
  table: Table,
  filters: readonly Filter[],
  wanted: readonly RequestedSummary[],
  { aggregates, saved }: { aggregates: boolean; saved: number | null },
) {
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'summary', filters, wanted, aggregates, saved] as const,
    queryFn: ({ signal }): Promise<Summaries> =>
      aggregates
        ? fetchAggregates(table, filters, wanted, signal)
        : fetchWithoutAggregates(table, filters, wanted, signal),
  });
}

function expressionOf({ column, fn }: RequestedSummary): string {
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

async function fetchAggregates(
  table: Table,
  filters: readonly Filter[],
  wanted: readonly RequestedSummary[],
  signal: AbortSignal,
): Promise<Summaries> {
  const terms = wanted.flatMap((one, i) => [
    `s${i}:${expressionOf(one)}`,
    ...(one.fn === 'empty' ? [`f${i}:${expressionOf({ ...one, fn: 'filled' })}`] : []),
  ]);
  const { data } = await api.get<Record<string, unknown>[]>(rowsPath(table), {
    query: [['select', terms.join(',')], ...formatFilters(filters)],
    headers: profileHeaders(table),
    signal,
  });
  const row = data[0] ?? {};
  return Object.fromEntries(
    wanted.map((one, i) => [summaryName(one), textOf(table, one, row[`s${i}`], row[`f${i}`])]),
  );
}

function textOf(
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

async function fetchWithoutAggregates(
  table: Table,
  filters: readonly Filter[],
  wanted: readonly RequestedSummary[],
  signal: AbortSignal,
): Promise<Summaries> {
  const found = await Promise.all(
    wanted.map(
      async (one) =>
        [summaryName(one), await fetchOneWithoutAggregates(table, filters, one, signal)] as const,
    ),
  );
  return Object.fromEntries(found.filter(([, text]) => text !== undefined)) as Summaries;
}

async function fetchOneWithoutAggregates(
  table: Table,
  filters: readonly Filter[],
  { column, fn }: RequestedSummary,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  const isNull = (negated: boolean) => condition(column, 'is', 'null', negated);
  const countOf = async (more: readonly Filter[]) => {
    const request = { filters: [...filters, ...more], columns: [column], limit: 0, signal };
    return String((await listRows(table, { ...request, count: 'exact' })).total ?? 0);
  };
  switch (fn) {
    case 'count':
      return countOf([]);
    case 'filled':
      return countOf([isNull(true)]);
    case 'empty':
      return countOf([isNull(false)]);
    case 'min':
    case 'max': {
      const order: OrderTerm[] = [{ column, descending: fn === 'max' }];
      const request = { filters: [...filters, isNull(true)], order, columns: [column], limit: 1, signal };
      return toText((await listRows(table, request)).rows[0]?.[column] ?? null);
    }
    default:
      return undefined;
  }
}
