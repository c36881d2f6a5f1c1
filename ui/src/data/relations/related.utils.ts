import { identityOf } from '@/data/paging/cursor/keyset.utils';
import { type Condition, condition } from '@/data/query/filters.utils';
import { readableColumns } from '@/data/rows/readable-columns';
import type { Row, Value } from '@/data/rows/row';
import { formatValue, hasGroupedDigits, titleColumn, titleOf } from '@/data/values/value.utils';
import { isInsertable } from '@/data/writes/batches/guards.utils';
import type { Column, ForeignKey, Schema, Table } from '@/lib/api.gen';
import { type Relation, relationOf } from './references';

/**
 * How rows of another table belong to a row: one of them at most, many of them,
 * or many of a third table that a join table between the two leads to.
 */
export type RelatedKind = 'one' | 'many' | 'through';

/** A foreign key by which rows of a table refer to the rows of another. */
export interface RelatedTable {
  kind: RelatedKind;
  /** The table that refers; of 'through' the join table. */
  table: Table;
  key: ForeignKey;
  /** Where the join table leads to; of 'through' only. */
  farRelation: Relation | undefined;
  /** The key's columns in words, where that many ways lead here that each has to be told apart; else ''. */
  keyTitles: string;
  /** Whether this role may read the rows that refer. */
  isReadable: boolean;
}

/** The foreign keys that lead to a table, from every table that this role can reach at all. */
export function listRelatedTables(schema: Schema, target: Table): RelatedTable[] {
  return schema.tables
    .filter((table) => !('hidden' in table.tags))
    .flatMap((table) =>
      table.foreignKeys
        .filter((key) => isReferenceTo(key, target))
        .map((key) => makeRelatedTable(schema, target, table, key)),
    );
}

function isReferenceTo(key: ForeignKey, target: Table): boolean {
  return key.refSchema === target.schema && key.refTable === target.name;
}

function makeRelatedTable(schema: Schema, target: Table, table: Table, key: ForeignKey): RelatedTable {
  const isReadable =
    table.privileges.select && columnsOf(table, key.columns).every((c) => c.privileges.select);
  const farRelation = isReadable ? findFarRelation(schema, table, key) : undefined;
  const ways = table.foreignKeys.filter((other) => isReferenceTo(other, target));
  const own = table === target;
  return {
    kind: farRelation ? 'through' : isUnique(table, key.columns) ? 'one' : 'many',
    keyTitles: ways.length > 1 || own ? columnsOf(table, key.columns).map(titleOfColumn).join(', ') : '',
    ...{ table, key, farRelation, isReadable },
  };
}

const titleOfColumn = ({ title }: Column) => title;

function columnsOf(table: Table, names: readonly string[]): Column[] {
  return names.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
}

/** Whether no two rows can have the same values in these columns. */
function isUnique(table: Table, columns: readonly string[]): boolean {
  const keys = [table.primaryKey, ...table.uniqueKeys].filter((key) => key.length > 0);
  return keys.some((key) => key.every((name) => columns.includes(name)));
}

/** Where a join table leads to: two of its foreign keys together are a key of it. */
function findFarRelation(schema: Schema, table: Table, near: ForeignKey): Relation | undefined {
  const keys = [table.primaryKey, ...table.uniqueKeys];
  const key = table.foreignKeys.find((other) => {
    if (other === near || other.columns.some((name) => near.columns.includes(name))) return false;
    const both = [...near.columns, ...other.columns];
    return keys.some((columns) => columns.length === both.length && columns.every((c) => both.includes(c)));
  });
  const target =
    key && schema.tables.find(({ schema: s, name }) => s === key.refSchema && name === key.refTable);
  return key && target?.privileges.select ? { key, target } : undefined;
}

/** The filter for the rows that refer to a row. Undefined where it can't be referred to: a part of the key is NULL. */
export function relatedFilters(key: ForeignKey, row: Row): Condition[] | undefined {
  const values = linkValues(key, row);
  return values && Object.entries(values).map(([column, value]) => condition(column, 'eq', String(value)));
}

/** The values of a foreign key that refer to a row. */
export function linkValues(key: ForeignKey, row: Row): Row | undefined {
  const values: Record<string, Value> = {};
  for (const [i, column] of key.columns.entries()) {
    const value = row[key.refColumns[i] ?? ''];
    if (value === undefined || value === null || Array.isArray(value)) return undefined;
    values[column] = value;
  }
  return values;
}

/**
 * The change that makes a row refer no longer; undefined where the key takes no
 * NULL, or this role may not set it. Columns that another key uses too stay as
 * they are where one of the own ones will do.
 */
export function unlinkChanges({ table, key }: RelatedTable): Row | undefined {
  if (!table.privileges.update || !identityOf(table)) return undefined;
  const clearable = columnsOf(table, key.columns).filter(
    (column) => column.nullable && canChange(column) && !table.primaryKey.includes(column.name),
  );
  const shared = new Set(
    table.foreignKeys.filter((other) => other !== key).flatMap(({ columns }) => columns),
  );
  const own = clearable.filter(({ name }) => !shared.has(name));
  const cleared = own.length > 0 ? own : clearable;
  return cleared.length > 0 ? Object.fromEntries(cleared.map(({ name }) => [name, null])) : undefined;
}

function canChange(column: Column): boolean {
  return column.privileges.update && !column.generated && column.identity !== 'always';
}

/** Whether rows that exist may be made to refer to another row. */
export function canLink({ table, key, kind }: RelatedTable): boolean {
  const columns = columnsOf(table, key.columns);
  return (
    kind !== 'through' &&
    table.privileges.update &&
    identityOf(table) !== undefined &&
    columns.every((column) => canChange(column) && !table.primaryKey.includes(column.name))
  );
}

/** Whether a new row may be made that refers to a row. */
export function canAdd({ table, key, farRelation }: RelatedTable): boolean {
  const columns = columnsOf(table, [...key.columns, ...(farRelation?.key.columns ?? [])]);
  return table.privileges.insert && columns.every(isInsertable);
}

/** Facts that a line about a related row has room for. */
const maxFacts = 4;

/**
 * What a line about a related row shows: `named` is the reference that names it
 * where it has no title of its own (an order's item is known by its product),
 * `facts` are what fits beside it.
 */
export function relatedColumns(
  schema: Schema,
  { table, key, farRelation }: Pick<RelatedTable, 'table' | 'key' | 'farRelation'>,
): { named: Relation | undefined; facts: Column[] } {
  const title = titleColumn(table);
  const references = new Set(table.foreignKeys.flatMap((other) => other.columns));
  const isKey = title && (table.primaryKey.includes(title.name) || references.has(title.name));
  const own = title !== undefined && (title.kind === 'text' || !isKey) && !key.columns.includes(title.name);
  const facts = readableColumns(table).filter(
    (column) =>
      (column !== title || farRelation !== undefined) &&
      !references.has(column.name) &&
      !column.array &&
      !('hidden' in column.tags) &&
      isFact(table, column),
  );
  return {
    named: farRelation ?? (own ? undefined : findOtherReference(schema, table, key)),
    facts: facts.slice(-maxFacts),
  };
}

function findOtherReference(schema: Schema, table: Table, key: ForeignKey): Relation | undefined {
  return table.foreignKeys
    .filter((other) => other !== key && !other.columns.some((column) => key.columns.includes(column)))
    .map((other) => relationOf(schema, table, other.columns[0] ?? ''))
    .find((relation) => relation !== undefined);
}

function isFact(table: Table, column: Column): boolean {
  if (['enum', 'date', 'range'].includes(column.kind)) return true;
  return ['integer', 'numeric', 'float'].includes(column.kind) && hasGroupedDigits(table, column);
}

/** What a row is called among those that refer to the same record: not by what they share. */
export function relatedTitle({ table, key }: RelatedTable, row: Row): string {
  const own = distinguishingColumns({ table, key });
  return own.map((column) => formatValue(column, row[column.name] ?? null)).join(', ') || titleOf(table, row);
}

/** The heading over `relatedTitle`. */
export function relatedTitleHeading({ table, key }: Pick<RelatedTable, 'table' | 'key'>): string {
  const own = distinguishingColumns({ table, key });
  return own.map(({ title }) => title).join(', ') || (titleColumn(table)?.title ?? table.title);
}

/** What rows of a table go by among those that share its title; nothing where they don't share it. */
function distinguishingColumns({ table, key }: Pick<RelatedTable, 'table' | 'key'>): readonly Column[] {
  const title = titleColumn(table);
  if (!title || !key.columns.includes(title.name)) return [];
  return columnsOf(table, identityOf(table) ?? []).filter(({ name }) => !key.columns.includes(name));
}

/** Whether a join table says no more of a pair than that it is one. */
export function isPlainJoin({ table, key, farRelation }: RelatedTable): boolean {
  if (!farRelation) return false;
  const linking = new Set([...key.columns, ...farRelation.key.columns, ...table.primaryKey]);
  return table.columns.every(
    (column) =>
      linking.has(column.name) ||
      'hidden' in column.tags ||
      (column.default !== null && /_(at|on)$/.test(column.name)),
  );
}
