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
import { findGroupColumn } from '@/data/paging/rows-view';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import { type RowsView, rowKeys } from '@/data/rows/row-keys';
import type { Column, Table } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';

/** The groups of a grid's rows, and the view that reads the rows of the expanded groups. */
export interface GridGrouping {
  column: Column;
  /** Reads the rows of the expanded groups. */
  view: RowsView;
  /** The groups that are known so far. */
  groups: readonly GroupCount[];
  closed: ClosedGroups;
  /** Values of collapsed groups in the URL that the column can't have. */
  impossible: readonly string[];
  /** More groups are loading. */
  isLoading: boolean;
  /** There are more groups than the maximum. */
  isTruncated: boolean;
  /** False if counting the groups' rows would read too many rows. */
  hasCounts: boolean;
  error: unknown;
  /** Reads the groups and their counts again. */
  recount: () => void;
  /** When the groups were read, in milliseconds since 1970. */
  countedAt: number;
  /** Expands or collapses the group with this value. */
  toggle: (value: string | null) => void;
}

const emptyRowsView: RowsView = { filters: [], order: [], columns: [] };

/** Returns the groups of the rows; undefined if the page doesn't group them. */
export function useGrouping(
  rowsView: RowsView,
  state: TablePageState,
  change: ChangePageState,
): GridGrouping | undefined {
  const { table } = useTable();
  const column = findGroupColumn(table, state);
  const groups = useGroups(table, column, rowsView);
  const { hasCounts } = groups;
  const closedInURL = state.group?.closed ?? noneClosed;
  const { closed: known, impossible } = useKnownClosedGroups(column, closedInURL, groups);
  // Without counts, only one group can be expanded: the position of the next head is not known.
  const closed = useMemo(
    () => (hasCounts ? known : { ...allClosed, values: known.allBut ? known.values.slice(-1) : [] }),
    [hasCounts, known],
  );
  const view = useMemo<RowsView>(() => {
    const open = column && openGroupsFilter(column.name, closed);
    return open ? { ...rowsView, filters: [...rowsView.filters, open] } : rowsView;
  }, [rowsView, column, closed]);
  if (!column) return undefined;
  const toggle = (value: string | null) => {
    // Changes the URL's own list, so that it keeps values without a group in the current rows.
    const next = hasCounts
      ? toggleGroup(closedInURL, value)
      : { ...allClosed, values: isClosed(closed, value) ? [value] : [] };
    change({ group: { column: column.name, closed: next } }, { replace: true });
  };
  return { ...groups, column, view, closed, impossible, toggle };
}

/** Returns the collapsed groups of the URL that can exist. The result is the same object until its content changes. */
function useKnownClosedGroups(
  column: Column | undefined,
  closedInURL: ClosedGroups,
  { groups, isLoading, isTruncated }: Pick<GridGrouping, 'groups' | 'isLoading' | 'isTruncated'>,
): CheckedClosedGroups {
  const known = column && checkClosedGroups(column, closedInURL, groups, !isLoading && !isTruncated);
  const [previous, setPrevious] = useState(known);
  const isSame = hashKey([previous]) === hashKey([known]);
  if (!isSame) setPrevious(known);
  return (isSame ? previous : known) ?? { closed: noneClosed, impossible: [] };
}

/** Reads all groups of a column, page by page. */
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

/** Counts the groups again after each save, since it can move a row to another group. If the counts differ, reads the rows again. */
function useRecountAfterEdits(
  table: Table,
  enabled: boolean,
  groups: readonly GroupCount[],
  recount: () => void,
) {
  const client = useQueryClient();
  const { edits } = useTable();
  const saved = useSyncExternalStore(edits.subscribe, () => edits.snapshot().lastSaveStamp);
  const lastSaved = useRef(saved);
  /** The groups before the save, until they are counted again. */
  const previousGroups = useRef<readonly GroupCount[]>(undefined);
  useEffect(() => {
    if (lastSaved.current === saved) return;
    lastSaved.current = saved;
    if (!enabled) return;
    previousGroups.current = groups;
    recount();
  });
  useEffect(() => {
    if (!previousGroups.current || previousGroups.current === groups) return;
    const hasChanged = JSON.stringify(previousGroups.current) !== JSON.stringify(groups);
    previousGroups.current = undefined;
    if (hasChanged) void client.invalidateQueries({ queryKey: [...rowKeys.table(table), 'pages'] });
  }, [client, table, groups]);
}
