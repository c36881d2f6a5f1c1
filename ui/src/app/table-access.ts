import type { QueryClient } from '@tanstack/react-query';
import { condition, type Filter, group } from '@/data/query/filters.utils';
import { rowKeys } from '@/data/rows/row-keys';
import { insertSerializedRows, listRows } from '@/data/rows/rows-api';
import { rejectionText } from '@/data/values/checks/rejection-text';
import { titleColumn } from '@/data/values/value.utils';
import type { ReferenceMatch, TableAccess } from '@/features/csv/csv.types';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { valueRules } from './value-rules';

/** Characters of values in one request: what keeps its address short. */
const maxValuesLength = 3_000;

/** How many rows of one name are told apart; more are as ambiguous. */
const maxLookupRows = 1_000;

/** The tables, as an import reaches them: by the requests of the rows' own pages. */
export function createTableAccess(client: QueryClient, schema: Schema): TableAccess {
  return {
    send: (table, { bodies, columns, keyColumns }) =>
      insertSerializedRows(table, bodies, { columns, keys: keyColumns }),
    countExisting: async (table, columns, keys) => {
      if (columns.some((name) => !findColumn(table, name)?.privileges.select)) return undefined;
      let count = 0;
      for (const some of chunkKeys(keys)) {
        const filters = [buildKeyFilter(columns, some)];
        const { total } = await listRows(table, { filters, columns, limit: 1, count: 'exact' });
        if (total === undefined) return undefined;
        count += total;
      }
      return count;
    },
    lookUp: async (table, by, key, values) => {
      const found = new Map<string, string | null>();
      for (const some of chunkKeys(values.map((value) => [value]))) {
        const filters = [buildKeyFilter([by], some)];
        const { rows } = await listRows(table, { filters, columns: [by, key], limit: maxLookupRows });
        for (const row of rows)
          found.set(String(row[by]), found.has(String(row[by])) ? null : String(row[key]));
      }
      return [...found] satisfies ReferenceMatch[];
    },
    listNamingColumns: (table) => {
      const title = titleColumn(table);
      const unique = [...table.uniqueKeys, table.primaryKey].filter((key) => key.length === 1).flat();
      const names = new Set([...(title ? [title.name] : []), ...unique]);
      return [...names]
        .flatMap((name) => findColumn(table, name) ?? [])
        .filter((c) => c.privileges.select && !c.array);
    },
    isValidValue: (target, text) => 'json' in valueRules.toJSON(target, text),
    describeError: (table, error) => rejectionText(error, { schema, table }),
    notifyRowsChanged: (table) => void client.invalidateQueries({ queryKey: rowKeys.table(table) }),
  };
}

function findColumn(table: Table, name: string): Column | undefined {
  return table.columns.find((candidate) => candidate.name === name);
}

function buildKeyFilter(columns: readonly string[], keys: readonly (readonly string[])[]): Filter {
  const [only] = columns;
  if (columns.length === 1 && only !== undefined) {
    return condition(
      only,
      'in',
      keys.map((key) => key[0] ?? ''),
    );
  }
  const whole = (key: readonly string[]) =>
    group(
      'and',
      columns.map((name, i) => condition(name, 'eq', key[i] ?? '')),
    );
  return group('or', keys.map(whole));
}

function* chunkKeys(keys: readonly (readonly string[])[]): Generator<readonly (readonly string[])[]> {
  let some: (readonly string[])[] = [];
  let size = 0;
  for (const key of keys) {
    const length = key.reduce((sum, value) => sum + encodeURIComponent(value).length + 24, 0);
    if (some.length > 0 && size + length > maxValuesLength) {
      yield some;
      some = [];
      size = 0;
    }
    some.push(key);
    size += length;
  }
  if (some.length > 0) yield some;
}
