import { isRequired } from '@/data/values/checks/check-value';
import type { Column, Table } from '@/lib/api.gen';
import type { ColumnMapping, ImportPlan } from '../csv.types';
import { csvMessages } from '../csv-messages';
import { listAllNames, nameRules } from './column-names.utils';
import { measureSimilarity, minSimilarity } from './name-similarity.utils';

/** Returns the columns that a file can fill: the role can insert into them, and the database does not compute them. */
export function listFillableColumns(table: Table): Column[] {
  return table.columns.filter(
    (column) => column.privileges.insert && !column.generated && column.identity !== 'always',
  );
}

/** Returns the columns that an import writes: the mapped ones, and those with the same value in all rows. */
export function listPlanColumns({
  mappings,
  sameValues,
}: Pick<ImportPlan, 'mappings' | 'sameValues'>): string[] {
  return [...mappings.map(({ column }) => column), ...Object.keys(sameValues ?? {})];
}

/**
 * Maps the columns of a file to the columns of a table by their names. Each column
 * of the table is used once; the most reliable names are compared first, and similar names last.
 */
export function guessMappings(table: Table, headers: readonly string[]): ColumnMapping[] {
  const unmapped = new Set(listFillableColumns(table));
  const mapped = new Map<number, string>();
  for (const { toForm, listNames } of nameRules) {
    const columnsByForm = new Map<string, Column>();
    // In reverse, so that the first of several columns with the same form is used.
    for (const column of [...unmapped].toReversed())
      for (const name of listNames(column)) columnsByForm.set(toForm(table, name), column);
    columnsByForm.delete('');
    for (const [i, header] of headers.entries()) {
      const column = mapped.has(i) ? undefined : columnsByForm.get(toForm(table, header));
      if (!column || !unmapped.delete(column)) continue;
      mapped.set(i, column.name);
    }
  }
  for (const [i, column] of matchSimilarNames([...unmapped], headers, mapped)) mapped.set(i, column.name);
  return [...mapped]
    .map(([sourceIndex, column]) => ({ sourceIndex, column }))
    .toSorted((a, b) => a.sourceIndex - b.sourceIndex);
}

/** Maps headers that are not mapped to columns with similar names, the most similar first. */
function matchSimilarNames(
  columns: readonly Column[],
  headers: readonly string[],
  mapped: ReadonlyMap<number, string>,
): Map<number, Column> {
  const pairs = headers.flatMap((header, i) =>
    mapped.has(i)
      ? []
      : columns.map((column) => {
          const similarities = listAllNames(column).map((name) => measureSimilarity(header, name));
          return { i, column, similarity: Math.max(...similarities) };
        }),
  );
  const matches = new Map<number, Column>();
  const used = new Set<Column>();
  for (const { i, column, similarity } of pairs.toSorted((a, b) => b.similarity - a.similarity)) {
    if (similarity < minSimilarity || matches.has(i) || used.has(column)) continue;
    matches.set(i, column);
    used.add(column);
  }
  return matches;
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

/**
 * Returns the keys by which existing rows can be updated: the import writes all columns of the key, at least one of them
 * from the file. Returns none if the role can't update all written columns.
 */
export function listUpsertKeys(table: Table, plan: Pick<ImportPlan, 'mappings' | 'sameValues'>): string[][] {
  const written = listPlanColumns(plan);
  const isMapped = (name: string) => plan.mappings.some(({ column }) => column === name);
  if (!table.privileges.update) return [];
  const updatable = new Set(
    table.columns
      .filter(({ name, privileges }) => written.includes(name) && privileges.update)
      .map((c) => c.name),
  );
  if (written.some((name) => !updatable.has(name))) return [];
  return [table.primaryKey, ...table.uniqueKeys].filter(
    (key) => key.some(isMapped) && key.every((name) => updatable.has(name)),
  );
}

/** Returns the columns that need a value but are neither written nor filled by the database. */
export function findMissingColumns(table: Table, written: readonly string[]): Column[] {
  return table.columns.filter((column) => isRequired(column) && !written.includes(column.name));
}
