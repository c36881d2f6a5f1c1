import type { ForeignKey, Table } from '@/lib/api.gen';
import type { FileSource, Mapping, Reference, TableAccess } from '../types';

/** The table that a column refers to, if this person can read it. */
export type TargetOf = (column: string) => { key: ForeignKey; table: Table } | undefined;

/** Where the first values of the file are no keys of the other table, they may be what names its rows. */
export function fitReferences(
  table: Table,
  mappings: readonly Mapping[],
  preview: readonly (readonly string[])[],
  access: TableAccess,
  target: TargetOf,
): Mapping[] {
  return mappings.map((mapping) => {
    const column = table.columns.find(({ name }) => name === mapping.column);
    const other = target(mapping.column);
    const values = preview.map((row) => row[mapping.at] ?? '').filter((text) => text !== '');
    if (!column || !other || values.every((text) => access.fits(column, text))) return mapping;
    const by = access.namingColumns(other.table).find(({ name }) => name !== other.key.refColumns[0]);
    return by ? { ...mapping, by: by.name } : mapping;
  });
}

/** The keys behind what the file calls rows of other tables, by column. */
export async function lookUpReferences(
  mappings: readonly Mapping[],
  source: FileSource,
  access: TableAccess,
  target: TargetOf,
): Promise<Record<string, readonly Reference[]>> {
  const found: Record<string, readonly Reference[]> = {};
  for (const { at, column, by } of mappings) {
    const other = target(column);
    const key = other?.key.refColumns[0];
    if (by === undefined || !other || key === undefined) continue;
    found[column] = await access.lookUp(other.table, by, key, await source.distinct(at));
  }
  return found;
}
