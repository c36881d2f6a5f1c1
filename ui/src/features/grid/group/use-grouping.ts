import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type GroupRequest, groupsQuery } from '@/data/paging/groups/groups';
import {
  allClosed,
  type ClosedGroups,
  type GroupCount,
  groupedOrder,
  isClosed,
  type KnownClosed,
  knownClosed,
  noneClosed,
  openFilter,
  toggledGroup,
} from '@/data/paging/groups/groups.utils';
import type { PageState } from '@/data/query/page-state.utils';
import { type RowsView, rowKeys } from '@/data/rows/keys';
import type { Column, Table } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { groupColumn } from '@/table/use-rows-view';

/** The groups of a grid's rows, as far as they are known, and the rows to ask for: those of open groups. */
export interface Grouped {
  column: Column;
  view: RowsView;
  groups: readonly GroupCount[];
  closed: ClosedGroups;
  /** Values of closed groups that the address has and the column can't. */
  impossible: readonly string[];
  /** Some are still being looked for. */
  loading: boolean;
  /** There are more than are looked for. */
  cut: boolean;
  /** False where counting them would read too much. */
  counted: boolean;
  error: unknown;
  recount: () => void;
  /** When they were counted, in milliseconds since 1970. */
  countedAt: number;
  toggle: (value: string | null) => void;
}

const noColumn: RowsView = { filters: [], order: [], columns: [] };

/** Undefined where the page doesn't group its rows. */
export function useGrouping(
  rowsView: RowsView,
  state: PageState,
  change: ChangePageState,
): Grouped | undefined {
  const { table } = useTable();
  const column = groupColumn(table, state);
  const found = useGroups(table, column, rowsView);
  const { counted } = found;
  const named = state.group?.closed ?? noneClosed;
  const { closed: wanted, impossible } = useKnownClosed(column, named, found);
  // Without counts nobody knows where a second open group would begin.
  const closed = useMemo(
    () => (counted ? wanted : { ...allClosed, values: wanted.allBut ? wanted.values.slice(-1) : [] }),
    [counted, wanted],
  );
  const view = useMemo<RowsView>(() => {
    const open = column && openFilter(column.name, closed);
    return open ? { ...rowsView, filters: [...rowsView.filters, open] } : rowsView;
  }, [rowsView, column, closed]);
  if (!column) return undefined;
  const toggle = (value: string | null) => {
    const one = { ...allClosed, values: isClosed(closed, value) ? [value] : [] };
    // What the address names beyond those that are here, it keeps.
    change(
      { group: { column: column.name, closed: counted ? toggledGroup(named, value) : one } },
      { replace: true },
    );
  };
  return { ...found, column, view, closed, impossible, toggle };
}

/** What is closed of the groups that there can be: the same one until that changes. */
function useKnownClosed(
  column: Column | undefined,
  named: ClosedGroups,
  { groups, loading, cut }: Pick<Grouped, 'groups' | 'loading' | 'cut'>,
): KnownClosed {
  const known = column && knownClosed(column, named, groups, !loading && !cut);
  const [held, setHeld] = useState(known);
  const same = hashKey([held]) === hashKey([known]);
  if (!same) setHeld(known);
  return (same ? held : known) ?? { closed: noneClosed, impossible: [] };
}

function useGroups(table: Table, column: Column | undefined, rowsView: RowsView) {
  const client = useQueryClient();
  const view = column ? rowsView : noColumn;
  const request = useMemo<GroupRequest>(() => {
    const [term] = groupedOrder(column?.name ?? '', view.order);
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
  useAfterEdits(table, column !== undefined, groups, recount);
  return {
    groups,
    recount,
    countedAt: query.dataUpdatedAt,
    loading: query.isPending || hasNextPage,
    cut: data?.pages.at(-1)?.cut ?? false,
    counted: groups.every(({ count }) => count !== undefined),
    error: query.error,
  };
}

/** An edit may have moved a row to another group: the groups are counted again, and if they differ the rows are read again. */
function useAfterEdits(table: Table, enabled: boolean, groups: readonly GroupCount[], recount: () => void) {
  const client = useQueryClient();
  const { edits } = useTable();
  const saved = useSyncExternalStore(edits.subscribe, () => edits.summary().saved);
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
