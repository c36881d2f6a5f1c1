import type { QueryClient } from '@tanstack/react-query';
import { condition, type Filter, group } from '@/data/query/filters.utils';
import { rowKeys } from '@/data/rows/keys';
import { insertRows, listRows } from '@/data/rows/rows';
import { refusalText } from '@/data/values/checks/refusal.utils';
import { titleColumn } from '@/data/values/value.utils';
import type { Reference, TableAccess } from '@/features/csv/types';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { valueRules } from './value-rules';

/** Characters of values in one request: what keeps its address short. */
const addressRoom = 3_000;

/** How many rows of one name are told apart; more are as ambiguous. */
const namesakes = 1_000;

/** The tables, as an import reaches them: by the requests of the rows' own pages. */
export function tableAccess(client: QueryClient, schema: Schema): TableAccess {
  return {
    send: (table, { bodies, columns, keys }) => insertRows(table, bodies, { columns, keys }),
    countExisting: async (table, columns, keys) => {
      if (columns.some((name) => !column(table, name)?.privileges.select)) return undefined;
      let count = 0;
      for (const some of chunks(keys)) {
        const filters = [anyOf(columns, some)];
        const { total } = await listRows(table, { filters, columns, limit: 1, count: 'exact' });
        if (total === undefined) return undefined;
        count += total;
      }
      return count;
    },
    lookUp: async (table, by, key, values) => {
      const found = new Map<string, string | null>();
      for (const some of chunks(values.map((value) => [value]))) {
        const filters = [anyOf([by], some)];
        const { rows } = await listRows(table, { filters, columns: [by, key], limit: namesakes });
        for (const row of rows)
          found.set(String(row[by]), found.has(String(row[by])) ? null : String(row[key]));
      }
      return [...found] satisfies Reference[];
    },
    namingColumns: (table) => {
      const title = titleColumn(table);
      const unique = [...table.uniqueKeys, table.primaryKey].filter((key) => key.length === 1).flat();
      const names = new Set([...(title ? [title.name] : []), ...unique]);
      return [...names]
        .flatMap((name) => column(table, name) ?? [])
        .filter((c) => c.privileges.select && !c.array);
    },
    fits: (target, text) => 'json' in valueRules.toJSON(target, text),
    explain: (table, error) => refusalText(error, { schema, table }),
    changed: (table) => void client.invalidateQueries({ queryKey: rowKeys.table(table) }),
  };
}

function column(table: Table, name: string): Column | undefined {
  return table.columns.find((candidate) => candidate.name === name);
}

function anyOf(columns: readonly string[], keys: readonly (readonly string[])[]): Filter {
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

function* chunks(keys: readonly (readonly string[])[]): Generator<readonly (readonly string[])[]> {
  let some: (readonly string[])[] = [];
  let size = 0;
  for (const key of keys) {
    const length = key.reduce((sum, value) => sum + encodeURIComponent(value).length + 24, 0);
    if (some.length > 0 && size + length > addressRoom) {
      yield some;
      some = [];
      size = 0;
    }
    some.push(key);
    size += length;
  }
  if (some.length > 0) yield some;
}
