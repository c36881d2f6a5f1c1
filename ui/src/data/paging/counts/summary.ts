import { queryOptions } from '@tanstack/react-query';
import { condition, type Filter, formatFilters, quoteName } from '@/data/query/filters.utils';
import { rowKeys } from '@/data/rows/keys';
import type { OrderTerm, Value } from '@/data/rows/row';
import { listRows, profile, rowsPath } from '@/data/rows/rows';
import type { SummaryFunction } from '@/data/values/summary/summary.utils';
import { fromWire } from '@/data/values/value.utils';
import { ApiError, api } from '@/lib/api';
import type { Table } from '@/lib/api.gen';

/** A summary that is wanted of a column. */
export interface Wanted {
  column: string;
  fn: SummaryFunction;
}

/** Summaries by `summaryName`. What isn't there can't be had from this backend. */
export type Summaries = Readonly<Record<string, string | null>>;

export function summaryName({ column, fn }: Wanted): string {
  return `${fn} ${column}`;
}

/** The backend's word for: aggregates are switched off. */
const switchedOff = 'PGRST123';

/** How long an answer to whether the backend adds up is believed, in milliseconds. */
const believedFor = 5 * 60_000;

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
        await api.get(rowsPath(table), { query, headers: profile(table), signal });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === switchedOff) return false;
        throw error;
      }
    },
    staleTime: believedFor,
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
  wanted: readonly Wanted[],
  { aggregates, saved }: { aggregates: boolean; saved: number | null },
) {
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'summary', filters, wanted, aggregates, saved] as const,
    queryFn: ({ signal }): Promise<Summaries> =>
      aggregates ? computed(table, filters, wanted, signal) : pieced(table, filters, wanted, signal),
  });
}

function expressionOf({ column, fn }: Wanted): string {
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

async function computed(
  table: Table,
  filters: readonly Filter[],
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<Summaries> {
  const terms = wanted.flatMap((one, i) => [
    `s${i}:${expressionOf(one)}`,
    ...(one.fn === 'empty' ? [`f${i}:${expressionOf({ ...one, fn: 'filled' })}`] : []),
  ]);
  const { data } = await api.get<Record<string, unknown>[]>(rowsPath(table), {
    query: [['select', terms.join(',')], ...formatFilters(filters)],
    headers: profile(table),
    signal,
  });
  const row = data[0] ?? {};
  return Object.fromEntries(
    wanted.map((one, i) => [summaryName(one), textOf(table, one, row[`s${i}`], row[`f${i}`])]),
  );
}

function textOf(table: Table, { column: name, fn }: Wanted, value: unknown, filled: unknown): string | null {
  const column = table.columns.find((candidate) => candidate.name === name);
  const text = asText(column ? fromWire(column, value) : null);
  return fn === 'empty' && text !== null ? String(BigInt(text) - BigInt(String(filled))) : text;
}

function asText(value: Value): string | null {
  return value === null ? null : String(value);
}

async function pieced(
  table: Table,
  filters: readonly Filter[],
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<Summaries> {
  const found = await Promise.all(
    wanted.map(async (one) => [summaryName(one), await piece(table, filters, one, signal)] as const),
  );
  return Object.fromEntries(found.filter(([, text]) => text !== undefined)) as Summaries;
}

async function piece(
  table: Table,
  filters: readonly Filter[],
  { column, fn }: Wanted,
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
      return asText((await listRows(table, request)).rows[0]?.[column] ?? null);
    }
    default:
      return undefined;
  }
}
