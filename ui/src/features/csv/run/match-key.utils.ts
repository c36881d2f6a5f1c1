import type { Table } from '@/lib/api.gen';
import { parse } from '@/lib/json';
import type { BatchRow, ImportPlan } from '../csv.types';

/** A key of the table that the file fills whole and this person may read; undefined where there is none. */
export function findMatchKey(
  table: Table,
  { mappings }: Pick<ImportPlan, 'mappings'>,
): readonly string[] | undefined {
  const filled = new Set(mappings.map(({ column }) => column));
  const readable = new Set(
    table.columns.filter((c) => c.privileges.select && !c.array).map(({ name }) => name),
  );
  return [table.primaryKey, ...table.uniqueKeys].find(
    (key) => key.length > 0 && key.every((name) => filled.has(name) && readable.has(name)),
  );
}

/** The rows' values of a key, as filters take them; undefined where a row lacks one: NULL is found by nothing. */
export function formatKeyValues(rows: readonly BatchRow[], key: readonly string[]): string[][] | undefined {
  const texts = rows.map(({ body }) => {
    const row = parse<Record<string, unknown>>(body);
    return key.flatMap((name) => (row[name] === undefined || row[name] === null ? [] : String(row[name])));
  });
  return texts.every(({ length }) => length === key.length) ? texts : undefined;
}
