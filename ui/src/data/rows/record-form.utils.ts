import type { Relation } from '@/data/relations/references';
import {
  checkEnteredValue,
  type EnteredValue,
  isRequired,
  toEnteredValue,
} from '@/data/values/checks/check-value';
import { isLongText, isSameValue } from '@/data/values/value.utils';
import { isInsertable, lockReason } from '@/data/writes/batches/guards.utils';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/session';
import type { Row, Value } from './row';

/** What has been entered into a form, by column; a column that isn't there is as it was. */
export type EnteredFields = Readonly<Record<string, EnteredValue>>;

export interface CheckedForm {
  changes: Row;
  /** What is wrong, by column. */
  problems: Readonly<Record<string, string>>;
}

/** The fields of a record's form, in the table's order: what can't be read has none. */
export function formColumns(table: Table): Column[] {
  return table.columns.filter((column) => column.privileges.select && !('hidden' in column.tags));
}

/** The fields of a new record's form: what can be given; what only the database fills has no place in it. */
export function newRecordColumns(table: Table): Column[] {
  return table.columns.filter((column) => isInsertable(column) && !('hidden' in column.tags));
}

/** Why a field can't be changed; undefined if it can. */
export function fieldLockReason(table: Table, column: Column, isNew: boolean): string | undefined {
  if (!isNew) return lockReason(table, column);
  return isInsertable(column) ? undefined : 'Your role may not set this column.';
}

/** Whether half of the form's width is enough for a field. */
function isShortField(column: Column, isReference: boolean): boolean {
  if (column.array || 'file' in column.tags) return false;
  if (isReference) return true;
  if (column.kind === 'text') return !isLongText(column) && (column.maxLength ?? 100) <= 24;
  return [
    'boolean',
    'integer',
    'numeric',
    'float',
    'date',
    'time',
    'timetz',
    'enum',
    'interval',
    'network',
  ].includes(column.kind);
}

/** The fields that have the form's whole width: long ones, and short ones without another beside them. */
export function wideFields(columns: readonly Column[], references: ReadonlySet<string>): ReadonlySet<string> {
  const wide = new Set<string>();
  let waiting: Column | undefined;
  for (const column of columns) {
    if (isShortField(column, references.has(column.name))) {
      waiting = waiting ? undefined : column;
    } else {
      wide.add(column.name);
      if (waiting) wide.add(waiting.name);
      waiting = undefined;
    }
  }
  if (waiting) wide.add(waiting.name);
  return wide;
}

/** What an editor shows for a column: what was entered, else the row's value; undefined is 'default'. */
export function editorEntry(column: Column, row: Row | undefined, entered: EnteredFields): EnteredValue {
  if (column.name in entered) return entered[column.name];
  if (!row) return undefined;
  return toEnteredValue(column, row[column.name] ?? null);
}

/** Checks what was entered over a row. Without a row it is a new one, and what it lacks is told. */
export function checkForm(
  columns: readonly Column[],
  row: Row | undefined,
  entered: EnteredFields,
): CheckedForm {
  const changes: Record<string, Value> = {};
  const problems: Record<string, string> = {};
  for (const column of columns) {
    const entry = entered[column.name];
    if (entry === undefined) {
      if (!row && isRequired(column)) problems[column.name] = 'This is needed.';
      continue;
    }
    const checked = checkEnteredValue(column, entry);
    if ('problem' in checked) problems[column.name] = checked.problem;
    else if (!row || !isSameValue(checked.value, row[column.name])) changes[column.name] = checked.value;
  }
  return { changes, problems };
}

/** Whether an entry says the same as the row, so that nothing is left to save of it. */
export function isUnchanged(column: Column, row: Row | undefined, entry: EnteredValue): boolean {
  if (!row || entry === undefined) return entry === undefined;
  const value = row[column.name] ?? null;
  if (entry === toEnteredValue(column, value)) return true;
  const checked = checkEnteredValue({ ...column, nullable: true }, entry);
  return 'value' in checked && isSameValue(checked.value, value);
}

/** What a copy of a row starts from: all but what names the row or what the database fills. */
export function copyRow(table: Table, row: Row): EnteredFields {
  const unique = singleUniqueColumns(table);
  return Object.fromEntries(
    newRecordColumns(table)
      .filter((column) => !unique.has(column.name) && (row[column.name] ?? null) !== null)
      .map((column) => [column.name, toEnteredValue(column, row[column.name] ?? null)]),
  );
}

function singleUniqueColumns(table: Table): ReadonlySet<string> {
  return new Set([...table.primaryKey, ...table.uniqueKeys.filter((key) => key.length === 1).flat()]);
}

/** What a copy lacks of its row, and why, for a sentence: 'Number (has to be unique)'. */
export function describeUncopiedColumns(table: Table, row: Row): string[] {
  const unique = singleUniqueColumns(table);
  return formColumns(table)
    .filter((column) => (row[column.name] ?? null) !== null && !isDatabaseManaged(column))
    .flatMap((column) => {
      if (unique.has(column.name)) return `${column.title} (has to be unique)`;
      return isInsertable(column) ? [] : `${column.title} (not yours to set)`;
    });
}

function isDatabaseManaged(column: Column): boolean {
  return column.generated || column.identity === 'always' || column.kind === 'tsvector';
}

/** Columns of a copy that together have to be unique, so that one of them has to be changed. */
export function copiedUniqueKeys(table: Table, row: Row): string[][] {
  const copied = copyRow(table, row);
  return table.uniqueKeys
    .filter((key) => key.length > 1 && key.every((name) => name in copied))
    .map((key) => key.map((name) => table.columns.find((c) => c.name === name)?.title ?? name));
}

/** A foreign key of several columns, with those fields of a form that make it up. */
export interface CompositeReferenceFields {
  relation: Relation;
  columns: readonly Column[];
  /** The one after which the reference is shown. */
  last: Column;
}

/** The references of a form's fields that take several columns; none whose target this role can't read. */
export function compositeReferences(
  schema: Schema,
  table: Table,
  columns: readonly Column[],
): CompositeReferenceFields[] {
  return table.foreignKeys.flatMap((key) => {
    const parts = columns.filter(({ name }) => key.columns.includes(name));
    const last = parts.at(-1);
    const target = findTable(schema, key.refSchema, key.refTable);
    const whole = key.columns.length > 1 && parts.length === key.columns.length;
    return whole && last && target?.privileges.select
      ? [{ relation: { key, target }, columns: parts, last }]
      : [];
  });
}

/** What a field refers to that this role can't read, as a sentence; undefined where there is nothing to say. */
export function describeHiddenReference(schema: Schema, table: Table, column: Column): string | undefined {
  const keys = table.foreignKeys.filter((key) => key.columns.includes(column.name));
  const hidden = keys.find(
    (key) => findTable(schema, key.refSchema, key.refTable)?.privileges.select !== true,
  );
  if (!hidden) return undefined;
  const target = findTable(schema, hidden.refSchema, hidden.refTable);
  return `Refers to ${target?.title ?? hidden.refTable}, which your role may not read.`;
}
