import { findRelation } from '@/data/relations/references';
import type { ForeignKey, Schema, Table } from '@/lib/api.gen';
import {
  type ColumnMapping,
  type FileSource,
  type ReferenceMatch,
  type TableAccess,
  titleMatch,
} from '../csv.types';
import { csvMessages } from '../csv-messages';

/** The table to which a column refers. */
export interface ReferenceTarget {
  key: ForeignKey;
  table: Table;
}

/** Returns the table to which a column refers; undefined if there is none that the user can read. */
export type FindReferenceTarget = (column: string) => ReferenceTarget | undefined;

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

/** A column of a referenced table, other than its key, whose values the file can contain. */
export interface MatchColumn {
  /** The name of a column, or `titleMatch`. */
  name: string;
  title: string;
}

/** Returns the columns of a referenced table by which its rows can be found, the best first. */
export function listMatchColumns({ key, table }: ReferenceTarget, access: TableAccess): MatchColumn[] {
  const columns = access.listNamingColumns(table).filter(({ name }) => name !== key.refColumns[0]);
  const title = { name: titleMatch, title: csvMessages.mapping.recordTitle };
  return [...(access.hasCombinedTitle(table) ? [title] : []), ...columns];
}

/**
 * Chooses a match column for each mapped reference whose first values in the file
 * are not keys of the referenced table, because they then probably name its rows.
 */
export function guessMatchColumns(
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
    const [matchColumn] = listMatchColumns(target, access);
    return matchColumn ? { ...mapping, matchColumn: matchColumn.name } : mapping;
  });
}

/**
 * Finds the keys of the rows that the file names. Returns the matches by the name of the referring column. If this column
 * is a uuid, a cell with a valid UUID is the key. For other types every cell is looked up, because a number can be a name.
 */
export async function findReferencedKeys(
  table: Table,
  mappings: readonly ColumnMapping[],
  source: FileSource,
  access: TableAccess,
  findTarget: FindReferenceTarget,
): Promise<Record<string, readonly ReferenceMatch[]>> {
  const matches: Record<string, readonly ReferenceMatch[]> = {};
  for (const { sourceIndex, column, matchColumn } of mappings) {
    const target = findTarget(column);
    const key = target?.key.refColumns[0];
    if (matchColumn === undefined || !target || key === undefined) continue;
    const values = await source.listDistinctValues(sourceIndex);
    const ownColumn = table.columns.find(({ name }) => name === column);
    const isKey = (text: string) => ownColumn?.kind === 'uuid' && access.isValidValue(ownColumn, text);
    const names = values.filter((text) => !isKey(text));
    const found = names.length > 0 ? await access.findKeys(target.table, matchColumn, key, names) : [];
    matches[column] = [...found, ...values.filter(isKey).map((text) => [text, text] as const)];
  }
  return matches;
}
