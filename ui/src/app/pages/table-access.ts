import type { QueryClient } from '@tanstack/react-query';
import { valueRules } from '@/app/csv/value-rules';
import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { rowKeys } from '@/data/rows/row-keys';
import { insertSerializedRows, listRows } from '@/data/rows/rows-api';
import { listTitleColumns } from '@/data/titles/row-titles';
import { formatRejection } from '@/data/values/checks/rejection-text';
import type { ReferenceMatch, TableAccess } from '@/features/csv/csv.types';
import type { Column, Schema, Table } from '@/lib/api.gen';

/** Maximum length of the values in a request, in characters. It limits the length of the URL. */
const maxValuesLength = 3_000;

/** Maximum number of rows that a lookup reads. A name with more rows is ambiguous anyway. */
const maxLookupRows = 1_000;

/** Creates the access to tables that a CSV import uses. */
export function createTableAccess(client: QueryClient, schema: Schema): TableAccess {
  return {
    send: (table, { bodies, columns, keyColumns }) =>
      insertSerializedRows(table, bodies, { columns, keys: keyColumns }),
    countExisting: async (table, columns, keys) => {
      if (columns.some((name) => !findColumn(table, name)?.privileges.select)) return undefined;
      let count = 0;
      for (const chunk of chunkKeys(keys)) {
        const filters = [buildKeyFilter(columns, chunk)];
        const { total } = await listRows(table, { filters, columns, limit: 1, count: 'exact' });
        if (total === undefined) return undefined;
        count += total;
      }
      return count;
    },
    lookUp: async (table, by, key, values) => {
      const matches = new Map<string, string | null>();
      for (const chunk of chunkKeys(values.map((value) => [value]))) {
        const filters = [buildKeyFilter([by], chunk)];
        const { rows } = await listRows(table, { filters, columns: [by, key], limit: maxLookupRows });
        for (const row of rows)
          matches.set(String(row[by]), matches.has(String(row[by])) ? null : String(row[key]));
      }
      // Null marks a value that several rows have.
      return [...matches] satisfies ReferenceMatch[];
    },
    listNamingColumns: (table) => {
      const titles = listTitleColumns(table);
      const unique = [...table.uniqueKeys, table.primaryKey].filter((key) => key.length === 1).flat();
      const names = new Set([...(titles.length === 1 ? titles.map(({ name }) => name) : []), ...unique]);
      return [...names]
        .flatMap((name) => findColumn(table, name) ?? [])
        .filter((c) => c.privileges.select && !c.array);
    },
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

/** Splits keys into chunks that fit into a request. */
function* chunkKeys(keys: readonly (readonly string[])[]): Generator<readonly (readonly string[])[]> {
  let chunk: (readonly string[])[] = [];
  let size = 0;
  for (const key of keys) {
    const length = key.reduce((sum, value) => sum + encodeURIComponent(value).length + 24, 0);
    if (chunk.length > 0 && size + length > maxValuesLength) {
      yield chunk;
      chunk = [];
      size = 0;
    }
    chunk.push(key);
    size += length;
  }
  if (chunk.length > 0) yield chunk;
}
