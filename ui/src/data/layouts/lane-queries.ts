import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { canCountExactly } from '@/data/paging/counts/can-count-exactly';
import { buildKeysetOrder } from '@/data/paging/cursor/keyset.utils';
import { createCursor } from '@/data/paging/cursor/keyset-cursor';
import { fetchPage } from '@/data/paging/page-request';
import { quoteName } from '@/data/query/filters/filters.utils';
import { listIdentifyingColumns, loadTitleReferences, type Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import { type LaneRef, type RowsView, rowKeys } from '@/data/rows/row-keys';
import { listRows, parseRows } from '@/data/rows/rows-api';
import { findTitleColumn, listRowTitles } from '@/data/titles/row-titles';
import { api, encodeProfile, path } from '@/lib/api';
import type { Schema, Table } from '@/lib/api.gen';
import { buildLaneFilter, type LaneData, type LanePage, type LanePageParam, updateLane } from './lanes.utils';

/** Number of cards in one request: about two screens of a lane. */
const pageSize = 30;

/** Query for a lane's rows, page by page by key; by offset if the order has no key. The first page includes the count. */
export function laneQuery(table: Table, view: RowsView, lane: LaneRef) {
  return infiniteQueryOptions({
    queryKey: rowKeys.lane(table, view, lane),
    queryFn: async ({ pageParam, signal }): Promise<LanePage> => {
      const { index, last } = pageParam;
      const filters = [...view.filters, buildLaneFilter(lane)];
      const order = buildKeysetOrder(table, view.order);
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
          omitsLargeValues: true,
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

/** Applies a row's change to every cached lane of the table: moves, replaces or removes the row. */
export function updateCachedLanes(client: QueryClient, table: Table, before: Row, after: Row): void {
  for (const query of client.getQueryCache().findAll({ queryKey: rowKeys.lanes(table) })) {
    const [, , , , view, lane] = query.queryKey as ReturnType<typeof rowKeys.lane> & readonly unknown[];
    client.setQueryData<LaneData>(query.queryKey, (data) =>
      data ? updateLane(table, view.order, lane, data, before, after) : data,
    );
  }
}

/** A lane of a board over a foreign key: a row to which cards can refer. */
export interface ReferencedLane {
  /** The value of the foreign key. */
  value: string;
  title: string;
}

export interface ReferencedLanes {
  lanes: readonly ReferencedLane[];
  /** Whether there are more rows than lanes. */
  isTruncated: boolean;
}

/** Maximum number of lanes of a board over a foreign key. */
export const maxLanes = 100;

/** Query: whether the user can read at most `max` rows of a table. Requests `max` + 1 rows. */
export function hasAtMostQuery(table: Table, max: number) {
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'has-at-most', max],
    queryFn: async ({ signal }): Promise<boolean> => {
      const { rows } = await listRows(table, {
        columns: listIdentifyingColumns(table).slice(0, 1),
        limit: max + 1,
        signal,
      });
      return rows.length <= max;
    },
    staleTime: 5 * 60_000,
  });
}

/**
 * Query for the lanes of a board over a foreign key: the rows to which it can refer, at most `maxLanes`. Referenced
 * rows come first; both groups are sorted by title.
 */
export function referencedLanesQuery(schema: Schema, table: Table, relation: Relation) {
  return queryOptions({
    queryKey: [...rowKeys.table(relation.target), 'lanes-of', table.schema, table.name, relation.key.name],
    queryFn: async ({ signal }): Promise<ReferencedLanes> => {
      const used = await fetchReferencedRows(table, relation, signal);
      const title = findTitleColumn(relation.target);
      const { rows } = await listRows(relation.target, {
        columns: listIdentifyingColumns(relation.target, relation.key.refColumns),
        order: title ? [{ column: title.name, descending: false }] : [],
        limit: maxLanes + 1,
        signal,
      });
      const lanes = new Map<string, Row>();
      for (const row of [...used, ...rows]) {
        const value = row[relation.key.refColumns[0] ?? ''];
        if (value !== null && value !== undefined && !lanes.has(String(value))) lanes.set(String(value), row);
      }
      await loadTitleReferences(schema, relation.target, [...lanes.values()]);
      const titles = listRowTitles(relation.target, [...lanes.values()]);
      const titled = [...lanes.keys()].map((value, i) => ({ value, title: titles[i] ?? value }));
      return { lanes: titled.slice(0, maxLanes), isTruncated: lanes.size > maxLanes };
    },
    staleTime: 2 * 60_000,
  });
}

/**
 * Fetches the rows to which rows of the table refer, by an embedded inner join.
 * Returns none if PostgREST can't join (tables of different schemas, keys of partitions) or rejects the join
 * (ambiguous relation, view without keys): the lanes are then only sorted by title. PostgREST knows no relation to the table
 * that describes the accounts.
 */
async function fetchReferencedRows(
  table: Table,
  { key, target }: Relation,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const isKnown = table.foreignKeys.some(
    ({ name, refSchema }) => name === key.name && refSchema === key.refSchema,
  );
  if (target.schema !== table.schema || key.notEmbeddable || !isKnown) return [];
  const title = findTitleColumn(target);
  const own = listIdentifyingColumns(target, key.refColumns).map(quoteName);
  const column = quoteName(key.columns[0] ?? '');
  // PostgREST identifies the referring rows of the same table by the column, others by the constraint.
  const hint = target.name === table.name ? column : quoteName(key.name);
  const referring = `${quoteName(table.name)}!${hint}!inner(${column})`;
  try {
    const { data } = await api.get<Record<string, unknown>[]>(path`/api/rows/${target.name}`, {
      query: [
        ['select', [...own, `referring:${referring}`].join(',')],
        ['referring.limit', '1'],
        ...(title ? [['order', quoteName(title.name)] as const] : []),
        ['limit', String(maxLanes)],
      ],
      headers: { 'Accept-Profile': encodeProfile(target.schema) },
      signal,
    });
    return parseRows(target, data);
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}
