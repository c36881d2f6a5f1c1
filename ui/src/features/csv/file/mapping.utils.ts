import type { Column, ForeignKey, Table } from '@/lib/api.gen';
import type { ColumnMapping } from '../csv.types';
import { csvMessages } from '../csv-messages';

/** Returns the columns that a file can fill: the role may insert into them, and the database does not compute them. */
export function listFillableColumns(table: Table): Column[] {
  return table.columns.filter(
    (column) => column.privileges.insert && !column.generated && column.identity !== 'always',
  );
}

/** Normalizes a column name for comparison: "E-Mail Address" and "email_address" are the same. */
export function normalizeColumnName(name: string): string {
  return name.toLocaleLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Returns the normalized names by which a file can refer to a column, the most reliable first. */
function listColumnNames(column: Column): string[] {
  return [column.name, column.title, column.name.replace(/_(id|uuid)$/, '')].map(normalizeColumnName);
}

/** Returns the normalized names that a header can contain. */
export function listKnownNames(table: Table): string[] {
  return [...new Set(table.columns.flatMap(listColumnNames))].filter((name) => name !== '');
}

/**
 * Maps the columns of a file to the columns of a table by their names. Each column
 * of the table is used once; the most reliable names are compared first.
 */
export function guessMappings(table: Table, headers: readonly string[]): ColumnMapping[] {
  const unmapped = new Set(listFillableColumns(table));
  const mapped = new Map<number, string>();
  const normalized = headers.map(normalizeColumnName);
  const columnNames = new Map([...unmapped].map((column) => [column, listColumnNames(column)]));
  const matchesBy = [
    (column: Column, i: number) => column.name === headers[i],
    ...[0, 1, 2].map(
      (rank) => (column: Column, i: number) =>
        normalized[i] !== '' && columnNames.get(column)?.[rank] === normalized[i],
    ),
  ];
  for (const matches of matchesBy) {
    for (const i of headers.keys()) {
      if (mapped.has(i)) continue;
      const column = [...unmapped].find((candidate) => matches(candidate, i));
      if (!column) continue;
      unmapped.delete(column);
      mapped.set(i, column.name);
    }
  }
  return [...mapped]
    .map(([sourceIndex, column]) => ({ sourceIndex, column }))
    .toSorted((a, b) => a.sourceIndex - b.sourceIndex);
}

/**
 * Returns why the table's column of this name or title can't be filled from a
 * file; undefined if it can, or if there is no such column.
 */
export function explainUnfillableColumn(table: Table, name: string): string | undefined {
  const column = table.columns.find((candidate) => candidate.name === name || candidate.title === name);
  if (!column || listFillableColumns(table).includes(column)) return undefined;
  return column.generated || column.identity === 'always'
    ? csvMessages.mapping.filledByDatabase
    : csvMessages.mapping.notFillable;
}

/** Returns the foreign key that consists of this column alone. */
export function findForeignKey(table: Table, column: string): ForeignKey | undefined {
  return table.foreignKeys.find((key) => key.columns.length === 1 && key.columns[0] === column);
}

/**
 * Returns the keys by which existing rows can be updated: all columns of the key
 * are mapped. Returns none if the role can't update all mapped columns.
 */
export function listUpsertKeys(table: Table, mapped: readonly string[]): string[][] {
  if (!table.privileges.update) return [];
  const updatable = new Set(
    table.columns
      .filter(({ name, privileges }) => mapped.includes(name) && privileges.update)
      .map((c) => c.name),
  );
  if (mapped.some((name) => !updatable.has(name))) return [];
  return [table.primaryKey, ...table.uniqueKeys].filter(
    (key) => key.length > 0 && key.every((name) => updatable.has(name)),
  );
}

/** Returns the columns that need a value but are neither mapped nor filled by the database. */
export function findMissingColumns(table: Table, mapped: readonly string[]): Column[] {
  return table.columns.filter(
    (column) =>
      !column.nullable &&
      column.default === null &&
      !column.generated &&
      column.identity === '' &&
      !mapped.includes(column.name),
  );
}
