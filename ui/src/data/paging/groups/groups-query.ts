import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { condition, type Filter, quoteName } from '@/data/query/filters/filters.utils';
import { formatRowsQuery } from '@/data/query/lookups/format-rows-query';
import type { OrderTerm } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { buildProfileHeaders, formatRowsPath, listRows, parseRows } from '@/data/rows/rows-api';
import { hasEnumOrder } from '@/data/values/formats/enum-labels';
import { api } from '@/lib/api';
import type { Column, Table } from '@/lib/api.gen';
import { canCountExactly } from '../counts/can-count-exactly';
import { aggregatesQuery } from '../counts/summary-query';
import { type GroupCount, groupValue } from './groups.utils';

/** Maximum number of groups. The rows of further groups have no group head. */
export const maxGroups = 500;

/** Maximum number of groups if each needs a request. */
const maxGroupRequests = 100;

/** Number of groups that one call of scanGroups returns. */
const groupsPerPage = 10;

/** Maximum length of a group's value, because it becomes part of a URL. */
const maxValueLength = 500;

/** The rows, the column and the order of groups. */
export interface GroupRequest {
  table: Table;
  column: Column;
  filters: readonly Filter[];
  term: OrderTerm;
}

/** Consecutive groups in their order. */
export interface GroupPage {
  groups: readonly GroupCount[];
  /** Whether there are more groups than the maximum. */
  isTruncated: boolean;
  /** The position of the next page; undefined at the end. */
  next: GroupScanPosition | undefined;
}

/** The position of a scan through the values of a column. */
interface GroupScanPosition {
  /** The last value found. */
  value: string;
  /** The number of rows with this value or a later one; undefined if rows are not counted. */
  remainingRows: number | undefined;
  groupCount: number;
}

/**
 * Query for the groups of a table's rows by a column, with the number of rows of each. If the backend has aggregates
 * (on hosted Supabase they are disabled by default), sends one request. Otherwise, for a boolean or an enum, counts the
 * rows of each possible value; for other types, scans from value to value with one request each. Groups of a very large
 * table have no counts.
 */
export function groupsQuery(client: QueryClient, request: GroupRequest) {
  const { table, column, filters, term } = request;
  return infiniteQueryOptions({
    queryKey: [...rowKeys.table(table), 'groups', column.name, filters, term.descending] as const,
    queryFn: ({ pageParam, signal }) => fetchGroupPage(client, request, pageParam, signal),
    initialPageParam: undefined as GroupScanPosition | undefined,
    getNextPageParam: (page) => page.next,
  });
}

/**
 * Fetches the groups of a request as `groupsQuery` does, until there are more than `max` or there are no further ones. Throws
 * ApiError.
 */
export async function fetchGroups(
  client: QueryClient,
  request: GroupRequest,
  max: number,
  signal: AbortSignal,
): Promise<Pick<GroupPage, 'groups' | 'isTruncated'>> {
  let page = await fetchGroupPage(client, request, undefined, signal);
  const groups = [...page.groups];
  while (page.next && groups.length <= max) {
    page = await fetchGroupPage(client, request, page.next, signal);
    groups.push(...page.groups);
  }
  return { groups, isTruncated: page.isTruncated || page.next !== undefined };
}

/** Fetches the groups from a position, or from the start. Throws ApiError. */
async function fetchGroupPage(
  client: QueryClient,
  request: GroupRequest,
  from: GroupScanPosition | undefined,
  signal: AbortSignal,
): Promise<GroupPage> {
  if (from) return scanGroups(request, from, signal);
  const { table, column, term } = request;
  const counted = await fetchByAggregates(client, request, signal);
  if (counted) return counted;
  const listed = hasEnumOrder(column) ? column.enum : [];
  const values = column.kind === 'boolean' ? ['false', 'true'] : listed;
  if (canCountExactly(table) && values.length > 0 && values.length <= maxGroupRequests) {
    return fetchByValues(request, term.descending ? values.toReversed() : values, signal);
  }
  return scanGroups(request, undefined, signal);
}

/** Requests the groups with their sizes at once; undefined if the backend has no aggregates. Throws ApiError. */
async function fetchByAggregates(
  client: QueryClient,
  { table, column, filters, term }: GroupRequest,
  signal: AbortSignal,
): Promise<GroupPage | undefined> {
  if (!(await client.query(aggregatesQuery(table)))) return undefined;
  const { data } = await api.get<Record<string, unknown>[]>(formatRowsPath(table), {
    query: [
      ...formatRowsQuery({
        ...{ select: `${quoteName(column.name)},group_size:count()`, filters },
        ...{ order: [term], isAggregate: true },
      }),
      ['limit', String(maxGroups + 1)],
    ],
    headers: buildProfileHeaders(table),
    signal,
  });
  const rows = parseRows(table, data);
  const groups = data.map((wire, i) => ({
    value: groupValue(rows[i], column.name),
    count: Number(String(wire.group_size)),
  }));
  return { groups: groups.slice(0, maxGroups), isTruncated: groups.length > maxGroups, next: undefined };
}

/** Counts the rows of each possible value, with one request each. */
async function fetchByValues(
  { table, column, filters }: GroupRequest,
  values: readonly string[],
  signal: AbortSignal,
): Promise<GroupPage> {
  const groupValues = [...values, ...(column.nullable ? [null] : [])];
  const counts = await Promise.all(
    groupValues.map(async (value) => {
      const filter =
        value === null ? condition(column.name, 'is', 'null') : condition(column.name, 'eq', value);
      const { total } = await listRows(table, {
        ...{ filters: [...filters, filter], columns: [column.name], limit: 0, count: 'exact', signal },
      });
      return { value, count: total ?? 0 };
    }),
  );
  return { groups: counts.filter(({ count }) => count > 0), isTruncated: false, next: undefined };
}

/**
 * Scans from value to value: each request returns the first value after the last
 * one, and the number of rows from it on. The size of a group is the difference of
 * two such numbers.
 */
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

/**
 * Requests the first value of the column after the last value, with the number of rows from it on; the first value of all without
 * `last`. undefined after the last value. Throws ApiError.
 */
async function fetchNextValue(
  { table, column, filters, term }: GroupRequest,
  last: GroupScanPosition | undefined,
  signal: AbortSignal,
): Promise<GroupScanPosition | undefined> {
  const { name } = column;
  const remaining = last
    ? condition(name, term.descending ? 'lt' : 'gt', last.value)
    : condition(name, 'is', 'null', true);
  const isCounted = canCountExactly(table);
  const { rows, total } = await listRows(table, {
    ...{ filters: [...filters, remaining], columns: [name], order: [term], limit: 1, signal },
    count: isCounted ? 'exact' : undefined,
  });
  const value = groupValue(rows[0], name);
  if (value === null) return undefined;
  return {
    value,
    remainingRows: isCounted ? (total ?? 0) : undefined,
    groupCount: (last?.groupCount ?? 0) + 1,
  };
}

/** Requests the group of the rows in which the column is NULL; none if there are no such rows. Throws ApiError. */
async function fetchNullGroup(
  { table, column, filters }: GroupRequest,
  signal: AbortSignal,
): Promise<GroupCount[]> {
  if (!column.nullable) return [];
  const isCounted = canCountExactly(table);
  const { rows, total } = await listRows(table, {
    filters: [...filters, condition(column.name, 'is', 'null')],
    ...{ columns: [column.name], limit: 1, count: isCounted ? 'exact' : undefined, signal },
  });
  return rows.length > 0 ? [{ value: null, count: isCounted ? (total ?? 0) : undefined }] : [];
}
