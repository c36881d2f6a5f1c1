import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { keysetOrder } from '@/data/paging/cursor/keyset.utils';
import { createCursor } from '@/data/paging/cursor/keyset-cursor';
import { fetchPage } from '@/data/paging/page-request';
import { quoteName } from '@/data/query/filters.utils';
import { namingColumns, type Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { type LaneRef, type RowsView, rowKeys } from '@/data/rows/row-keys';
import { listRows, parseRows } from '@/data/rows/rows-api';
import { titleColumn, titleOf } from '@/data/values/value.utils';
import { api, path } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import { type LaneData, type LanePage, type LanePageParam, laneFilter, updateLane } from './lanes.utils';

/** Cards in one request: about two screens of a lane. */
const pageSize = 30;

/** Past this many rows a count reads too much to be made for each lane; the planner's estimate has to do. */
const maxCountedRows = 200_000;

/** Whether lanes of a table are counted exactly. */
export function canCountExactly(table: Table): boolean {
  return (table.estimatedRows ?? 0) <= maxCountedRows;
}

/** The rows of a lane, page by page, each asked for by key after the one before; the first brings the count. */
export function laneQuery(table: Table, view: RowsView, lane: LaneRef) {
  return infiniteQueryOptions({
    queryKey: rowKeys.lane(table, view, lane),
    queryFn: async ({ pageParam, signal }): Promise<LanePage> => {
      const { index, last } = pageParam;
      const filters = [...view.filters, laneFilter(lane)];
      const order = keysetOrder(table, view.order);
      const cursor = last && order && createCursor(order, last, 'after');
      const { rows, total } = await fetchPage(
        table,
        { ...view, filters },
        {
          cursor,
          isForward: true,
          skip: cursor ? 0 : index * pageSize,
          limit: pageSize,
          count: index > 0 ? undefined : canCountExactly(table) ? 'exact' : 'estimated',
          signal,
        },
      );
      return { rows, total, hasMore: rows.length === pageSize };
    },
    initialPageParam: { index: 0, last: undefined } as LanePageParam,
    getNextPageParam: (page, pages): LanePageParam | undefined =>
      page.hasMore ? { index: pages.length, last: pages.flatMap(({ rows }) => rows).at(-1) } : undefined,
  });
}

/** Puts a row that changed into the lane where it belongs now, in every board that is kept. */
export function updateCachedLanes(client: QueryClient, table: Table, before: Row, now: Row): void {
  for (const query of client.getQueryCache().findAll({ queryKey: rowKeys.lanes(table) })) {
    const [, , , , view, lane] = query.queryKey as ReturnType<typeof rowKeys.lane> & readonly unknown[];
    client.setQueryData<LaneData>(query.queryKey, (data) =>
      data ? updateLane(table, view.order, lane, data, before, now) : data,
    );
  }
}

/** A row that cards refer to, as a lane of its own. */
export interface ReferencedLane {
  value: string;
  title: string;
}

export interface ReferencedLanes {
  lanes: readonly ReferencedLane[];
  /** There are more rows than lanes. */
  isTruncated: boolean;
}

/** Maximum number of lanes of a board over a foreign key; more can't be swiped through. */
export const maxLanes = 100;

/** Whether a table has at most `max` rows that this user can read, with one request for that many. */
export function hasAtMostQuery(table: Table, max: number) {
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'has at most', max],
    queryFn: async ({ signal }): Promise<boolean> => {
      const { rows } = await listRows(table, {
        columns: namingColumns(table).slice(0, 1),
        limit: max + 1,
        signal,
      });
      return rows.length <= max;
    },
    staleTime: 5 * 60_000,
  });
}

/** The rows that a foreign key may lead to, as lanes: those in use first, then by their titles. */
export function referencedLanesQuery(table: Table, relation: Relation) {
  return queryOptions({
    queryKey: [...rowKeys.table(relation.target), 'lanes of', table.schema, table.name, relation.key.name],
    queryFn: async ({ signal }): Promise<ReferencedLanes> => {
      const used = await fetchReferencedRows(table, relation, signal);
      const title = titleColumn(relation.target);
      const { rows } = await listRows(relation.target, {
        columns: namingColumns(relation.target, relation.key.refColumns),
        order: title ? [{ column: title.name, descending: false }] : [],
        limit: maxLanes + 1,
        signal,
      });
      const lanes = new Map<string, ReferencedLane>();
      for (const row of [...used, ...rows]) {
        const value = row[relation.key.refColumns[0] ?? ''];
        if (value !== null && value !== undefined && !lanes.has(String(value)))
          lanes.set(String(value), { value: String(value), title: titleOf(relation.target, row) });
      }
      return { lanes: [...lanes.values()].slice(0, maxLanes), isTruncated: lanes.size > maxLanes };
    },
    staleTime: 2 * 60_000,
  });
}

/**
 * Rows that are referred to, found by embedding what refers to them. A backend
 * that can't (several ways to the table, a view without keys) leaves them in the
 * order of their titles.
 */
async function fetchReferencedRows(
  table: Table,
  { key, target }: Relation,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const title = titleColumn(target);
  const own = namingColumns(target, key.refColumns).map(quoteName);
  const referring = `${quoteName(table.name)}!${quoteName(key.name)}!inner(${quoteName(key.columns[0] ?? '')})`;
  try {
    const answer = await api.get<Record<string, unknown>[]>(path`/api/rows/${target.name}`, {
      query: [
        ['select', [...own, `referring:${referring}`].join(',')],
        ['referring.limit', '1'],
        ...(title ? [['order', quoteName(title.name)] as const] : []),
        ['limit', String(maxLanes)],
      ],
      headers: { 'Accept-Profile': target.schema },
      signal,
    });
    return parseRows(target, answer.data);
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}
