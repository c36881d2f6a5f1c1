import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import { type Condition, condition } from '@/data/query/filters/filters.utils';
import { listReadableColumns } from '@/data/rows/readable-columns';
import type { Row, Value } from '@/data/rows/row';
import { toSnakeCase } from '@/data/titles/name-words';
import { findTitleColumn, formatOwnValue, getRowTitle, listTitleColumns } from '@/data/titles/row-titles';
import { isContentColumn } from '@/data/titles/title-columns';
import { hasGroupedDigits } from '@/data/values/value.utils';
import { isInsertable } from '@/data/writes/batches/guards.utils';
import type { Column, ForeignKey, Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { isView } from '@/lib/is-view';
import { findKeyRelation, type Relation } from './references';
import { isTenantColumn, isTenantReference, refersToTenant } from './tenant';

/**
 * The cardinality of a relation: at most one row refers to a row, many rows do, or
 * many rows of a third table are connected by a join table.
 */
export type RelatedKind = 'one' | 'many' | 'through';

/** A foreign key by which rows of a table refer to the rows of another. */
export interface RelatedTable {
  kind: RelatedKind;
  /** The referring table; for 'through' the join table. */
  table: Table;
  key: ForeignKey;
  /** The join table's relation to the third table; only for 'through'. */
  farRelation: Relation | undefined;
  /** The titles of the key's columns, if several keys refer to the same table; otherwise ''. */
  keyTitles: string;
  /** Whether the role can read the referring rows. */
  isReadable: boolean;
}

/**
 * Returns the foreign keys that refer to a table, of all tables in the schema that are not hidden. Views are omitted: they show
 * the rows of a table again.
 */
export function listRelatedTables(schema: Schema, target: Table): RelatedTable[] {
  return schema.tables
    .filter((table) => !('hidden' in table.tags) && !isView(table))
    .flatMap((table) =>
      table.foreignKeys
        .filter((key) => isReferenceTo(key, target))
        .map((key) => makeRelatedTable(schema, target, table, key)),
    );
}

function isReferenceTo(key: ForeignKey, target: Table): boolean {
  return key.refSchema === target.schema && key.refTable === target.name;
}

/**
 * Describes the rows of `table` whose foreign key `key` refers to a row of `target`. `keyTitles` names the key if several keys refer
 * to `target`.
 */
function makeRelatedTable(schema: Schema, target: Table, table: Table, key: ForeignKey): RelatedTable {
  const isReadable =
    table.privileges.select && findColumns(table, key.columns).every((c) => c.privileges.select);
  const farRelation = isReadable ? findFarRelation(schema, table, key) : undefined;
  const keysToTarget = table.foreignKeys.filter((other) => isReferenceTo(other, target));
  const isSelfReference = table === target;
  return {
    kind: farRelation ? 'through' : isUnique(table, key.columns) ? 'one' : 'many',
    keyTitles:
      keysToTarget.length > 1 || isSelfReference
        ? findColumns(table, key.columns).map(getColumnTitle).join(', ')
        : '',
    ...{ table, key, farRelation, isReadable },
  };
}

const getColumnTitle = ({ title }: Column) => title;

function findColumns(table: Table, names: readonly string[]): Column[] {
  return names.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
}

/** Whether no two rows can have the same values in these columns. */
function isUnique(table: Table, columns: readonly string[]): boolean {
  const keys = [table.primaryKey, ...table.uniqueKeys].filter((key) => key.length > 0);
  return keys.some((key) => key.every((name) => columns.includes(name)));
}

/** Returns the other relation of a join table: together, its two foreign keys are a unique key. Undefined for other tables. */
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

/** Returns the filters for the rows that refer to a row; undefined if a part of the row's key is NULL or not loaded. */
export function buildRelatedFilters(key: ForeignKey, row: Row): Condition[] | undefined {
  const values = linkValues(key, row);
  return values && Object.entries(values).map(([column, value]) => condition(column, 'eq', String(value)));
}

/** Returns the values of a foreign key that refer to a row; undefined if a part of the row's key is NULL or not loaded. */
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
 * Returns the change that removes a row's reference, by setting columns of the key
 * to NULL; undefined if they are not nullable, or the role cannot update them.
 * Prefers columns that no other foreign key contains.
 */
export function unlinkChanges({ table, key }: RelatedTable): Row | undefined {
  if (!table.privileges.update || !findIdentity(table)) return undefined;
  const clearable = findColumns(table, key.columns).filter(
    (column) => column.nullable && canChange(column) && !table.primaryKey.includes(column.name),
  );
  const shared = new Set(
    table.foreignKeys.filter((other) => other !== key).flatMap(({ columns }) => columns),
  );
  const unshared = clearable.filter(({ name }) => !shared.has(name));
  const cleared = unshared.length > 0 ? unshared : clearable;
  return cleared.length > 0 ? Object.fromEntries(cleared.map(({ name }) => [name, null])) : undefined;
}

function canChange(column: Column): boolean {
  return column.privileges.update && !column.generated && column.identity !== 'always';
}

/**
 * Whether the role can link an existing row to a record by updating the foreign key of that row. False for a join
 * table, which gets new rows instead, for a key that is part of the primary key, and for a table whose rows can't be
 * identified.
 */
export function canLink({ table, key, kind }: RelatedTable): boolean {
  const columns = findColumns(table, key.columns);
  return (
    kind !== 'through' &&
    table.privileges.update &&
    findIdentity(table) !== undefined &&
    columns.every((column) => canChange(column) && !table.primaryKey.includes(column.name))
  );
}

/** Whether the role can insert a row that refers to a row. */
export function canAdd({ table, key, farRelation }: RelatedTable): boolean {
  const columns = findColumns(table, [...key.columns, ...(farRelation?.key.columns ?? [])]);
  return table.privileges.insert && columns.every(isInsertable);
}

/** Maximum number of values next to a related row's title. */
const maxFacts = 4;

/**
 * Returns what a list of related rows shows: `named` is the reference that replaces
 * a missing title (an order item shows its product) or precedes a text (a message shows its author), `facts` are the columns of the
 * values next to it.
 */
export function listRelatedColumns(
  schema: Schema,
  { table, key, farRelation }: Pick<RelatedTable, 'table' | 'key' | 'farRelation'>,
): { named: Relation | undefined; facts: Column[] } {
  const title = findTitleColumn(table);
  const references = new Set(table.foreignKeys.flatMap((other) => other.columns));
  const isKey = title && (table.primaryKey.includes(title.name) || references.has(title.name));
  const tagged = table.tags['record-title'] ? listTitleColumns(table) : [];
  const hasTitle =
    tagged.some(({ name }) => !references.has(name)) ||
    (title !== undefined && (title.kind === 'text' || !isKey) && !key.columns.includes(title.name));
  const facts = listReadableColumns(table).filter(
    (column) =>
      ((column !== title && !tagged.includes(column)) || farRelation !== undefined) &&
      !references.has(column.name) &&
      !column.array &&
      !('hidden' in column.tags) &&
      isFact(table, column),
  );
  const isText = title !== undefined && isContentColumn(title);
  const named = farRelation ?? (hasTitle && !isText ? undefined : findOtherReference(schema, table, key));
  const isNamedByOther = named !== undefined && !farRelation;
  const times = isNamedByOther
    ? listTitleColumns(table).filter(({ kind }) => kind.startsWith('timestamp'))
    : [];
  const body = isNamedByOther && listReadableColumns(table).find(isBodyColumn);
  const first = body ? [...times, body] : times;
  return {
    named,
    facts: [...first, ...(first.length < maxFacts ? facts.slice(first.length - maxFacts) : [])],
  };
}

const bodyName = /^(body|content|text|message|comment|notes?|description|remarks?)$/;

/** Whether a visible text column is named like the main text of a row, such as `body` or `comment`. */
function isBodyColumn({ kind, array, name, tags }: Column): boolean {
  return kind === 'text' && !array && !('hidden' in tags) && bodyName.test(toSnakeCase(name));
}

/**
 * Returns the reference of a related table that distinguishes its rows: in the order of the columns, the first that is not the same
 * for all rows with `key`. A user who changed the row, such as `cancelled_by`, follows the others.
 */
function findOtherReference(schema: Schema, table: Table, key: ForeignKey): Relation | undefined {
  const parent = findTable(schema, key.refSchema, key.refTable);
  const position = ({ columns: [name = ''] }: ForeignKey) =>
    table.columns.findIndex((column) => column.name === name) +
    (/_by(_|$)/.test(toSnakeCase(name)) ? table.columns.length : 0);
  return table.foreignKeys
    .toSorted((a, b) => position(a) - position(b))
    .filter((other) => other.columns.some((name) => !key.columns.includes(name)))
    .filter((other) => !parent?.foreignKeys.some((copied) => isCopy(table, other, parent, copied)))
    .map((other) => findKeyRelation(schema, other))
    .find((relation) => relation !== undefined);
}

/** Whether a foreign key repeats a foreign key of the parent table, such as the tenant of an order in its items. */
function isCopy(table: Table, key: ForeignKey, parent: Table, parentKey: ForeignKey): boolean {
  const isSameTarget = key.refSchema === parentKey.refSchema && key.refTable === parentKey.refTable;
  const isTenant = (of: Table, { columns }: ForeignKey) => columns.every((name) => refersToTenant(of, name));
  return (
    isSameTarget &&
    ((isTenant(table, key) && isTenant(parent, parentKey)) ||
      String(key.columns) === String(parentKey.columns))
  );
}

function isFact(table: Table, column: Column): boolean {
  if (['enum', 'date', 'range'].includes(column.kind)) return true;
  return ['integer', 'numeric', 'float'].includes(column.kind) && hasGroupedDigits(table, column);
}

/**
 * Returns the title of a row in a list of rows that refer to the same record. If the title contains that reference,
 * which is the same in all rows: returns the values of its other columns, or of the other identifying columns instead.
 */
export function formatRelatedTitle({ table, key }: RelatedTable, row: Row): string {
  const columns = distinguishingColumns({ table, key });
  return columns.map((column) => formatOwnValue(column, row)).join(', ') || getRowTitle(table, row);
}

/** Returns the column heading of `formatRelatedTitle`. */
export function getRelatedTitleHeading({ table, key }: Pick<RelatedTable, 'table' | 'key'>): string {
  const columns = distinguishingColumns({ table, key });
  const titles = listTitleColumns(table);
  const own = titles.length === 1 ? titles[0]?.title : undefined;
  return columns.map(({ title }) => title).join(', ') || (own ?? table.title);
}

/** Returns the columns that distinguish rows whose title contains the same reference; none if it does not contain it. */
function distinguishingColumns({ table, key }: Pick<RelatedTable, 'table' | 'key'>): readonly Column[] {
  const titles = listTitleColumns(table);
  const isOwn = ({ name }: Column) => !key.columns.includes(name);
  if (titles.every(isOwn)) return [];
  const own = titles.filter(isOwn);
  const columns = own.length > 0 ? own : findColumns(table, findIdentity(table) ?? []).filter(isOwn);
  const withoutTenant = columns.filter((column) => !isTenantColumn(column));
  return withoutTenant.length > 0 ? withoutTenant : columns;
}

/** Returns the values of the references to the tenant in a new row of a join table: those of the record to which it refers. */
export function copyTenant(table: Table, row: Row): Row {
  return Object.fromEntries(
    table.columns.flatMap((column) => {
      const value = isTenantColumn(column) ? row[column.name] : undefined;
      return value === undefined || value === null ? [] : [[column.name, value]];
    }),
  );
}

/** Whether a join table contains only keys, references to the tenant, hidden columns, and dates that the database sets. */
export function isPlainJoin({ table, key, farRelation }: RelatedTable): boolean {
  if (!farRelation) return false;
  const linking = new Set([...key.columns, ...farRelation.key.columns, ...table.primaryKey]);
  return table.columns.every(
    (column) =>
      linking.has(column.name) ||
      isTenantReference(table, column) ||
      'hidden' in column.tags ||
      (column.default !== null && /_(at|on)$/.test(toSnakeCase(column.name))),
  );
}
