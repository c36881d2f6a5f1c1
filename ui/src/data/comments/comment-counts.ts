import { queryOptions } from '@tanstack/react-query';
import { createContext } from 'react';
import { condition } from '@/data/query/filters/filters.utils';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import type { Table } from '@/lib/api.gen';
import { ExternalStore } from '@/lib/external-store';

/** Maximum number of records whose comments one request counts: their keys are in its URL. */
export const countedRecords = 60;

/** Maximum number of comments that one request reads. */
const maxComments = 1_000;

/** A comment without its text. */
export interface CommentStub {
  /** Of the record. */
  key: string;
  /** The user's id; '' if the column is NULL. */
  author: string;
  /** In Unix milliseconds. */
  createdAt: number;
}

/** Query for the comments on some records of a table, without their texts. Refetched by live updates of the comments. */
export function commentStubsQuery(
  comments: Table,
  table: { schema: string; name: string },
  keys: readonly string[],
) {
  return queryOptions({
    queryKey: [...rowKeys.table(comments), 'counts', table.schema, table.name, keys] as const,
    queryFn: async ({ signal }): Promise<CommentStub[]> => {
      const { rows } = await listRows(comments, {
        filters: [
          condition('table_schema', 'eq', table.schema),
          condition('table_name', 'eq', table.name),
          condition('record_key', 'in', keys),
        ],
        columns: ['record_key', 'author', 'created_at'],
        order: [{ column: 'created_at', descending: true }],
        ...{ limit: maxComments, signal },
      });
      return rows.map((row) => ({
        key: String(row.record_key),
        author: typeof row.author === 'string' ? row.author : '',
        createdAt: Date.parse(String(row.created_at)),
      }));
    },
  });
}

/** The comments on a record. */
export interface CommentCount {
  total: number;
  /** Written by other users after the user read the conversation in this browser. */
  unread: number;
}

/** Returns the numbers of comments by the record's key, without records that have none. `getReadUntil` returns when the user last read a record's conversation, in Unix milliseconds. */
export function countComments(
  stubs: readonly CommentStub[],
  userId: string,
  getReadUntil: (key: string) => number,
): ReadonlyMap<string, CommentCount> {
  const counts = new Map<string, CommentCount>();
  for (const { key, author, createdAt } of stubs) {
    const { total, unread } = counts.get(key) ?? { total: 0, unread: 0 };
    const isUnread = author !== userId && createdAt > getReadUntil(key);
    counts.set(key, { total: total + 1, unread: unread + (isUnread ? 1 : 0) });
  }
  return counts;
}

const noCounts: ReadonlyMap<string, CommentCount> = new Map();

/** The numbers of comments on the shown records of the page's table, by the record's key. */
class CommentCounts extends ExternalStore<ReadonlyMap<string, CommentCount>> {
  set(counts: ReadonlyMap<string, CommentCount> = noCounts): void {
    if (JSON.stringify([...counts]) !== JSON.stringify([...this.snapshot()])) this.setSnapshot(counts);
  }

  /** Returns the count of a record; undefined if it has no comments. */
  get(key: string): CommentCount | undefined {
    return this.snapshot().get(key);
  }
}

/** The counts of the page. A page shows one table. */
export const CommentCountsContext = createContext(new CommentCounts(noCounts));
