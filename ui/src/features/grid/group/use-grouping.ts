import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import {
  allClosed,
  type CheckedClosedGroups,
  type ClosedGroups,
  checkClosedGroups,
  type GroupCount,
  isClosed,
  noneClosed,
  openGroupsFilter,
  orderByGroup,
  toggleGroup,
} from '@/data/paging/groups/groups.utils';
import { type GroupRequest, groupsQuery } from '@/data/paging/groups/groups-query';
import type { TablePageState } from '@/data/query/table-page-state';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Column, Table } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { findGroupColumn } from '@/table/view/use-rows-view';

/** The groups of a grid's rows, as far as they are known, and the rows to ask for: those of open groups. */
export interface GridGrouping {
  column: Column;
  view: RowsView;
  groups: readonly GroupCount[];
  closed: ClosedGroups;
  /** Values of closed groups that the address has and the column can't. */
  impossible: readonly string[];
  /** Some are still being looked for. */
  isLoading: boolean;
  /** There are more than are looked for. */
  isTruncated: boolean;
  /** False where counting them would read too much. */
  hasCounts: boolean;
  error: unknown;
  recount: () => void;
  /** When they were counted, in milliseconds since 1970. */
  countedAt: number;
  toggle: (value: string | null) => void;
}

const emptyRowsView: RowsView = { filters: [], order: [], columns: [] };

/** Undefined where the page doesn't group its rows. */
export function useGrouping(
  rowsView: RowsView,
  state: TablePageState,
  change: ChangePageState,
): GridGrouping | undefined {
  const { table } = useTable();
  const column = findGroupColumn(table, state);
  const found = useGroups(table, column, rowsView);
  const { hasCounts: counted } = found;
  const named = state.group?.closed ?? noneClosed;
  const { closed: wanted, impossible } = useKnownClosedGroups(column, named, found);
  // Without counts nobody knows where a second open group would begin.
  const closed = useMemo(
    () => (counted ? wanted : { ...allClosed, values: wanted.allBut ? wanted.values.slice(-1) : [] }),
    [counted, wanted],
  );
  const view = useMemo<RowsView>(() => {
    const open = column && openGroupsFilter(column.name, closed);
    return open ? { ...rowsView, filters: [...rowsView.filters, open] } : rowsView;
  }, [rowsView, column, closed]);
  if (!column) return undefined;
  const toggle = (value: string | null) => {
    const one = { ...allClosed, values: isClosed(closed, value) ? [value] : [] };
    // What the address names beyond those that are here, it keeps.
    change(
      { group: { column: column.name, closed: counted ? toggleGroup(named, value) : one } },
      { replace: true },
    );
  };
  return { ...found, column, view, closed, impossible, toggle };
}

/** What is closed of the groups that there can be: the same one until that changes. */
function useKnownClosedGroups(
  column: Column | undefined,
  named: ClosedGroups,
  { groups, isLoading, isTruncated }: Pick<GridGrouping, 'groups' | 'isLoading' | 'isTruncated'>,
): CheckedClosedGroups {
  const known = column && checkClosedGroups(column, named, groups, !isLoading && !isTruncated);
  const [held, setHeld] = useState(known);
  const same = hashKey([held]) === hashKey([known]);
  if (!same) setHeld(known);
  return (same ? held : known) ?? { closed: noneClosed, impossible: [] };
}

function useGroups(table: Table, column: Column | undefined, rowsView: RowsView) {
  const client = useQueryClient();
  const view = column ? rowsView : emptyRowsView;
  const request = useMemo<GroupRequest>(() => {
    const [term] = orderByGroup(column?.name ?? '', view.order);
    return {
      table,
      column: column ?? (table.columns[0] as Column),
      filters: view.filters,
      term: term ?? { column: '', descending: false },
    };
  }, [table, column, view]);
  const query = useInfiniteQuery({ ...groupsQuery(client, request), enabled: column !== undefined });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const groups = useMemo(() => data?.pages.flatMap((page) => page.groups) ?? [], [data]);
  const recount = () => void query.refetch();
  useRecountAfterEdits(table, column !== undefined, groups, recount);
  return {
    groups,
    recount,
    countedAt: query.dataUpdatedAt,
    isLoading: query.isPending || hasNextPage,
    isTruncated: data?.pages.at(-1)?.isTruncated ?? false,
    hasCounts: groups.every(({ count }) => count !== undefined),
    error: query.error,
  };
}

/** An edit may have moved a row to another group: the groups are counted again, and if they differ the rows are read again. */
function useRecountAfterEdits(
  table: Table,
  enabled: boolean,
  groups: readonly GroupCount[],
  recount: () => void,
) {
  const client = useQueryClient();
  const { edits } = useTable();
  const saved = useSyncExternalStore(edits.subscribe, () => edits.snapshot().lastSaveStamp);
  const seen = useRef(saved);
  const before = useRef<readonly GroupCount[]>(undefined);
  useEffect(() => {
    if (seen.current === saved) return;
    seen.current = saved;
    if (!enabled) return;
    before.current = groups;
    recount();
  });
  useEffect(() => {
    if (!before.current || before.current === groups) return;
    const moved = JSON.stringify(before.current) !== JSON.stringify(groups);
    before.current = undefined;
    if (moved) void client.invalidateQueries({ queryKey: [...rowKeys.table(table), 'pages'] });
  }, [client, table, groups]);
}
