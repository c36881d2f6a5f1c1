import { queryOptions } from '@tanstack/react-query';
import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import type { KeyValue } from '@/data/query/page-state/table-page-state';
import { listReadableNames } from '@/data/rows/readable-columns';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { recordTitle } from '@/data/titles/duplicate-titles';
import { findKnownTitle, storeTitle } from '@/data/titles/known-titles';
import { getRowTitle, isTitleColumn } from '@/data/titles/row-titles';
import { findTitleRule } from '@/data/titles/title-columns';
import { formatValue } from '@/data/values/value.utils';
import { formatKeyText } from '@/data/writes/batches/guards.utils';
import { formatRowKey } from '@/data/writes/batches/row-write';
import type { ForeignKey, Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { findAccountColumn, findAccountTable, isAccountColumn, isAccountKey } from './account-table';

/**
 * A foreign key with the table to which it refers. A key of user accounts refers to the table that describes them, if there is
 * one: see findAccountTable.
 */
export interface Relation {
  key: ForeignKey;
  target: Table;
}

/** A referenced row: its title, and the columns that identify it (listIdentifyingColumns). */
export interface Reference {
  title: string;
  row: Row;
}

/**
 * Returns the relation of a column that is a foreign key by itself. Undefined if there is none, or if the role cannot
 * read the target. The columns of a composite foreign key show their own values.
 */
export function findRelation(schema: Schema, table: Table, column: string): Relation | undefined {
  const key = table.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === column);
  if (key && isAccountKey(key) && isAccountColumn(table, column)) return undefined;
  return key && findKeyRelation(schema, key);
}

/** Returns the relation of a foreign key; undefined if the role cannot read the target. */
export function findKeyRelation(schema: Schema, key: ForeignKey): Relation | undefined {
  const target = findTable(schema, key.refSchema, key.refTable);
  if (target?.privileges.select) return { key, target };
  const accounts = isAccountKey(key) ? findAccountTable(schema) : undefined;
  const refColumn = accounts && findAccountColumn(accounts);
  if (!accounts || refColumn === undefined) return undefined;
  const { schema: refSchema, name: refTable } = accounts;
  return { key: { ...key, refSchema, refTable, refColumns: [refColumn] }, target: accounts };
}

/** Returns the key of the target's row to which a row refers; undefined if a part of it is NULL or not loaded. */
export function getReferencedKey({ key }: Relation, row: Row): readonly KeyValue[] | undefined {
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

/** Query for the row with a key; null if the user cannot see it. Keys requested at the same time share a request. */
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

/**
 * Loads the rows that the titles of rows refer to, so that `getRowTitle` shows their titles. A failure leaves the keys in
 * the titles.
 */
export async function loadTitleReferences(schema: Schema, table: Table, rows: readonly Row[]): Promise<void> {
  const { references, second } = findTitleRule(table);
  const titles = rows.map((row) => getRowTitle(table, row));
  const hasDuplicates = new Set(titles).size < titles.length;
  const keys = [...references, ...(second && hasDuplicates ? [second] : [])].flatMap((column) => {
    const relation = findRelation(schema, table, column.name);
    if (!relation) return [];
    const untitledRows = rows.filter((row) => findKnownTitle(table, column, row) === undefined);
    const found = untitledRows.flatMap((row) => {
      const key = getReferencedKey(relation, row);
      return key ? [[formatKeyText(key), key] as const] : [];
    });
    return [...new Map(found).values()].map((key) => ({ target: relation.target, key }));
  });
  await Promise.allSettled(
    keys.map(({ target, key }) =>
      getLoader(
        target,
        key.map(({ column }) => column),
      ).load(key),
    ),
  );
}

/** Returns the names of the readable columns that identify a row: the `more` columns, its key and its title. */
export function listIdentifyingColumns(table: Table, more: readonly string[] = []): string[] {
  const { columns, second, fallback } = findTitleRule(table);
  const titles = [...columns, ...(second ? [second] : []), ...(fallback ? [fallback] : [])].map(
    ({ name }) => name,
  );
  const names = new Set([...more, ...(findIdentity(table) ?? []), ...titles]);
  const readable = new Set(listReadableNames(table));
  return [...names].filter((name) => readable.has(name));
}

/** Maximum number of keys in one request, because they are part of the URL. */
const batchSize = 50;

interface PendingLookup {
  key: readonly KeyValue[];
  resolve: (found: Reference | null) => void;
  reject: (error: unknown) => void;
}

/** Collects the keys of a table that are requested in the same task, and loads their rows in batches. */
class ReferenceLoader {
  readonly #table: Table;
  readonly #columns: readonly string[];
  #pending: PendingLookup[] = [];

  constructor(table: Table, columns: readonly string[]) {
    this.#table = table;
    this.#columns = columns;
  }

  /** Returns a row by its key; null if there is none. Lookups of the same task are sent together. */
  load(key: readonly KeyValue[]): Promise<Reference | null> {
    if (this.#pending.length === 0) setTimeout(() => this.#send());
    return new Promise((resolve, reject) => this.#pending.push({ key, resolve, reject }));
  }

  /** Sends the pending lookups, in requests of `batchSize` keys. */
  #send(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (let i = 0; i < pending.length; i += batchSize) void this.#fetch(pending.slice(i, i + batchSize));
  }

  /** Sends one request, and resolves or rejects its lookups. */
  async #fetch(batch: readonly PendingLookup[]): Promise<void> {
    try {
      const { rows } = await listRows(this.#table, {
        filters: [matchAnyKey(batch.map(({ key }) => key))],
        columns: listIdentifyingColumns(this.#table, this.#columns),
        limit: batch.length,
        omitsLargeValues: true,
      });
      const rowsByKey = new Map(rows.map((row) => [formatKeyText(listKeyValues(this.#columns, row)), row]));
      for (const { key, resolve } of batch) {
        const row = rowsByKey.get(formatKeyText(key));
        const title = row ? getRowTitle(this.#table, row) : '';
        if (row) {
          recordTitle(this.#table, title, formatRowKey(this.#table, row));
          storeTitle(this.#table, key, title);
        }
        resolve(row ? { title, row } : null);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

function listKeyValues(columns: readonly string[], row: Row): KeyValue[] {
  return columns.map((column) => ({ column, value: String(row[column]) }));
}

/** Returns the filter for the rows with any of the keys, which all have the same columns. */
export function matchAnyKey(keys: readonly (readonly KeyValue[])[]): Filter {
  const first = keys[0] ?? [];
  const only = first.length === 1 ? first[0] : undefined;
  if (only) return condition(only.column, 'in', [...new Set(keys.map((key) => key[0]?.value ?? ''))]);
  const matchKey = (key: readonly KeyValue[]) =>
    group(
      'and',
      key.map(({ column, value }) => condition(column, 'eq', value)),
    );
  return group('or', keys.map(matchKey));
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

/** Returns the loaded values of a row except its title, in one line, to distinguish rows with the same title in a list. */
export function describeRow(table: Table, row: Row): string {
  return table.columns
    .filter((column) => !isTitleColumn(table, column) && Object.hasOwn(row, column.name))
    .map((column) => formatValue(column, row[column.name] ?? null))
    .filter((text) => text !== '')
    .join(' · ');
}
