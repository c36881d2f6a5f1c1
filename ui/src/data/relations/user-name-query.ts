import { queryOptions } from '@tanstack/react-query';
import { findUserTables } from '@/data/comments/mention-candidates';
import { condition } from '@/data/query/filters/filters.utils';
import { formatRecord } from '@/data/query/page-state/table-page-state';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { getRowTitle } from '@/data/titles/row-titles';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import type { Schema } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';

/** The name of a user, from their row in a table of people. */
export interface UserName {
  name: string;
  /** The page of the row; undefined if the row has no key. */
  href: string | undefined;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Query for the name of a user of the auth service, and the address of the record that contains it. Reads it from the first
 * table of users with a row of this id that the current user can see; null without such a row.
 */
export function userNameQuery(schema: Schema, userId: string) {
  const tables = uuidPattern.test(userId) ? findUserTables(schema) : [];
  const [first] = tables;
  return queryOptions({
    queryKey: [...(first ? rowKeys.table(first.table) : ['rows']), 'user-name', userId] as const,
    queryFn: async ({ signal }): Promise<UserName | null> => {
      for (const { table, key, title } of tables) {
        const { rows } = await listRows(table, {
          filters: [condition(key, 'eq', userId)],
          columns: [key, title.name],
          limit: 1,
          signal,
        });
        const [row] = rows;
        if (row === undefined) continue;
        const rowKey = getRowKey(table, row);
        const href = rowKey && hrefs.record(table.schema, table.name, formatRecord(rowKey));
        return { name: getRowTitle(table, row), href };
      }
      return null;
    },
    staleTime: 60_000,
  });
}
