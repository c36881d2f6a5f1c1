import { queryOptions, skipToken } from '@tanstack/react-query';
import { findUserTables } from '@/data/comments/mention-candidates';
import { formatMention } from '@/data/comments/mentions';
import { condition, type Filter } from '@/data/query/filters/filters.utils';
import { type FilterContext, resolveFilters } from '@/data/query/filters/resolve-filters';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { parseTablePageState } from '@/data/query/page-state/table-page-state';
import { buildQuickSearchFilter } from '@/data/query/search.utils';
import { findRelation } from '@/data/relations/references';
import { listReadableNames } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { getRowHeading } from '@/data/titles/row-titles';
import { buildKeyFilters, getRowKey } from '@/data/writes/batches/guards.utils';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { isView } from '@/lib/is-view';
import { stringifyJSON } from '@/lib/text/json';
import { computeDigest, type Follow } from './follow';

/** Maximum number of rows of a followed view that are compared: the newest by key. */
export const comparedRows = 100;

/** Maximum number of mentions, and of assigned rows of a table, that are read. */
const maxMentions = 20;
const maxAssigned = 50;

/** Names of columns that assign a row to a user. */
const assigneeName = /^(assign(ed|ee)|responsible)/i;

/** Maximum number of tables whose assignments are read. */
const maxAssignedTables = 4;

/** The parts of a table's data that notify the user, also while the page is hidden. */
export const notificationQueries: readonly string[] = ['followed', 'mentions-of', 'assigned-to'];

/** The rows of a follow and their digest. */
export interface FollowedRows {
  digest: string;
  rows: readonly Row[];
}

/** Query for the rows of a follow. Live updates of the table refetch it. */
export function followedRowsQuery(table: Table, follow: Follow, context: FilterContext) {
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'followed', follow.query] as const,
    queryFn: async ({ signal }): Promise<FollowedRows> => {
      const { filters, search, record } = parseTablePageState(follow.query);
      const searched = buildQuickSearchFilter(table.columns, search);
      const isRecord = Array.isArray(record);
      const shown: readonly Filter[] = isRecord
        ? buildKeyFilters(record)
        : [...resolveFilters(filters, table, context), ...(searched ? [searched] : [])];
      const { rows } = await listRows(table, {
        filters: shown,
        columns: listReadableNames(table),
        order: table.primaryKey.map((column) => ({ column, descending: true })),
        limit: isRecord ? 1 : comparedRows,
        signal,
      });
      return { digest: computeDigest(stringifyJSON(rows)), rows };
    },
  });
}

/** A comment that mentions the user. */
export interface MentionNote {
  id: string;
  schema: string;
  table: string;
  recordKey: string;
  author: string;
  createdAt: number;
}

/**
 * Query for the newest comments of others that mention the user. Live updates of the comments refetch it. Disabled if there
 * is no table of comments.
 */
export function mentionsQuery(comments: Table | undefined, userId: string) {
  return queryOptions({
    queryKey: [...(comments ? rowKeys.table(comments) : ['rows']), 'mentions-of', userId] as const,
    queryFn: comments ? ({ signal }) => listMentions(comments, userId, signal) : skipToken,
  });
}

/** Requests the comments of other users that mention the user, newest first. Throws ApiError. */
async function listMentions(comments: Table, userId: string, signal: AbortSignal): Promise<MentionNote[]> {
  const { rows } = await listRows(comments, {
    filters: [condition('body', 'like', `*${formatMention(userId)}*`), condition('author', 'neq', userId)],
    columns: ['id', 'table_schema', 'table_name', 'record_key', 'author_name', 'created_at'],
    order: [{ column: 'created_at', descending: true }],
    ...{ limit: maxMentions, signal },
  });
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return rows.map((row) => ({
    id: text(row.id),
    schema: text(row.table_schema),
    table: text(row.table_name),
    recordKey: text(row.record_key),
    author: text(row.author_name),
    createdAt: Date.parse(text(row.created_at)),
  }));
}

/** A table whose rows can be assigned to users, and the column that does it. */
export interface AssignedTable {
  table: Table;
  column: Column;
}

/**
 * Returns the tables with a column that references the table of users and is tagged `@assignee` or named like `assigned_to`.
 * `isShown` selects tables. A view is omitted if its table is in the list, because its rows are the same.
 */
export function findAssignedTables(
  schema: Schema,
  isShown: (table: Table) => boolean = () => true,
): AssignedTable[] {
  const people = new Set(findUserTables(schema).map(({ table }) => table));
  const found = schema.tables.filter(isShown).flatMap((table) => {
    const columns = table.columns.flatMap((column) => {
      const relation = column.privileges.select && findRelation(schema, table, column.name);
      return relation && people.has(relation.target) ? [{ column, key: relation.key }] : [];
    });
    const assignee =
      columns.find(({ column }) => 'assignee' in column.tags) ??
      columns.find(({ column }) => assigneeName.test(column.name));
    return assignee && table.privileges.select && table.primaryKey.length > 0 ? [{ table, ...assignee }] : [];
  });
  const ownKeys = new Set(found.filter(({ table }) => !isView(table)).map(({ key }) => key.name));
  return found
    .filter(({ table, key }) => !(isView(table) && ownKeys.has(key.name)))
    .slice(0, maxAssignedTables);
}

/** A row that is assigned to the user. */
export interface AssignedRow {
  key: readonly KeyValue[];
  title: string;
}

/** Query for the rows that are assigned to the user, at most `maxAssigned`: those with the highest keys, usually the newest. */
export function assignedRowsQuery({ table, column }: AssignedTable, userId: string) {
  return queryOptions({
    queryKey: [...rowKeys.table(table), 'assigned-to', column.name, userId] as const,
    queryFn: async ({ signal }): Promise<AssignedRow[]> => {
      const { rows } = await listRows(table, {
        filters: [condition(column.name, 'eq', userId)],
        columns: listReadableNames(table),
        order: table.primaryKey.map((name) => ({ column: name, descending: true })),
        ...{ limit: maxAssigned, signal },
      });
      return rows.flatMap((row) => {
        const key = getRowKey(table, row);
        return key ? [{ key, title: getRowHeading(table, row) }] : [];
      });
    },
  });
}
