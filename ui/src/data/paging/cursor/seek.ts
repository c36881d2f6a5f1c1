import { condition, type Filter } from '@/data/query/filters.utils';
import type { OrderTerm, Value } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import type { Column, Table } from '@/lib/api.gen';
import { countRowsBefore } from '../page-request';
import { hasNullsFirst, keysetOrder } from './keyset.utils';
import { createCursor, type KeysetCursor } from './keyset-cursor';
import { domainOf } from './value-domain';
import { searchValue } from './value-search';

/**
 * Finds the cut that has a number of rows before it, without walking over them.
 * The values of the order's first column are searched: the planner says how many
 * rows lie before a value, from its statistics, at a cost that has nothing to do
 * with how many they are (2 to 4 ms on a million rows). Where many rows share
 * the value that was found, the search goes on in the next column among those.
 */

export interface SeekRequest {
  table: Table;
  view: Pick<RowsView, 'filters' | 'order'>;
  /** How many rows are to lie before it, of how many. */
  target: number;
  total: number;
  signal?: AbortSignal | undefined;
}

export interface SeekResult {
  cursor: KeysetCursor;
  /** How many rows lie before it; undefined while only the planner has been asked. */
  rowsBefore: number | undefined;
}

/** A landing further off than this part of the table is searched for again by counting, where that is quick. */
const maxDeviation = 0.03;

/** What one exact count in a search may take, and all of them, in milliseconds. */
const singleCountTimeout = 250;
const searchTimeout = 1500;

/** Undefined where the order can't be cut at all. */
export async function seek(seeking: SeekRequest): Promise<SeekResult | undefined> {
  const { table, view, target, total } = seeking;
  const order = keysetOrder(table, view.order);
  if (!order) return undefined;
  const planned = await search(seeking, order, (filters) => countRows(seeking, filters, 'planned'));
  if (!planned) return seekByOffset(seeking, order);
  // The planner takes filters and policies to have nothing to do with the order; sometimes they do.
  const rowsBefore = await withTimeout(singleCountTimeout, seeking.signal, (signal) =>
    countRowsBefore(table, view, planned, 'exact', signal),
  );
  if (rowsBefore === undefined || Math.abs(rowsBefore - target) <= total * maxDeviation)
    return { cursor: planned, rowsBefore };
  const counted = await withTimeout(searchTimeout, seeking.signal, (signal) =>
    search({ ...seeking, signal }, order, (filters) => countRows({ ...seeking, signal }, filters, 'exact')),
  );
  return { cursor: counted ?? planned, rowsBefore: counted ? undefined : rowsBefore };
}

/** The answer, if it comes within a time; else undefined, as when it fails. */
async function withTimeout<T>(
  limit: number,
  outer: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const inner = new AbortController();
  const abort = () => inner.abort();
  const timer = setTimeout(abort, limit);
  outer?.addEventListener('abort', abort);
  try {
    return await ask(inner.signal);
  } catch {
    outer?.throwIfAborted();
    return undefined;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}

type RowCounter = (filters: readonly Filter[]) => Promise<number>;

async function countRows(
  { table, view, signal }: SeekRequest,
  filters: readonly Filter[],
  count: 'planned' | 'exact',
): Promise<number> {
  const columns = (keysetOrder(table, view.order) ?? []).slice(0, 1).map(({ column }) => column);
  const all = [...view.filters, ...filters];
  return (await listRows(table, { filters: all, columns, limit: 0, count, signal })).total ?? 0;
}

/**
 * An order whose values can't be computed with (time of day, interval, network
 * address), or whose texts are sorted as no one would think, is walked through, reading its key alone: 85 ms for 500,000 of a
 * million rows by an index, 280 ms without one, and so it grows with the distance.
 */
async function seekByOffset({ table, view, target, signal }: SeekRequest, order: readonly OrderTerm[]) {
  const columns = order.map(({ column }) => column);
  const { filters } = view;
  const { rows } = await listRows(table, { filters, order, columns, limit: 1, offset: target, signal });
  const cursor = rows[0] && createCursor(order, rows[0], 'before');
  return cursor && { cursor, rowsBefore: target };
}

/** Where a search stands: within the rows that share the values found so far. */
interface SearchScope {
  values: readonly Value[];
  filters: readonly Filter[];
  /** Rows that are still to be passed, as the counts say. */
  rowsToPass: number;
  tolerance: number;
}

async function search(
  request: SeekRequest,
  order: readonly OrderTerm[],
  count: RowCounter,
): Promise<KeysetCursor | undefined> {
  const all = await count([]);
  const rowsToPass = (request.target / Math.max(1, request.total)) * all;
  let scope: SearchScope = { values: [], filters: [], rowsToPass, tolerance: Math.max(50, all * 0.005) };
  for (const [place, term] of order.entries()) {
    const column = request.table.columns.find(({ name }) => name === term.column);
    if (!column) return undefined;
    const next = await searchColumn({
      request,
      term,
      column,
      scope,
      count,
      isLastColumn: place + 1 === order.length,
    });
    if (!next) return undefined;
    scope = next.scope;
    if (next.isDone) return { values: scope.values, side: 'before', sharedCount: place };
  }
  return undefined;
}

interface ColumnSearch {
  request: SeekRequest;
  term: OrderTerm;
  column: Column;
  scope: SearchScope;
  count: RowCounter;
  /** No two rows of the scope share a value. */
  isLastColumn: boolean;
}

interface ColumnSearchResult {
  scope: SearchScope;
  /** As near as is needed; else the next column decides among the rows that share the value. */
  isDone: boolean;
}

async function searchColumn(searching: ColumnSearch): Promise<ColumnSearchResult | undefined> {
  const { term, column, scope, count } = searching;
  let { rowsToPass } = scope;
  if (column.nullable) {
    const isNull = condition(column.name, 'is', 'null');
    const parts = [isNull, { ...isNull, negated: true }];
    const [nulls = 0, values = 0] = await Promise.all(parts.map((part) => count([...scope.filters, part])));
    if (hasNullsFirst(term) ? rowsToPass < nulls : rowsToPass >= values) {
      return {
        scope: narrowScope(scope, null, [isNull], rowsToPass - (hasNullsFirst(term) ? 0 : values)),
        isDone: false,
      };
    }
    if (hasNullsFirst(term)) rowsToPass -= nulls;
  }
  const inner = { ...searching, scope: { ...scope, rowsToPass } };
  const listed = column.kind === 'boolean' ? ['false', 'true'] : column.kind === 'enum' ? column.enum : [];
  return listed.length > 0 ? searchList(inner, listed) : searchDomain(inner);
}

function narrowScope(
  scope: SearchScope,
  value: Value,
  filters: readonly Filter[],
  wanted: number,
): SearchScope {
  return {
    ...scope,
    values: [...scope.values, value],
    filters: [...scope.filters, ...filters],
    rowsToPass: Math.max(0, wanted),
  };
}

/** Booleans and enums: how many rows each of the values has. */
async function searchList(
  { term, column, scope, count, isLastColumn }: ColumnSearch,
  listed: readonly string[],
): Promise<ColumnSearchResult | undefined> {
  const ordered = term.descending ? listed.toReversed() : listed;
  const equal = ordered.map((value) => condition(column.name, 'eq', value));
  const counts = await Promise.all(equal.map((filter) => count([...scope.filters, filter])));
  let { rowsToPass } = scope;
  for (const [i, filter] of equal.entries()) {
    const here = counts[i] ?? 0;
    const left = counts.slice(i + 1).some((n) => n > 1);
    if (rowsToPass < here || !left) {
      const isDone = isLastColumn || here <= scope.tolerance;
      return { scope: narrowScope(scope, ordered[i] ?? null, [filter], rowsToPass), isDone };
    }
    rowsToPass -= here;
  }
  return undefined;
}

/** Types that can be computed with: halving between the first and the last value. */
async function searchDomain(searching: ColumnSearch): Promise<ColumnSearchResult | undefined> {
  const { term, column, scope, count, isLastColumn } = searching;
  const domain = domainOf(column);
  if (!domain) return undefined;
  const before = term.descending ? 'gt' : 'lt';
  const [first, end] = await Promise.all([
    firstValue(searching, [], term.descending),
    firstValue(searching, [], !term.descending),
  ]);
  if (first === undefined || end === undefined) return undefined;
  const near = await searchValue({
    from: first,
    to: end,
    targetCount: scope.rowsToPass,
    tolerance: scope.tolerance,
    interpolate: domain.interpolate,
    countBefore: (value) => count([...scope.filters, condition(column.name, before, value)]),
  });
  const missing = scope.rowsToPass - near.count;
  const lost = missing > 10 * scope.tolerance;
  if (isLastColumn) return lost ? undefined : { scope: narrowScope(scope, near.value, [], 0), isDone: true };
  // The value that is there, at or past the one that was computed, and how many rows share it.
  const from = condition(column.name, term.descending ? 'lte' : 'gte', near.value);
  const value = await firstValue(searching, [from], term.descending);
  if (value === undefined) return undefined;
  const equal = condition(column.name, 'eq', value);
  const here = await count([...scope.filters, equal]);
  if (lost && here < missing) return undefined;
  const isDone = here <= scope.tolerance || missing <= scope.tolerance;
  return { scope: narrowScope(scope, value, [equal], missing), isDone };
}

/** The least value of a column among rows, or the greatest. */
async function firstValue(
  { request, column, scope }: ColumnSearch,
  filters: readonly Filter[],
  descending: boolean,
): Promise<string | undefined> {
  const { table, view, signal } = request;
  const present = column.nullable ? [condition(column.name, 'is', 'null', true)] : [];
  const { rows } = await listRows(table, {
    filters: [...view.filters, ...scope.filters, ...present, ...filters],
    order: [{ column: column.name, descending }],
    columns: [column.name],
    limit: 1,
    signal,
  });
  const value = rows[0]?.[column.name];
  return typeof value === 'string' ? value : undefined;
}
