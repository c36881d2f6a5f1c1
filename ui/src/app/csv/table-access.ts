import type { QueryClient } from '@tanstack/react-query';
import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { splitForURL } from '@/data/query/filters/split-for-url';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { insertSerializedRows, listRows } from '@/data/rows/rows-api';
import { hasCombinedTitle, lookUpKeys } from '@/data/titles/look-up-keys';
import { listTitleColumns } from '@/data/titles/row-titles';
import { formatRejection } from '@/data/values/checks/rejection-text';
import { type ReferenceMatch, type TableAccess, titleMatch } from '@/features/csv/csv.types';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { valueRules } from './value-rules';

/** Creates the access to tables that a CSV import uses. `maxRows` is the maximum number of rows in a response of the backend. */
export function createTableAccess(client: QueryClient, schema: Schema, maxRows: number): TableAccess {
  return {
    send: (table, { bodies, columns, keyColumns, returned }) =>
      insertSerializedRows(table, bodies, { columns, keys: keyColumns, returned }),
    readExisting: async (table, keyColumns, keys, columns) => {
      if (keyColumns.some((name) => !findColumn(table, name)?.privileges.select)) return undefined;
      const found: Row[] = [];
      for (const part of splitForURL(keys, (key) => key)) {
        const filters = [buildKeyFilter(keyColumns, part)];
        const request = { filters, columns, limit: part.length, count: 'exact' } as const;
        const { rows, total } = await listRows(table, request);
        if (rows.length !== total) return undefined;
        found.push(...rows);
      }
      return found;
    },
    countExisting: async (table, columns, keys) => {
      if (columns.some((name) => !findColumn(table, name)?.privileges.select)) return undefined;
      let count = 0;
      for (const part of splitForURL(keys, (key) => key)) {
        const filters = [buildKeyFilter(columns, part)];
        const { total } = await listRows(table, { filters, columns, limit: 1, count: 'exact' });
        if (total === undefined) return undefined;
        count += total;
      }
      return count;
    },
    findKeys: async (table, by, key, values) => {
      const column = by === titleMatch ? 'title' : findColumn(table, by);
      if (!column) return [];
      return [...(await lookUpKeys({ table, by: column, key, maxRows }, values))] satisfies ReferenceMatch[];
    },
    listNamingColumns: (table) => {
      const titles = listTitleColumns(table);
      const unique = [...table.uniqueKeys, table.primaryKey].filter((key) => key.length === 1).flat();
      const names = new Set([...(titles.length === 1 ? titles.map(({ name }) => name) : []), ...unique]);
      return [...names]
        .flatMap((name) => findColumn(table, name) ?? [])
        .filter((c) => c.privileges.select && !c.array);
    },
    hasCombinedTitle,
    isValidValue: (target, text) => 'json' in valueRules.toJSON(target, text),
    describeError: (table, error) => formatRejection(error, { schema, table }),
    notifyRowsChanged: (table) => void client.invalidateQueries({ queryKey: rowKeys.table(table) }),
  };
}

function findColumn(table: Table, name: string): Column | undefined {
  return table.columns.find((candidate) => candidate.name === name);
}

/** Returns the filter that matches the rows with any of the keys. */
function buildKeyFilter(columns: readonly string[], keys: readonly (readonly string[])[]): Filter {
  const [only] = columns;
  if (columns.length === 1 && only !== undefined) {
    return condition(
      only,
      'in',
      keys.map((key) => key[0] ?? ''),
    );
  }
  const toFilter = (key: readonly string[]) =>
    group(
      'and',
      columns.map((name, i) => condition(name, 'eq', key[i] ?? '')),
    );
  return group('or', keys.map(toFilter));
}
