import { isRecordDateName } from '@/data/layouts/calendar-source';
import { findKeyRelation, type Relation } from '@/data/relations/references';
import { isTitleColumn } from '@/data/titles/row-titles';
import {
  checkEnteredValue,
  type EnteredValue,
  isRequired,
  needsEntry,
  toEnteredValue,
} from '@/data/values/checks/check-value';
import type { NumberForm } from '@/data/values/numbers/local-numbers';
import { getNumberForm, isLongText, isSameValue } from '@/data/values/value.utils';
import { valuesMessages } from '@/data/values/values-messages';
import { isInsertable, lockReason } from '@/data/writes/batches/guards.utils';
import type { Column, Schema, Table } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';
import { getOwnValue } from '@/lib/own-value';
import { listReadableColumns } from './readable-columns';
import type { Row, Value } from './row';
import { rowsMessages as messages } from './rows-messages';

/** The entered values of a form, by column name. A column without an entry is unchanged. */
export type EnteredFields = Readonly<Record<string, EnteredValue>>;

export interface CheckedForm {
  /** The valid values that differ from the row. */
  changes: Row;
  /** Error messages of the invalid values, by column name. */
  problems: Readonly<Record<string, string>>;
}

/** Returns the columns of an existing record's form, in the table's order: all readable columns that are not hidden. */
export function listFormColumns(table: Table): Column[] {
  return listReadableColumns(table).filter((column) => !('hidden' in column.tags));
}

/** Returns the columns of a new record's form: those that an insert can set and that are not hidden. */
export function listNewRecordColumns(table: Table): Column[] {
  return table.columns.filter((column) => isInsertable(column) && !('hidden' in column.tags));
}

/** Returns the reason why a field is read-only, as a sentence; undefined if the user can edit it. */
export function findFieldLockReason(table: Table, column: Column, isNew: boolean): string | undefined {
  if (!isNew) return lockReason(table, column);
  return isInsertable(column) ? undefined : messages.columnNotWritable;
}

/** Whether a field needs at most half of the form's width. */
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

/** Returns the columns whose fields have the form's full width: long fields, and short fields without a short one next to them. */
export function findWideFields(
  columns: readonly Column[],
  references: ReadonlySet<string>,
): ReadonlySet<string> {
  const wide = new Set<string>();
  let unpaired: Column | undefined;
  for (const column of columns) {
    if (isShortField(column, references.has(column.name))) {
      unpaired = unpaired ? undefined : column;
    } else {
      wide.add(column.name);
      if (unpaired) wide.add(unpaired.name);
      unpaired = undefined;
    }
  }
  if (unpaired) wide.add(unpaired.name);
  return wide;
}

/** Returns the value that an editor shows: the entered value, or that of the row. Undefined for the column's default. */
export function getEditorEntry(
  column: Column,
  row: Row | undefined,
  entered: EnteredFields,
  numbers: NumberForm = 'asciiIntegers',
): EnteredValue {
  if (Object.hasOwn(entered, column.name)) return entered[column.name];
  if (!row) return undefined;
  return toEnteredValue(column, row[column.name] ?? null, 'local', numbers);
}

/**
 * Returns the current time for required timestamps of the creation and the last change without a default, such as Prisma's
 * updatedAt, which only its client sets. A timestamp without time zone gets UTC.
 */
export function createRecordTimes(columns: readonly Column[], now = new Date()): EnteredFields {
  const times = columns.filter(
    (column) =>
      (column.kind === 'timestamp' || column.kind === 'timestamptz') &&
      isRequired(column) &&
      isRecordDateName(column.name),
  );
  const text = now.toISOString().slice(0, 19);
  return Object.fromEntries(
    times.map((column) => {
      const value = column.kind === 'timestamp' ? text : `${text}+00:00`;
      return [column.name, toEnteredValue(column, value, 'local')];
    }),
  );
}

/** Checks the entered values against a row. Without a row the record is new, and missing required columns are errors. */
export function checkForm(
  columns: readonly Column[],
  row: Row | undefined,
  entered: EnteredFields,
): CheckedForm {
  const changes: Record<string, Value> = {};
  const problems: Record<string, string> = {};
  for (const column of columns) {
    const entry = getOwnValue(entered, column.name);
    if (entry === undefined) {
      if (row || !isRequired(column)) continue;
      if (needsEntry(column)) problems[column.name] = valuesMessages.problems.required;
      else changes[column.name] = [];
      continue;
    }
    const checked = checkEnteredValue(column, entry);
    if ('problem' in checked) problems[column.name] = checked.problem;
    else if (!row || !isSameValue(checked.value, row[column.name])) changes[column.name] = checked.value;
  }
  return { changes, problems };
}

/**
 * Checks the input of a new record together with its automatic values: times, and `automatic`. If there is no input, asks for
 * a value in the field of the title or the first field, so that no empty record is created; not if all columns have a default
 * or an automatic value.
 */
export function checkNewForm(
  table: Table,
  columns: readonly Column[],
  input: EnteredFields,
  automatic: EnteredFields,
): CheckedForm {
  const times = createRecordTimes(columns);
  const start = { ...times, ...automatic };
  const checked = checkForm(columns, undefined, { ...start, ...input });
  const isInput = ({ name, nullable }: Column) => {
    const entry = getOwnValue(input, name);
    const isEntered = entry !== undefined && entry !== getOwnValue(automatic, name);
    if (!isEntered || Object.hasOwn(times, name)) return false;
    const value = getOwnValue(checked.changes, name) ?? null;
    return value !== null && !(value === '' && nullable);
  };
  const hasDefault = (column: Column) => column.default !== null || column.identity !== '';
  const open = columns.filter((column) => !hasDefault(column) && !Object.hasOwn(start, column.name));
  const asked = open.find((column) => isTitleColumn(table, column)) ?? open[0];
  if (!asked || columns.some(isInput) || Object.keys(checked.problems).length > 0) return checked;
  return { ...checked, problems: { [asked.name]: messages.noInput } };
}

/** Whether an entered value is the row's value, so that there is nothing to save. */
export function isUnchanged(column: Column, row: Row | undefined, entry: EnteredValue): boolean {
  if (!row || entry === undefined) return entry === undefined;
  const value = row[column.name] ?? null;
  if (entry === toEnteredValue(column, value)) return true;
  const checked = checkEnteredValue({ ...column, nullable: true }, entry);
  return 'value' in checked && isSameValue(checked.value, value);
}

/**
 * Returns the initial values of a copy of a row: all values except NULL, values of the primary key and of single-column
 * unique keys, times of the creation and the last change, and values that the database sets.
 */
export function copyRow(table: Table, row: Row): EnteredFields {
  const unique = listUncopiedKeyColumns(table);
  return Object.fromEntries(
    listNewRecordColumns(table)
      .filter(
        ({ name, kind }) =>
          !unique.has(name) &&
          (row[name] ?? null) !== null &&
          !(kind.startsWith('timestamp') && isRecordDateName(name)),
      )
      .map((column) => [
        column.name,
        toEnteredValue(column, row[column.name] ?? null, 'local', getNumberForm(table, column)),
      ]),
  );
}

/** Returns the columns of the primary key and of single-column unique keys, whose values a copy cannot have. */
function listUncopiedKeyColumns(table: Table): ReadonlySet<string> {
  return new Set([...table.primaryKey, ...table.uniqueKeys.filter((key) => key.length === 1).flat()]);
}

/** Returns the titles of the columns that a copy does not take over, each with the reason: 'Number (must be unique)'. */
export function describeUncopiedColumns(table: Table, row: Row): string[] {
  const unique = listUncopiedKeyColumns(table);
  return listFormColumns(table)
    .filter((column) => (row[column.name] ?? null) !== null && !isDatabaseManaged(column))
    .flatMap((column) => {
      if (unique.has(column.name)) return messages.mustBeUnique(column.title);
      return isInsertable(column) ? [] : messages.notWritable(column.title);
    });
}

function isDatabaseManaged(column: Column): boolean {
  return column.generated || column.identity === 'always' || column.kind === 'tsvector';
}

/**
 * Returns the multi-column unique keys whose values are all copied to a copy of the row, as column titles. The user
 * must change at least one column of each key.
 */
export function listCopiedUniqueKeys(table: Table, row: Row): string[][] {
  const copied = copyRow(table, row);
  return table.uniqueKeys
    .filter((key) => key.length > 1 && key.every((name) => name in copied))
    .map((key) => key.map((name) => table.columns.find((c) => c.name === name)?.title ?? name));
}

/** A composite foreign key, with its fields in a form. */
export interface CompositeReferenceFields {
  relation: Relation;
  columns: readonly Column[];
  /** The column after which the form shows the reference. */
  last: Column;
}

/** Returns the composite foreign keys of which a form contains all columns, and whose target is readable. */
export function listCompositeReferences(
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

/** Returns a sentence that names the unreadable table to which a column refers; undefined if there is none. */
export function describeHiddenReference(schema: Schema, table: Table, column: Column): string | undefined {
  const keys = table.foreignKeys.filter((key) => key.columns.includes(column.name));
  const hidden = keys.find((key) => !findKeyRelation(schema, key));
  if (!hidden) return undefined;
  const target = findTable(schema, hidden.refSchema, hidden.refTable);
  return messages.hiddenReference(target?.title ?? hidden.refTable);
}
