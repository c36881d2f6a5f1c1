import type { QueryClient } from '@tanstack/react-query';
import type { Relation } from '@/data/relations/references';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { getRowTitle, listTitleColumns } from '@/data/titles/row-titles';
import { buildTitleEquals } from '@/data/titles/title-filters';
import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';
import { type CopiedCells, formatTypeName } from './clipboard.utils';

/** Titles in one request. The limit keeps the URL short. */
const batchSize = 40;

/** Returns the key of the row with a title in the table that a column references; undefined if none was found. */
type FindKey = (column: Column, title: string) => string | undefined;

/**
 * Loads the keys of the rows whose titles are pasted into reference columns. A text that is a valid key is not looked
 * up. The returned function finds no key for a title that no row or several rows have.
 */
export async function loadTitleKeys(
  client: QueryClient,
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
  cells: CopiedCells,
): Promise<FindKey> {
  const keysByColumn = await Promise.all(
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
  const keys = new Map(keysByColumn.filter((entry) => entry !== undefined));
  return (column, title) => keys.get(column.name)?.get(title) ?? undefined;
}

/** Returns the keys by title; null for a title that several rows have. */
async function loadKeys(client: QueryClient, { key, target }: Relation, titles: readonly string[]) {
  const refColumn = key.refColumns[0] ?? '';
  const keys = new Map<string, string | null>();
  for (let i = 0; i < titles.length; i += batchSize) {
    const batch = titles.slice(i, i + batchSize);
    const filter = buildTitleEquals(target, batch);
    if (!filter) break;
    const { rows } = await client.query({
      queryKey: [...rowKeys.table(target), 'titles', batch],
      queryFn: ({ signal }) =>
        listRows(target, {
          filters: [filter],
          columns: [...new Set([...listTitleColumns(target).map(({ name }) => name), refColumn])],
          limit: batchSize * 5,
          signal,
        }),
    });
    for (const row of rows) {
      const text = getRowTitle(target, row);
      keys.set(text, keys.has(text) ? null : String(row[refColumn]));
    }
  }
  return keys;
}
