import { condition, type Filter } from '@/data/query/filters.utils';
import type { RowsView } from '@/data/rows/keys';
import type { OrderTerm, Value } from '@/data/rows/row';
import { listRows } from '@/data/rows/rows';
import type { Column, Table } from '@/lib/api.gen';
import { countBefore } from '../page-request';
import { type Cut, cutBeside } from './cut.utils';
import { domainOf } from './domain.utils';
import { keysetOrder, nullsFirst } from './keyset.utils';
import { narrow } from './seek.utils';

/**
 * Finds the cut that has a number of rows before it, without walking over them.
 * The values of the order's first column are searched: the planner says how many
 * rows lie before a value, from its statistics, at a cost that has nothing to do
 * with how many they are (2 to 4 ms on a million rows). Where many rows share
 * the value that was found, the search goes on in the next column among those.
 */

export interface Seeking {
  table: Table;
  view: Pick<RowsView, 'filters' | 'order'>;
  /** How many rows are to lie before it, of how many. */
  target: number;
  total: number;
  signal?: AbortSignal | undefined;
}

export interface Found {
  cut: Cut;
  /** How many rows lie before it; undefined while only the planner has been asked. */
  before: number | undefined;
}

/** A landing further off than this part of the table is searched for again by counting, where that is quick. */
const farOff = 0.03;

/** What one exact count in a search may take, and all of them, in milliseconds. */
const quick = 250;
const patience = 1500;

/** Undefined where the order can't be cut at all. */
export async function seek(seeking: Seeking): Promise<Found | undefined> {
  const { table, view, target, total } = seeking;
  const order = keysetOrder(table, view.order);
  if (!order) return undefined;
  const planned = await search(seeking, order, (filters) => countRows(seeking, filters, 'planned'));
  if (!planned) return walk(seeking, order);
  // The planner takes filters and policies to have nothing to do with the order; sometimes they do.
  const before = await soon(quick, seeking.signal, (signal) =>
    countBefore(table, view, planned, 'exact', signal),
  );
  if (before === undefined || Math.abs(before - target) <= total * farOff) return { cut: planned, before };
  const counted = await soon(patience, seeking.signal, (signal) =>
    search({ ...seeking, signal }, order, (filters) => countRows({ ...seeking, signal }, filters, 'exact')),
  );
  return { cut: counted ?? planned, before: counted ? undefined : before };
}

/** The answer, if it comes within a time; else undefined, as when it fails. */
async function soon<T>(
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

type Count = (filters: readonly Filter[]) => Promise<number>;

async function countRows(
  { table, view, signal }: Seeking,
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
async function walk({ table, view, target, signal }: Seeking, order: readonly OrderTerm[]) {
  const columns = order.map(({ column }) => column);
  const { filters } = view;
  const { rows } = await listRows(table, { filters, order, columns, limit: 1, offset: target, signal });
  const cut = rows[0] && cutBeside(order, rows[0], 'before');
  return cut && { cut, before: target };
}

/** Where a search stands: within the rows that share the values found so far. */
interface Scope {
  values: readonly Value[];
  filters: readonly Filter[];
  /** Rows that are still to be passed, as the counts say. */
  wanted: number;
  tolerance: number;
}

async function search(seeking: Seeking, order: readonly OrderTerm[], count: Count): Promise<Cut | undefined> {
  const all = await count([]);
  const wanted = (seeking.target / Math.max(1, seeking.total)) * all;
  let scope: Scope = { values: [], filters: [], wanted, tolerance: Math.max(50, all * 0.005) };
  for (const [place, term] of order.entries()) {
    const column = seeking.table.columns.find(({ name }) => name === term.column);
    if (!column) return undefined;
    const next = await searchColumn({
      seeking,
      term,
      column,
      scope,
      count,
      last: place + 1 === order.length,
    });
    if (!next) return undefined;
    scope = next.scope;
    if (next.done) return { values: scope.values, side: 'before', shared: place };
  }
  return undefined;
}

interface ColumnSearch {
  seeking: Seeking;
  term: OrderTerm;
  column: Column;
  scope: Scope;
  count: Count;
  /** No two rows of the scope share a value. */
  last: boolean;
}

interface ColumnFound {
  scope: Scope;
  /** As near as is needed; else the next column decides among the rows that share the value. */
  done: boolean;
}

async function searchColumn(searching: ColumnSearch): Promise<ColumnFound | undefined> {
  const { term, column, scope, count } = searching;
  let { wanted } = scope;
  if (column.nullable) {
    const isNull = condition(column.name, 'is', 'null');
    const parts = [isNull, { ...isNull, negated: true }];
    const [nulls = 0, values = 0] = await Promise.all(parts.map((part) => count([...scope.filters, part])));
    if (nullsFirst(term) ? wanted < nulls : wanted >= values) {
      return { scope: within(scope, null, [isNull], wanted - (nullsFirst(term) ? 0 : values)), done: false };
    }
    if (nullsFirst(term)) wanted -= nulls;
  }
  const inner = { ...searching, scope: { ...scope, wanted } };
  const listed = column.kind === 'boolean' ? ['false', 'true'] : column.kind === 'enum' ? column.enum : [];
  return listed.length > 0 ? searchList(inner, listed) : searchDomain(inner);
}

function within(scope: Scope, value: Value, filters: readonly Filter[], wanted: number): Scope {
  return {
    ...scope,
    values: [...scope.values, value],
    filters: [...scope.filters, ...filters],
    wanted: Math.max(0, wanted),
  };
}

/** Booleans and enums: how many rows each of the values has. */
async function searchList(
  { term, column, scope, count, last }: ColumnSearch,
  listed: readonly string[],
): Promise<ColumnFound | undefined> {
  const ordered = term.descending ? listed.toReversed() : listed;
  const equal = ordered.map((value) => condition(column.name, 'eq', value));
  const counts = await Promise.all(equal.map((filter) => count([...scope.filters, filter])));
  let { wanted } = scope;
  for (const [i, filter] of equal.entries()) {
    const here = counts[i] ?? 0;
    const left = counts.slice(i + 1).some((n) => n > 1);
    if (wanted < here || !left) {
      const done = last || here <= scope.tolerance;
      return { scope: within(scope, ordered[i] ?? null, [filter], wanted), done };
    }
    wanted -= here;
  }
  return undefined;
}

/** Types that can be computed with: halving between the first and the last value. */
async function searchDomain(searching: ColumnSearch): Promise<ColumnFound | undefined> {
  const { term, column, scope, count, last } = searching;
  const domain = domainOf(column);
  if (!domain) return undefined;
  const before = term.descending ? 'gt' : 'lt';
  const [first, end] = await Promise.all([
    firstValue(searching, [], term.descending),
    firstValue(searching, [], !term.descending),
  ]);
  if (first === undefined || end === undefined) return undefined;
  const near = await narrow({
    from: first,
    to: end,
    wanted: scope.wanted,
    tolerance: scope.tolerance,
    between: domain.between,
    countBefore: (value) => count([...scope.filters, condition(column.name, before, value)]),
  });
  const missing = scope.wanted - near.count;
  const lost = missing > 10 * scope.tolerance;
  if (last) return lost ? undefined : { scope: within(scope, near.value, [], 0), done: true };
  // The value that is there, at or past the one that was computed, and how many rows share it.
  const from = condition(column.name, term.descending ? 'lte' : 'gte', near.value);
  const value = await firstValue(searching, [from], term.descending);
  if (value === undefined) return undefined;
  const equal = condition(column.name, 'eq', value);
  const here = await count([...scope.filters, equal]);
  if (lost && here < missing) return undefined;
  const done = here <= scope.tolerance || missing <= scope.tolerance;
  return { scope: within(scope, value, [equal], missing), done };
}

/** The least value of a column among rows, or the greatest. */
async function firstValue(
  { seeking, column, scope }: ColumnSearch,
  filters: readonly Filter[],
  descending: boolean,
): Promise<string | undefined> {
  const { table, view, signal } = seeking;
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
