import type { Column, ForeignKey, Table } from '@/lib/api.gen';
import type { ColumnMapping } from '../csv.types';

/** The columns that a file can fill. */
export function listFillableColumns(table: Table): Column[] {
  return table.columns.filter(
    (column) => column.privileges.insert && !column.generated && column.identity !== 'always',
  );
}

/** A name as it is compared: "E-Mail Address" and "email_address" are the same. */
export function normalizeColumnName(name: string): string {
  return name.toLocaleLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Every name by which a file may mean a column, the surest first. */
function listColumnNames(column: Column): string[] {
  return [column.name, column.title, column.name.replace(/_(id|uuid)$/, '')].map(normalizeColumnName);
}

/** The names that a header may hold, to tell one from a row. */
export function listKnownNames(table: Table): string[] {
  return [...new Set(table.columns.flatMap(listColumnNames))].filter((name) => name !== '');
}

/** Which column each column of the file goes to, by its name. A table's column is taken once. */
export function guessMappings(table: Table, names: readonly string[]): ColumnMapping[] {
  const free = new Set(listFillableColumns(table));
  const found = new Map<number, string>();
  const plain = names.map(normalizeColumnName);
  const called = new Map([...free].map((column) => [column, listColumnNames(column)]));
  const fits = [
    (column: Column, at: number) => column.name === names[at],
    ...[0, 1, 2].map(
      (surety) => (column: Column, at: number) =>
        plain[at] !== '' && called.get(column)?.[surety] === plain[at],
    ),
  ];
  for (const fitsBy of fits) {
    for (const at of names.keys()) {
      if (found.has(at)) continue;
      const column = [...free].find((candidate) => fitsBy(candidate, at));
      if (!column) continue;
      free.delete(column);
      found.set(at, column.name);
    }
  }
  return [...found]
    .map(([sourceIndex, column]) => ({ sourceIndex, column }))
    .toSorted((a, b) => a.sourceIndex - b.sourceIndex);
}

/** Why a column of the file can't go to the table's column of that name; undefined where it can, or there is none. */
export function explainUnfillableColumn(table: Table, name: string): string | undefined {
  const column = table.columns.find((each) => each.name === name || each.title === name);
  if (!column || listFillableColumns(table).includes(column)) return undefined;
  return column.generated || column.identity === 'always'
    ? 'The database fills this in itself.'
    : 'Your role may not fill this in.';
}

/** The foreign key that is on this column alone. */
export function findForeignKey(table: Table, column: string): ForeignKey | undefined {
  return table.foreignKeys.find((key) => key.columns.length === 1 && key.columns[0] === column);
}

/** The keys by which rows can be found again: all their columns are in the file, and may be changed. */
export function listUpsertKeys(table: Table, mapped: readonly string[]): string[][] {
  if (!table.privileges.update) return [];
  const written = new Set(
    table.columns
      .filter(({ name, privileges }) => mapped.includes(name) && privileges.update)
      .map((c) => c.name),
  );
  if (mapped.some((name) => !written.has(name))) return [];
  return [table.primaryKey, ...table.uniqueKeys].filter(
    (key) => key.length > 0 && key.every((name) => written.has(name)),
  );
}

/** Columns that need a value which neither the file nor the database gives. */
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
