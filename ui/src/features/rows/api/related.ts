import { queryOptions } from '@tanstack/react-query';
import type { Column, ForeignKey, Schema, Table } from '@/lib/api.gen';
import { groupsDigits, titleColumn } from '../values/value.utils';
import { type Condition, condition } from './filters.utils';
import { rowKeys } from './keys';
import { namingColumns, relationOf } from './references';
import type { Row } from './row';
import { listRows } from './rows';

/** A foreign key of another table that leads to a row, as the filter for the rows that refer to it. */
export interface Incoming {
  table: Table;
  key: ForeignKey;
  filters: readonly Condition[];
  schema: Schema;
}

/** Rows of a related table that a record shows. */
const shownRows = 5;

/** The tables that may refer to a row, as far as this role can read them. */
export function incomingOf(schema: Schema, target: Table, row: Row): Incoming[] {
  return schema.tables
    .filter((table) => table.privileges.select && !('hidden' in table.tags))
    .flatMap((table) =>
      table.foreignKeys
        .filter((key) => key.refSchema === target.schema && key.refTable === target.name)
        .flatMap((key) => {
          const filters = filtersFor(key, row);
          return filters ? [{ table, key, filters, schema }] : [];
        }),
    );
}

function filtersFor(key: ForeignKey, row: Row): Condition[] | undefined {
  const filters: Condition[] = [];
  for (const [i, column] of key.columns.entries()) {
    const value = row[key.refColumns[i] ?? ''];
    if (value === undefined || value === null || Array.isArray(value)) return undefined;
    filters.push(condition(column, 'eq', String(value)));
  }
  return filters;
}

/** A few of the rows that refer to a row, and how many there are. */
export function relatedQuery(source: Incoming) {
  const { table, filters, schema } = source;
  return queryOptions({
    queryKey: rowKeys.related(table, filters),
    queryFn: ({ signal }) => {
      const { named, facts } = relatedColumns(schema, source);
      const relation = named ? relationOf(schema, table, named) : undefined;
      const wanted = [...(relation?.key.columns ?? []), ...facts.map(({ name }) => name)];
      const columns = namingColumns(table, wanted);
      return listRows(table, { filters, columns, limit: shownRows, count: 'estimated', signal });
    },
  });
}

/**
 * What a line about a related row shows: `named` is the reference that names it
 * where it has no title of its own (an order's item is known by its product),
 * `facts` are what fits beside it.
 */
export function relatedColumns(
  schema: Schema,
  { table, key }: Incoming,
): { named: string | undefined; facts: Column[] } {
  const title = titleColumn(table);
  const own = title?.kind === 'text' && !key.columns.includes(title.name);
  const others = table.foreignKeys.filter(
    (other) => other !== key && !other.columns.some((column) => key.columns.includes(column)),
  );
  const named = own
    ? undefined
    : others.map((other) => other.columns[0] ?? '').find((name) => relationOf(schema, table, name));
  const references = new Set(table.foreignKeys.flatMap((other) => other.columns));
  const facts = table.columns.filter(
    (column) =>
      column.privileges.select &&
      column !== title &&
      !references.has(column.name) &&
      !column.array &&
      (column.kind === 'enum' ||
        column.kind === 'date' ||
        column.kind === 'range' ||
        isAmount(table, column)) &&
      !('hidden' in column.tags),
  );
  return { named, facts: facts.slice(-3) };
}

function isAmount(table: Table, column: Column): boolean {
  return ['integer', 'numeric'].includes(column.kind) && groupsDigits(table, column);
}
