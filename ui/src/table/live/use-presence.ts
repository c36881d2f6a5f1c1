import { use, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { LiveContext } from '@/data/live/live-state';
import type { Presence, SharedView } from '@/data/live/presence/presence';
import { noneClosed } from '@/data/paging/groups/groups.utils';
import {
  emptyTablePageState,
  formatTablePageState,
  type TablePageState,
} from '@/data/query/page-state/table-page-state';
import type { Row } from '@/data/rows/row';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { useTable } from '../table-context';

const nobody: readonly Presence[] = [];

/** Returns the other users on the table's page. */
export function useTablePresence(): readonly Presence[] {
  const { table } = useTable();
  const { presence } = use(LiveContext);
  return useSyncExternalStore(presence.subscribe, () => presence.getTable(table));
}

/** Returns the other users who have a record open or edit it. */
export function useRecordPresence(rowKey: string): readonly Presence[] {
  const users = useTablePresence();
  return useMemo(() => {
    if (users.length === 0 || rowKey === '') return nobody;
    const found = users.filter((user) => user.recordKey === rowKey);
    return found.length > 0 ? found : nobody;
  }, [users, rowKey]);
}

/** Reports the view and the open record of the page to other users. */
export function useReportLocation(state: TablePageState): void {
  const { table } = useTable();
  const { presence } = use(LiveContext);
  const { schema, name } = table;
  useEffect(() => {
    const record = Array.isArray(state.record) ? state.record : null;
    presence.location.setPage({ schema, name, record, ...shareView(state) });
  }, [presence, schema, name, state]);
  useEffect(() => () => presence.location.setPage(undefined), [presence]);
}

/** Returns the part of a page's state that other users see. */
function shareView({ view, order, group, select, filters, search }: TablePageState): SharedView {
  const shared = { view, order, select, group: group && { ...group, closed: noneClosed } };
  const columns = [view.column, group?.column, ...order.map(({ column }) => column), ...(select ?? [])];
  return {
    query: formatTablePageState({ ...emptyTablePageState, ...shared }),
    columns: [...new Set(columns.filter((column) => column !== undefined))],
    filters: filters.length + (search === '' ? 0 : 1),
  };
}

/** Returns functions that report the begin and the end of the editing of a cell or field. Unmounting ends it, too. */
export function useReportEditing(row: Row | undefined, column: string) {
  const { table } = useTable();
  const { location } = use(LiveContext).presence;
  const endEdit = useRef<() => void>(undefined);
  const end = useCallback(() => endEdit.current?.(), []);
  const begin = () => {
    const record = row && getRowKey(table, row);
    if (record) endEdit.current = location.beginEdit({ record, column });
  };
  useEffect(() => end, [end]);
  return { begin, end };
}
