import { use, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { LiveContext } from '@/data/live/live-state';
import { hashRecord, type Presence } from '@/data/live/presence';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
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
  const { table } = useTable();
  const users = useTablePresence();
  return useMemo(() => {
    if (users.length === 0 || rowKey === '') return nobody;
    const record = hashRecord(table, rowKey);
    const found = users.filter((user) => user.record === record);
    return found.length > 0 ? found : nobody;
  }, [table, users, rowKey]);
}

/** Reports the open record of the page to other users; the table itself if none is open. */
export function useReportLocation(rowKey: string | undefined): void {
  const { table } = useTable();
  const { presence } = use(LiveContext);
  const { schema, name } = table;
  useEffect(() => {
    const record = rowKey === undefined ? null : hashRecord({ schema, name }, rowKey);
    presence.location.setPage({ schema, name, record });
  }, [presence, schema, name, rowKey]);
  useEffect(() => () => presence.location.setPage(undefined), [presence]);
}

/** Returns functions that report the begin and the end of the editing of a cell or field. Unmounting ends it, too. */
export function useReportEditing(row: Row | undefined, column: string) {
  const { table } = useTable();
  const { location } = use(LiveContext).presence;
  const rowKey = row ? getCachedRowKey(table, row) : '';
  const endEdit = useRef<() => void>(undefined);
  const end = useCallback(() => endEdit.current?.(), []);
  const begin = useCallback(() => {
    if (rowKey !== '') endEdit.current = location.beginEdit({ record: hashRecord(table, rowKey), column });
  }, [location, table, rowKey, column]);
  useEffect(() => end, [end]);
  return { begin, end };
}
