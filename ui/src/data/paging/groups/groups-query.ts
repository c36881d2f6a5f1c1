import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { canCountExactly } from '@/data/layouts/lane-queries';
import { condition, type Filter, formatFilters, quoteName } from '@/data/query/filters.utils';
import { formatOrder } from '@/data/query/table-page-state';
import type { OrderTerm } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows, parseRows, profileHeaders, rowsPath } from '@/data/rows/rows-api';
import { api } from '@/lib/api';
import type { Column, Table } from '@/lib/api.gen';
import { aggregatesQuery } from '../counts/summary-query';
import { type GroupCount, groupValue } from './groups.utils';

/** More groups than this nobody scrolls through; the rows past them stand without a head. */
export const maxGroups = 500;

/** Where each group takes a request of its own, so many are looked for. */
const maxGroupRequests = 100;

/** Groups that are found before the page shows them. */
const groupsPerPage = 10;

/** A longer value can't be put into an address. */
const maxValueLength = 500;

/** How groups are found: which rows, by which column, in which direction. */
export interface GroupRequest {
  table: Table;
  column: Column;
  filters: readonly Filter[];
  term: OrderTerm;
}

/** Some groups, in their order. */
export interface GroupPage {
  groups: readonly GroupCount[];
  /** There are more than are looked for. */
  isTruncated: boolean;
  /** How to go on; undefined at the end. */
  next: GroupScanPosition | undefined;
}

/** How far the search for groups has come. */
interface GroupScanPosition {
  /** The last value found, whose rows are counted by what is left after it. */
  value: string;
  /** Rows from it on, where they are counted. */
  remainingRows: number | undefined;
  groupCount: number;
}

/**
 * The groups of a table's rows by a column, with how many rows each has: in one
 * request where the backend has aggregates (hosted ones have them off by
 * default), else by one count for each value that an enum may have, else from
 * value to value, a request each. Of a very large table they are found and not
 * counted.
 */
export function groupsQuery(client: QueryClient, request: GroupRequest) {
  const { table, column, filters, term } = request;
  return infiniteQueryOptions({
    queryKey: [...rowKeys.table(table), 'groups', column.name, filters, term.descending] as const,
    queryFn: async ({ pageParam, signal }): Promise<GroupPage> => {
      if (pageParam) return scanGroups(request, pageParam, signal);
      const counted = await fetchByAggregates(client, request, signal);
      if (counted) return counted;
      const values = column.kind === 'boolean' ? ['false', 'true'] : column.enum;
      if (canCountExactly(table) && values.length > 0 && values.length <= maxGroupRequests) {
        return fetchByValues(request, term.descending ? values.toReversed() : values, signal);
      }
      return scanGroups(request, undefined, signal);
    },
    initialPageParam: undefined as GroupScanPosition | undefined,
    getNextPageParam: (page) => page.next,
  });
}

async function fetchByAggregates(
  client: QueryClient,
  { table, column, filters, term }: GroupRequest,
  signal: AbortSignal,
): Promise<GroupPage | undefined> {
  if (!(await client.query(aggregatesQuery(table)))) return undefined;
  const answer = await api.get<Record<string, unknown>[]>(rowsPath(table), {
    query: [
      ['select', `${quoteName(column.name)},group_size:count()`],
      ...formatFilters(filters),
      ['order', formatOrder([term])],
      ['limit', String(maxGroups + 1)],
    ],
    headers: profileHeaders(table),
    signal,
  });
  const rows = parseRows(table, answer.data);
  const groups = answer.data.map((wire, i) => ({
    value: groupValue(rows[i], column.name),
    count: Number(String(wire.group_size)),
  }));
  return { groups: groups.slice(0, maxGroups), isTruncated: groups.length > maxGroups, next: undefined };
}

/** One count for each value there may be. */
async function fetchByValues(
  { table, column, filters }: GroupRequest,
  values: readonly string[],
  signal: AbortSignal,
): Promise<GroupPage> {
  const wanted = [...values, ...(column.nullable ? [null] : [])];
  const counts = await Promise.all(
    wanted.map(async (value) => {
      const own = value === null ? condition(column.name, 'is', 'null') : condition(column.name, 'eq', value);
      const { total } = await listRows(table, {
        ...{ filters: [...filters, own], columns: [column.name], limit: 0, count: 'exact', signal },
      });
      return { value, count: total ?? 0 };
    }),
  );
  return { groups: counts.filter(({ count }) => count > 0), isTruncated: false, next: undefined };
}

/** From value to value: the first one past the last is the next group, and what is left past it tells the size of this one. */
async function scanGroups(
  request: GroupRequest,
  from: GroupScanPosition | undefined,
  signal: AbortSignal,
): Promise<GroupPage> {
  const groups: GroupCount[] = [];
  let last = from ?? (await fetchNextValue(request, undefined, signal));
  while (last) {
    const next: GroupScanPosition | undefined = await fetchNextValue(request, last, signal);
    const count =
      last.remainingRows === undefined ? undefined : last.remainingRows - (next?.remainingRows ?? 0);
    groups.push({ value: last.value, count });
    if (next && next.groupCount > maxGroupRequests) return { groups, isTruncated: true, next: undefined };
    if (next && next.value.length > maxValueLength) return { groups, isTruncated: true, next: undefined };
    if (next && groups.length >= groupsPerPage) return { groups, isTruncated: false, next };
    last = next;
  }
  return {
    groups: [...groups, ...(await fetchNullGroup(request, signal))],
    isTruncated: false,
    next: undefined,
  };
}

async function fetchNextValue(
  { table, column, filters, term }: GroupRequest,
  last: GroupScanPosition | undefined,
  signal: AbortSignal,
): Promise<GroupScanPosition | undefined> {
  const { name } = column;
  const past = last
    ? condition(name, term.descending ? 'lt' : 'gt', last.value)
    : condition(name, 'is', 'null', true);
  const counted = canCountExactly(table);
  const { rows, total } = await listRows(table, {
    ...{ filters: [...filters, past], columns: [name], order: [term], limit: 1, signal },
    count: counted ? 'exact' : undefined,
  });
  const value = groupValue(rows[0], name);
  if (value === null) return undefined;
  return {
    value,
    remainingRows: counted ? (total ?? 0) : undefined,
    groupCount: (last?.groupCount ?? 0) + 1,
  };
}

async function fetchNullGroup(
  { table, column, filters }: GroupRequest,
  signal: AbortSignal,
): Promise<GroupCount[]> {
  if (!column.nullable) return [];
  const counted = canCountExactly(table);
  const { rows, total } = await listRows(table, {
    filters: [...filters, condition(column.name, 'is', 'null')],
    ...{ columns: [column.name], limit: 1, count: counted ? 'exact' : undefined, signal },
  });
  return rows.length > 0 ? [{ value: null, count: counted ? (total ?? 0) : undefined }] : [];
}
