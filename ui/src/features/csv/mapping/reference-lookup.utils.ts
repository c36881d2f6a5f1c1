import type { ForeignKey, Table } from '@/lib/api.gen';
import type { ColumnMapping, FileSource, ReferenceMatch, TableAccess } from '../csv.types';

/** The table that a column refers to, if this person can read it. */
export type FindReferenceTarget = (column: string) => { key: ForeignKey; table: Table } | undefined;

/** Where the first values of the file are no keys of the other table, they may be what names its rows. */
export function guessLookupColumns(
  table: Table,
  mappings: readonly ColumnMapping[],
  preview: readonly (readonly string[])[],
  access: TableAccess,
  target: FindReferenceTarget,
): ColumnMapping[] {
  return mappings.map((mapping) => {
    const column = table.columns.find(({ name }) => name === mapping.column);
    const other = target(mapping.column);
    const values = preview.map((row) => row[mapping.sourceIndex] ?? '').filter((text) => text !== '');
    if (!column || !other || values.every((text) => access.isValidValue(column, text))) return mapping;
    const by = access.listNamingColumns(other.table).find(({ name }) => name !== other.key.refColumns[0]);
    return by ? { ...mapping, lookupColumn: by.name } : mapping;
  });
}

/** The keys behind what the file calls rows of other tables, by column. */
export async function lookUpReferences(
  mappings: readonly ColumnMapping[],
  source: FileSource,
  access: TableAccess,
  target: FindReferenceTarget,
): Promise<Record<string, readonly ReferenceMatch[]>> {
  const found: Record<string, readonly ReferenceMatch[]> = {};
  for (const { sourceIndex, column, lookupColumn } of mappings) {
    const other = target(column);
    const key = other?.key.refColumns[0];
    if (lookupColumn === undefined || !other || key === undefined) continue;
    found[column] = await access.lookUp(
      other.table,
      lookupColumn,
      key,
      await source.listDistinctValues(sourceIndex),
    );
  }
  return found;
}
