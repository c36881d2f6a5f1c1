import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { condition } from '@/data/query/filters/filters.utils';
import type { Row, Value } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { deleteRows, insertRows, listRows, patchRows } from '@/data/rows/rows-api';
import { ApiError } from '@/lib/api';
import type { Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { type Follow, type FollowedPage, maxFollows } from './follow';

/** Follows in the project's table `tableside_follows` (`tableside schema-sql --views` creates it), by the rows API. */

const followsTableName = { schema: 'public', name: 'tableside_follows' } as const;

/** Milliseconds for which digests are collected before they are stored: a shown view can change often. */
const storeDelay = 1_000;

/** The code of PostgreSQL for a row that exists already. */
const uniqueViolation = '23505';

/** Returns the table of follows; undefined if it is not installed, or the role cannot read it. */
export function findFollowsTable(schema: Schema): Table | undefined {
  const table = findTable(schema, followsTableName.schema, followsTableName.name);
  return table?.privileges.select ? table : undefined;
}

const followsKey = (userId: string) => [...rowKeys.table(followsTableName), 'of', userId] as const;

/** Query for a user's follows. Disabled if there is no table of follows. */
export function projectFollowsQuery(table: Table | undefined, userId: string) {
  return queryOptions({
    queryKey: followsKey(userId),
    queryFn: table ? ({ signal }) => listFollows(table, userId, signal) : skipToken,
    // Reads what the user followed and saw in other browsers.
    refetchOnWindowFocus: 'always',
  });
}

async function listFollows(table: Table, userId: string, signal: AbortSignal): Promise<Follow[]> {
  const { rows } = await listRows(table, {
    filters: [condition('owner', 'eq', userId)],
    columns: ['id', 'table_schema', 'table_name', 'query', 'title', 'seen'],
    order: ['created_at', 'id'].map((column) => ({ column, descending: false })),
    ...{ limit: maxFollows, signal },
  });
  return rows.map(parseFollow);
}

function parseFollow(row: Row): Follow {
  const text = (value: Value | undefined) => (typeof value === 'string' ? value : '');
  return {
    id: text(row.id),
    schema: text(row.table_schema),
    table: text(row.table_name),
    query: text(row.query),
    title: text(row.title),
    seen: typeof row.seen === 'string' ? row.seen : undefined,
  };
}

/** The functions that change the follows of a user. */
export interface FollowStorage {
  /** Throws ApiError. */
  add: (page: FollowedPage) => Promise<void>;
  /** Throws ApiError. */
  remove: (id: string) => Promise<void>;
  /** Records what the user has seen of a follow. */
  setSeen: (id: string, seen: string) => void;
}

/** Returns the functions that change a user's follows in the project. */
export function createFollowStorage(table: Table, client: QueryClient, userId: string): FollowStorage {
  const queryKey = followsKey(userId);
  const unstored = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const storeSeen = () => {
    clearTimeout(timer);
    window.removeEventListener('pagehide', storeSeen);
    // A digest that is not stored is determined and stored again by the next page that shows the rows.
    for (const [id, seen] of unstored)
      void patchRows(table, {
        filters: [condition('id', 'eq', id)],
        changes: { seen },
        maxAffected: 1,
        columns: ['id'],
        keepalive: true,
      }).catch(() => undefined);
    unstored.clear();
  };
  return {
    add: async ({ schema, table: name, query, title }) => {
      try {
        await insertRows(table, [{ table_schema: schema, table_name: name, query, title }]);
      } catch (error) {
        // The user followed the page in another browser.
        if (!(error instanceof ApiError && error.code === uniqueViolation)) throw error;
      }
      await client.invalidateQueries({ queryKey });
    },
    remove: async (id) => {
      await deleteRows(table, [condition('id', 'eq', id)], 1);
      await client.invalidateQueries({ queryKey });
    },
    setSeen: (id, seen) => {
      const follow = client.getQueryData<Follow[]>(queryKey)?.find((stored) => stored.id === id);
      const isFirst = follow?.seen === undefined;
      client.setQueryData<Follow[]>(queryKey, (follows) =>
        follows?.map((follow) => (follow.id === id ? { ...follow, seen } : follow)),
      );
      if (unstored.size === 0 && !isFirst) {
        timer = setTimeout(storeSeen, storeDelay);
        // Otherwise the next page would count the changes that the user saw last on this page as new.
        window.addEventListener('pagehide', storeSeen);
      }
      unstored.set(id, seen);
      // The user can leave the page before the delay ends. Without a stored digest, the next page would
      // count changes in between as seen.
      if (isFirst) storeSeen();
    },
  };
}
