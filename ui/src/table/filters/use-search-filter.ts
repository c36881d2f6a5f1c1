import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { condition, type Filter, group } from '@/data/query/filters.utils';
import { quickSearchFilter, textFilter } from '@/data/query/search.utils';
import type { Relation } from '@/data/relations/references';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { titleColumn } from '@/data/values/value.utils';
import type { Table } from '@/lib/api.gen';

/** Rows of another table that a search follows; more would make the address too long. */
const maxReferencedRows = 40;

/**
 * The filter of a quick search: a row is found by its own values, and by the
 * titles of the rows that it refers to, since those are what its cells show.
 * While it is being worked out the filter before holds.
 */
export function useSearchFilter(
  table: Table,
  relations: ReadonlyMap<string, Relation>,
  text: string,
): Filter | undefined {
  const searched = text.trim();
  const { data } = useQuery({
    queryKey: [...rowKeys.table(table), 'search', searched],
    queryFn: async ({ signal }) => {
      const own = quickSearchFilter(table.columns, searched);
      const found = await Promise.all(
        [...relations].map((entry) => findReferenceFilter(entry, searched, signal)),
      );
      const items = [
        ...(own?.kind === 'group' ? own.items : []),
        ...found.filter((filter) => filter !== undefined),
      ];
      return items.length > 0 ? group('or', items) : null;
    },
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  });
  return searched === '' ? undefined : (data ?? undefined);
}

/** Rows whose reference leads to one with the text in its title. A table that can't be searched adds nothing. */
async function findReferenceFilter(
  [column, { key, target }]: [string, Relation],
  text: string,
  signal: AbortSignal,
): Promise<Filter | undefined> {
  const refColumn = key.refColumns[0];
  const title = titleColumn(target);
  const matches = title && textFilter(title, text);
  if (!matches || refColumn === undefined || key.columns.length > 1) return undefined;
  const { rows } = await listRows(target, {
    filters: [matches],
    columns: [refColumn],
    limit: maxReferencedRows,
    signal,
  }).catch(() => ({ rows: [] }));
  const values = rows.map((row) => String(row[refColumn]));
  return values.length > 0 ? condition(column, 'in', values) : undefined;
}
