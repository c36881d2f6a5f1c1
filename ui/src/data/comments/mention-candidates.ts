import { queryOptions } from '@tanstack/react-query';
import { condition } from '@/data/query/filters/filters.utils';
import { buildTextFilter } from '@/data/query/search.utils';
import { findAccountColumn } from '@/data/relations/account-table';
import { isPeopleTable } from '@/data/relations/people-table';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { findTitleColumn, getRowTitle } from '@/data/titles/row-titles';
import type { Column, Schema, Table } from '@/lib/api.gen';
import type { MentionedUser } from './mentions';

/** Maximum number of suggestions. */
const maxCandidates = 8;

/** A table whose rows are users of the project: its column `key` is the user's id. */
interface UserTable {
  table: Table;
  key: string;
  title: Column;
}

/** Returns the tables of people with a key that can be a user's id, and a readable name. */
export function findUserTables(schema: Schema): UserTable[] {
  return schema.tables.flatMap((table) => {
    const key = findAccountColumn(table) ?? (table.primaryKey.length === 1 ? table.primaryKey[0] : undefined);
    const title = findTitleColumn(table);
    const column = table.columns.find(({ name }) => name === key);
    const isUserId = column?.kind === 'uuid' && column.privileges.select;
    const isReadable = table.privileges.select && title?.kind === 'text' && title.privileges.select;
    return isPeopleTable(table) && isUserId && isReadable && key !== undefined ? [{ table, key, title }] : [];
  });
}

/**
 * Query for users whose names contain a text. It reads the tables of people that have a row of the user, with the user's
 * own rights: only users whom the user can see are suggested.
 */
export function mentionCandidatesQuery(schema: Schema, userId: string, search: string) {
  const tables = findUserTables(schema);
  const [first] = tables;
  return queryOptions({
    queryKey: [...(first ? rowKeys.table(first.table) : ['rows']), 'mentions', userId, search] as const,
    queryFn: async ({ signal }): Promise<MentionedUser[]> => {
      const found: MentionedUser[] = [];
      for (const { table, key, title } of tables) {
        const list = (filters: Parameters<typeof listRows>[1]['filters'], limit: number) =>
          listRows(table, { filters: filters ?? [], columns: [key, title.name], limit, signal });
        const { rows: own } = await list([condition(key, 'eq', userId)], 1);
        if (own.length === 0) continue;
        const matches = buildTextFilter(title, search);
        const { rows } = await list(
          [condition(key, 'neq', userId), ...(search.trim() !== '' && matches ? [matches] : [])],
          maxCandidates,
        );
        found.push(...rows.map((row) => ({ id: String(row[key]), name: getRowTitle(table, row) })));
      }
      return found.slice(0, maxCandidates);
    },
    staleTime: 60_000,
  });
}
