import type { Table } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import type { BatchRow, ImportPlan } from '../csv.types';
import { listPlanColumns } from '../mapping/mapping.utils';

/** Returns a key whose columns are all written and readable, by which imported rows can be found; undefined if there is none. */
export function findMatchKey(
  table: Table,
  plan: Pick<ImportPlan, 'mappings' | 'sameValues'>,
): readonly string[] | undefined {
  const written = new Set(listPlanColumns(plan));
  const readable = new Set(
    table.columns.filter((c) => c.privileges.select && !c.array).map(({ name }) => name),
  );
  return [table.primaryKey, ...table.uniqueKeys].find(
    (key) => key.length > 0 && key.every((name) => written.has(name) && readable.has(name)),
  );
}

/**
 * Returns the values of a key in each row, as texts for a filter. Undefined if a value is missing or NULL, because a
 * filter can't find such a row.
 */
export function formatKeyValues(rows: readonly BatchRow[], key: readonly string[]): string[][] | undefined {
  const texts = rows.map(({ body }) => {
    const row = parseJSON<Record<string, unknown>>(body);
    return key.flatMap((name) => (row[name] === undefined || row[name] === null ? [] : String(row[name])));
  });
  return texts.every(({ length }) => length === key.length) ? texts : undefined;
}
