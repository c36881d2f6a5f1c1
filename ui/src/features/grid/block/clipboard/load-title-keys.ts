import type { QueryClient } from '@tanstack/react-query';
import { condition } from '@/data/query/filters.utils';
import type { Relation } from '@/data/relations/references';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import { titleColumn } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import { type CopiedCells, formatTypeName } from './clipboard.utils';

/** Titles in one request: as many as keep its address short. */
const batchSize = 40;

type FindKey = (column: Column, title: string) => string | undefined;

/**
 * Reads the rows that pasted titles name, where a column refers to rows of
 * another table and the text can't be a key itself. A title that is borne by
 * none, or by several, names nothing.
 */
export async function loadTitleKeys(
  client: QueryClient,
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
  cells: CopiedCells,
): Promise<FindKey> {
  const found = await Promise.all(
    columns.map(async (column, c) => {
      const relation = relations.get(column.name);
      const titles = cells.flatMap((row) => {
        const cell = row[c % row.length];
        const isTitle =
          cell &&
          cell.original?.type !== formatTypeName(column) &&
          'problem' in checkEnteredValue(column, cell.text);
        return isTitle && cell.text !== '' ? [cell.text] : [];
      });
      if (relation?.key.columns.length !== 1 || column.array || titles.length === 0) return undefined;
      return [column.name, await loadKeys(client, relation, [...new Set(titles)])] as const;
    }),
  );
  const keys = new Map(found.filter((entry) => entry !== undefined));
  return (column, title) => keys.get(column.name)?.get(title) ?? undefined;
}

/** Keys by title; null for a title that several rows bear. */
async function loadKeys(client: QueryClient, { key, target }: Relation, titles: readonly string[]) {
  const title = titleColumn(target)?.name ?? '';
  const refColumn = key.refColumns[0] ?? '';
  const keys = new Map<string, string | null>();
  for (let i = 0; i < titles.length; i += batchSize) {
    const batch = titles.slice(i, i + batchSize);
    const { rows } = await client.query({
      queryKey: [...rowKeys.table(target), 'titles', batch],
      queryFn: ({ signal }) =>
        listRows(target, {
          filters: [condition(title, 'in', batch)],
          columns: [...new Set([title, refColumn])],
          limit: batchSize * 5,
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
