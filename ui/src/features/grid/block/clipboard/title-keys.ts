import type { QueryClient } from '@tanstack/react-query';
import { condition } from '@/data/query/filters.utils';
import type { Relation } from '@/data/relations/references';
import { rowKeys } from '@/data/rows/keys';
import { listRows } from '@/data/rows/rows';
import { checkEntered } from '@/data/values/checks/check.utils';
import { titleColumn } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { type CopiedCells, typeName } from './clipboard.utils';

/** Titles in one request: as many as keep its address short. */
const together = 40;

type KeyOf = (column: Column, title: string) => string | undefined;

/**
 * Reads the rows that pasted titles name, where a column refers to rows of
 * another table and the text can't be a key itself. A title that is borne by
 * none, or by several, names nothing.
 */
export async function titleKeys(
  client: QueryClient,
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
  cells: CopiedCells,
): Promise<KeyOf> {
  const found = await Promise.all(
    columns.map(async (column, c) => {
      const relation = relations.get(column.name);
      const titles = cells.flatMap((row) => {
        const cell = row[c % row.length];
        const isTitle =
          cell && cell.exact?.type !== typeName(column) && 'problem' in checkEntered(column, cell.text);
        return isTitle && cell.text !== '' ? [cell.text] : [];
      });
      if (relation?.key.columns.length !== 1 || column.array || titles.length === 0) return undefined;
      return [column.name, await keysOf(client, relation, [...new Set(titles)])] as const;
    }),
  );
  const keys = new Map(found.filter((entry) => entry !== undefined));
  return (column, title) => keys.get(column.name)?.get(title) ?? undefined;
}

/** Keys by title; null for a title that several rows bear. */
async function keysOf(client: QueryClient, { key, target }: Relation, titles: readonly string[]) {
  const title = titleColumn(target)?.name ?? '';
  const refColumn = key.refColumns[0] ?? '';
  const keys = new Map<string, string | null>();
  for (let i = 0; i < titles.length; i += together) {
    const batch = titles.slice(i, i + together);
    const { rows } = await client.query({
      queryKey: [...rowKeys.table(target), 'titles', batch],
      queryFn: ({ signal }) =>
        listRows(target, {
          filters: [condition(title, 'in', batch)],
          columns: [...new Set([title, refColumn])],
          limit: together * 5,
          signal,
        }),
    });
    for (const row of rows) {
      const text = String(row[title]);
      keys.set(text, keys.has(text) ? null : String(row[refColumn]));
    }
  }
  return keys;
}
