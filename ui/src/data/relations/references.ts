import { queryOptions } from '@tanstack/react-query';
import { identityOf } from '@/data/paging/cursor/keyset.utils';
import { condition, type Filter, group } from '@/data/query/filters.utils';
import type { KeyValue } from '@/data/query/table-page-state';
import { readableColumnNames } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { formatValue, titleColumn, titleOf } from '@/data/values/value.utils';
import { keyText } from '@/data/writes/batches/guards.utils';
import type { ForeignKey, Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';

/** A foreign key with the table that it leads to, as far as this role can reach it. */
export interface Relation {
  key: ForeignKey;
  target: Table;
}

/** The row behind a reference, as little of it as names it. */
export interface Reference {
  title: string;
  row: Row;
}

/** The relation that a column takes part in. A column with several has its own, single one shown. */
export function relationOf(schema: Schema, table: Table, column: string): Relation | undefined {
  const keys = table.foreignKeys.filter((key) => key.columns.includes(column));
  const key = keys.toSorted((a, b) => a.columns.length - b.columns.length)[0];
  if (!key) return undefined;
  const target = findTable(schema, key.refSchema, key.refTable);
  return target?.privileges.select ? { key, target } : undefined;
}

/** The target's key that a row refers to; undefined if any part is NULL, or not loaded. */
export function referencedKey({ key }: Relation, row: Row): readonly KeyValue[] | undefined {
  const values: KeyValue[] = [];
  for (const [i, column] of key.columns.entries()) {
    const value = row[column];
    const target = key.refColumns[i];
    if (target === undefined || value === null || value === undefined || Array.isArray(value))
      return undefined;
    values.push({ column: target, value: String(value) });
  }
  return values;
}

/** The row that a key names, if this person can see it. Keys asked for in the same moment share a request. */
export function referenceQuery(target: Table, key: readonly KeyValue[]) {
  return queryOptions({
    queryKey: rowKeys.reference(target, key),
    queryFn: (): Promise<Reference | null> =>
      getLoader(
        target,
        key.map(({ column }) => column),
      ).load(key),
    staleTime: 2 * 60_000,
  });
}

/** The columns that name a row of a table, and tell it from its namesakes. */
export function namingColumns(table: Table, more: readonly string[] = []): string[] {
  const title = titleColumn(table);
  const names = new Set([...more, ...(identityOf(table) ?? []), ...(title ? [title.name] : [])]);
  const readable = new Set(readableColumnNames(table));
  return [...names].filter((name) => readable.has(name));
}

/** The keys of one request: as many as keep its address short. */
const batchSize = 50;

interface PendingLookup {
  key: readonly KeyValue[];
  resolve: (found: Reference | null) => void;
  reject: (error: unknown) => void;
}

/** Gathers the keys over some columns of a table that are asked for in one moment. */
class ReferenceLoader {
  readonly #table: Table;
  readonly #columns: readonly string[];
  #waiting: PendingLookup[] = [];

  constructor(table: Table, columns: readonly string[]) {
    this.#table = table;
    this.#columns = columns;
  }

  load(key: readonly KeyValue[]): Promise<Reference | null> {
    if (this.#waiting.length === 0) setTimeout(() => this.#send());
    return new Promise((resolve, reject) => this.#waiting.push({ key, resolve, reject }));
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let i = 0; i < waiting.length; i += batchSize) void this.#ask(waiting.slice(i, i + batchSize));
  }

  async #ask(batch: readonly PendingLookup[]): Promise<void> {
    try {
      const { rows } = await listRows(this.#table, {
        filters: [matchAnyKey(batch.map(({ key }) => key))],
        columns: namingColumns(this.#table, this.#columns),
        limit: batch.length,
      });
      const found = new Map(rows.map((row) => [keyText(keyValuesOf(this.#columns, row)), row]));
      for (const { key, resolve } of batch) {
        const row = found.get(keyText(key));
        resolve(row ? { title: titleOf(this.#table, row), row } : null);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

function keyValuesOf(columns: readonly string[], row: Row): KeyValue[] {
  return columns.map((column) => ({ column, value: String(row[column]) }));
}

/** The filter that any of the keys matches. */
function matchAnyKey(keys: readonly (readonly KeyValue[])[]): Filter {
  const first = keys[0] ?? [];
  const only = first.length === 1 ? first[0] : undefined;
  if (only) return condition(only.column, 'in', [...new Set(keys.map((key) => key[0]?.value ?? ''))]);
  const whole = (key: readonly KeyValue[]) =>
    group(
      'and',
      key.map(({ column, value }) => condition(column, 'eq', value)),
    );
  return group('or', keys.map(whole));
}

const loaders = new WeakMap<Table, Map<string, ReferenceLoader>>();

function getLoader(table: Table, columns: readonly string[]): ReferenceLoader {
  const ofTable = loaders.get(table) ?? new Map<string, ReferenceLoader>();
  loaders.set(table, ofTable);
  const name = JSON.stringify(columns);
  const loader = ofTable.get(name) ?? new ReferenceLoader(table, columns);
  ofTable.set(name, loader);
  return loader;
}

/** A line about a row for lists to choose from: what tells it from another of the same title. */
export function describeRow(table: Table, row: Row): string {
  const title = titleColumn(table);
  return table.columns
    .filter((column) => column.name !== title?.name && column.name in row)
    .map((column) => formatValue(column, row[column.name] ?? null))
    .filter((text) => text !== '')
    .join(' · ');
}
