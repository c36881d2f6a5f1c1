import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { condition, type Filter } from '@/data/query/filters/filters.utils';
import { listReadableNames } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { deleteRows, insertRows, listRows, patchRows } from '@/data/rows/rows-api';
import { ApiError } from '@/lib/api';
import type { Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';

/** Comments on records in the project's table `tableside_comments` (`tableside schema-sql --comments` creates it), by the rows API. */

const commentsTableName = { schema: 'public', name: 'tableside_comments' } as const;

/** SQLSTATE of an insert with the key of an existing row. */
const uniqueViolation = '23505';

/** Maximum number of characters of a comment. The database checks it. */
export const maxCommentLength = 10_000;

/** Number of comments that are loaded at first, and by each "Show earlier". */
export const commentsPageSize = 50;

/** A text of a user on a record. */
export interface Comment {
  id: string;
  body: string;
  /** The id of the user; '' if the account was deleted. */
  author: string;
  authorName: string;
  createdAt: Date;
  /** When the text was changed; undefined: never. */
  editedAt: Date | undefined;
}

/** Identifies a record: the texts of its primary key are a JSON array, as the column `record_key` contains it. */
export interface CommentedRecord {
  schema: string;
  table: string;
  key: string;
}

/** The comments on a record, oldest first. `total` includes the earlier comments that are not loaded. */
export interface Conversation {
  comments: readonly Comment[];
  total: number;
}

/** Returns the table of comments; undefined if it is not installed, or the role cannot read it. */
export function findCommentsTable(schema: Schema): Table | undefined {
  const table = findTable(schema, commentsTableName.schema, commentsTableName.name);
  return table?.privileges.select ? table : undefined;
}

/** Returns the record of a row; undefined if the row cannot have comments, because the role can read no primary key of it. */
export function getCommentedRecord(table: Table, row: Row): CommentedRecord | undefined {
  const values = table.primaryKey.map((column) => row[column]);
  const isKey = values.every((value) => value !== undefined && value !== null && !Array.isArray(value));
  const isCommentsTable = table.schema === commentsTableName.schema && table.name === commentsTableName.name;
  if (values.length === 0 || !isKey || isCommentsTable) return undefined;
  return { schema: table.schema, table: table.name, key: formatRecordKey(values.map(String)) };
}

/** Returns the JSON array of a key's texts, as PostgreSQL formats it. */
function formatRecordKey(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

function recordFilters({ schema, table, key }: CommentedRecord): Filter[] {
  return [
    condition('table_schema', 'eq', schema),
    condition('table_name', 'eq', table),
    condition('record_key', 'eq', key),
  ];
}

/** Query for the newest comments on a record. Its key is one of the table's rows, so that live updates refetch it. */
export function conversationQuery(table: Table, record: CommentedRecord, limit: number) {
  return queryOptions({
    queryKey: [...rowKeys.table(commentsTableName), 'conversation', record, limit] as const,
    queryFn: async ({ signal }): Promise<Conversation> => {
      const order = ['created_at', 'id'].map((column) => ({ column, descending: true }));
      const { rows, total } = await listRows(table, {
        ...{ order, limit, signal },
        columns: listReadableNames(table),
        filters: recordFilters(record),
        count: 'exact',
      });
      return { comments: rows.map(parseComment).reverse(), total: total ?? rows.length };
    },
    // Shows the comments of other users when the window gets the focus, also without live updates.
    refetchOnWindowFocus: 'always',
  });
}

function parseComment(row: Row): Comment {
  const text = (column: string) => (typeof row[column] === 'string' ? row[column] : '');
  return {
    id: text('id'),
    body: text('body'),
    author: text('author'),
    authorName: text('author_name'),
    createdAt: new Date(text('created_at')),
    editedAt: text('edited_at') === '' ? undefined : new Date(text('edited_at')),
  };
}

/** Returns the functions that change the comments on a record. They throw ApiError. The database sets author and times. */
export function createCommentStorage(table: Table, client: QueryClient, record: CommentedRecord) {
  /** Refetches the comments after a change, also if it failed. */
  const write = async (change: Promise<unknown>) => {
    try {
      await change;
    } finally {
      await client.invalidateQueries({ queryKey: rowKeys.table(table) });
    }
  };
  const insert = (id: string, body: string) =>
    insertRows(table, [
      { id, table_schema: record.schema, table_name: record.table, record_key: record.key, body },
    ]);
  const update = (id: string, body: string) =>
    patchRows(table, { filters: [condition('id', 'eq', id)], changes: { body }, maxAffected: 1 });
  return {
    /**
     * Writes a comment. After a failure, the next attempt must use the same `id`: if the response of the first one was
     * lost, the comment exists already.
     */
    add: (id: string, body: string) =>
      write(
        insert(id, body).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === uniqueViolation) return update(id, body);
          throw error;
        }),
      ),
    edit: ({ id }: Comment, body: string) => write(update(id, body)),
    remove: ({ id }: Comment) => write(deleteRows(table, [condition('id', 'eq', id)], 1)),
  };
}
