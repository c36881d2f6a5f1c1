import type { Relation } from '@/data/relations/references';
import type { ActionArgument, ActionResult, Column, CompositeField, Kind, Schema } from '@/lib/api.gen';
import { findTable } from '@/lib/find-table';

/** Returns a column for a value that belongs to no table, for the inputs, checks and formats of columns. */
export function makeValueColumn(name: string, kind: Kind, changes: Partial<Column> = {}): Column {
  return {
    ...{ name, title: name, comment: '', tags: {}, type: kind, base: kind, kind },
    ...{ array: false, enum: [], nullable: true, default: null, generated: false, identity: '' },
    ...{ large: false, maxLength: null, precision: null, scale: null },
    privileges: { select: true, insert: true, update: true },
    ...changes,
  };
}

/** Returns an argument as a column. A variadic argument is an array; a composite type that belongs to a table is JSON. */
export function toArgumentColumn(argument: ActionArgument): Column {
  const { name, title, type, base, kind, enum: labels, required } = argument;
  return makeValueColumn(name, kind, {
    ...{ title, type, base, enum: labels, default: argument.default },
    ...{ array: argument.array || argument.variadic, nullable: !required },
  });
}

/** Returns a column of a result that belongs to no table. */
export function createFieldColumn({ name, type, base, kind, array, enum: labels }: CompositeField): Column {
  return makeValueColumn(name, kind, { title: nameTitle(name), type, base, array, enum: labels });
}

/** Returns the column of a result that is a single value. */
export function createResultColumn(name: string, { valueKind, type, base, array }: ActionResult): Column {
  return makeValueColumn(name, valueKind, { title: nameTitle(name), type, base, array });
}

/** Returns the relation of an argument that refers to rows of a table; undefined if the role can't read them. */
export function findArgumentRelation(
  schema: Schema,
  { name, reference }: ActionArgument,
): Relation | undefined {
  if (!reference) return undefined;
  const target = findTable(schema, reference.schema, reference.table);
  if (!target?.privileges.select) return undefined;
  return {
    target,
    key: {
      ...{ name: '', columns: [name], refSchema: reference.schema, refTable: reference.table },
      ...{ refColumns: [reference.column], onDelete: '' },
    },
  };
}

/** Returns a readable title for a name: `order_id` becomes 'Order id'. */
export function nameTitle(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? name : words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
