import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { assignedRowsQuery, findAssignedTables } from '@/data/follows/follow-queries';
import type { NotificationState, NotificationStore } from '@/data/follows/notification-store';
import { getLiveTableId } from '@/data/live/live-status';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { formatKeyText } from '@/data/writes/batches/guards.utils';
import { useSchema, useUser } from '@/lib/auth/session';
import { hrefs } from '@/lib/routes';
import type { NotificationItem } from './notification-items';
import { notificationsMessages as messages } from './notifications-messages';
import type { ShownPage } from './use-shown-page';

/** Returns notifications of rows that were assigned to the user, and the function that marks them as seen. */
export function useUnreadAssignments(
  store: NotificationStore,
  { assigned }: NotificationState,
  page: ShownPage,
) {
  const all = useAssignedRows(assigned, page);
  useEffect(() => {
    for (const { id, rows, isLoaded } of all) {
      if (!isLoaded) continue;
      // Only rows that are still assigned count as seen: a row that is assigned again is new.
      const seenRows = rows.filter(({ isSeen, isShown }) => isSeen || isShown);
      store.setAssignedSeen(
        id,
        seenRows.map(({ text }) => text),
      );
    }
  }, [all, store]);
  return useMemo(() => {
    return {
      items: all.flatMap(({ id, table, rows }) =>
        rows
          .filter(({ isSeen, isShown }) => !isSeen && !isShown)
          .map(({ text, title, record }): NotificationItem => {
            return {
              id: `assignment ${id} ${text}`,
              kind: 'assignment',
              text: messages.assigned(title),
              href: hrefs.record(table.schema, table.name, record),
            };
          }),
      ),
      markRead: () => {
        for (const { id, rows, isLoaded } of all)
          if (isLoaded)
            store.setAssignedSeen(
              id,
              rows.map(({ text }) => text),
            );
      },
    };
  }, [all, store]);
}

/** Returns the rows that are assigned to the user, by table, and whether the user has seen each of them. */
function useAssignedRows(assigned: NotificationState['assigned'], page: ShownPage) {
  const schema = useSchema();
  const user = useUser();
  const tables = useMemo(() => findAssignedTables(schema), [schema]);
  const results = useQueries({
    queries: tables.map((table) => assignedRowsQuery(table, user.id)),
    combine: (queries) => queries.map(({ data }) => data),
  });
  return useMemo(
    () =>
      tables.map(({ table }, i) => {
        const id = getLiveTableId(table);
        const seen = assigned[id];
        const rows = (results[i] ?? []).map(({ key, title }) => {
          const record = formatRecord(key);
          const isShown = page.shows({
            ...table,
            table: table.name,
            query: `record=${encodeURIComponent(record)}`,
          });
          const text = formatKeyText(key);
          return { text, title, record, isShown, isSeen: seen?.includes(text) ?? true };
        });
        return { id, table, rows, isLoaded: results[i] !== undefined };
      }),
    [tables, results, assigned, page],
  );
}
