import { findRelation } from '@/data/relations/references';
import type { ForeignKey, Schema, Table } from '@/lib/api.gen';
import type { ColumnMapping, FileSource, ReferenceMatch, TableAccess } from '../csv.types';

/** Returns the table to which a column refers; undefined if there is none that the user can read. */
export type FindReferenceTarget = (column: string) => { key: ForeignKey; table: Table } | undefined;

/**
 * Returns the function that finds the table to which a column refers. A reference to a user account refers to the table that
 * describes the accounts.
 */
export function createTargetFinder(schema: Schema, table: Table): FindReferenceTarget {
  return (column) => {
    const relation = findRelation(schema, table, column);
    return relation && { key: relation.key, table: relation.target };
  };
}

/**
 * Chooses a lookup column for each mapped reference whose first values in the file
 * are not keys of the referenced table, because they then probably name its rows.
 */
export function guessLookupColumns(
  table: Table,
  mappings: readonly ColumnMapping[],
  previewRows: readonly (readonly string[])[],
  access: TableAccess,
  findTarget: FindReferenceTarget,
): ColumnMapping[] {
  return mappings.map((mapping) => {
    const column = table.columns.find(({ name }) => name === mapping.column);
    const target = findTarget(mapping.column);
    const values = previewRows.map((row) => row[mapping.sourceIndex] ?? '').filter((text) => text !== '');
    if (!column || !target || values.every((text) => access.isValidValue(column, text))) return mapping;
    const namingColumn = access
      .listNamingColumns(target.table)
      .find(({ name }) => name !== target.key.refColumns[0]);
    return namingColumn ? { ...mapping, lookupColumn: namingColumn.name } : mapping;
  });
}

/** Looks up the keys of the rows that the file names. Returns the matches by the name of the referring column. */
export async function lookUpReferences(
  mappings: readonly ColumnMapping[],
  source: FileSource,
  access: TableAccess,
  findTarget: FindReferenceTarget,
): Promise<Record<string, readonly ReferenceMatch[]>> {
  const matches: Record<string, readonly ReferenceMatch[]> = {};
  for (const { sourceIndex, column, lookupColumn } of mappings) {
    const target = findTarget(column);
    const key = target?.key.refColumns[0];
    if (lookupColumn === undefined || !target || key === undefined) continue;
    const values = await source.listDistinctValues(sourceIndex);
    matches[column] = await access.lookUp(target.table, lookupColumn, key, values);
  }
  return matches;
}
