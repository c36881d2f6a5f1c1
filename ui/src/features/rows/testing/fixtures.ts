import type { Column, Kind, Table } from '@/lib/api.gen';
import { table } from '@/testing/fixtures';

/** A nullable column that the caller may do everything with, changed as asked. */
export function makeColumn(name: string, kind: Kind, changes: Partial<Column> = {}): Column {
  return {
    name,
    title: name,
    comment: '',
    tags: {},
    type: kind,
    base: kind,
    kind,
    array: false,
    enum: [],
    nullable: true,
    default: null,
    generated: false,
    identity: '',
    maxLength: null,
    precision: null,
    scale: null,
    privileges: { select: true, insert: true, update: true },
    ...changes,
  };
}

/** A table that the caller may do everything with; its first column is the key unless said otherwise. */
export function makeTable(name: string, columns: Column[], changes: Partial<Table> = {}): Table {
  return table(name, { columns, primaryKey: columns.slice(0, 1).map((column) => column.name), ...changes });
}
