import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { buildQuickSearchFilter } from '@/data/query/search.utils';
import type { Relation } from '@/data/relations/references';
import { listReadableColumns } from '@/data/rows/readable-columns';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { buildTitleFilter } from '@/data/titles/title-filters';
import type { Table } from '@/lib/api.gen';

/** Maximum number of referenced rows in the filter. More would make the URL too long. */
const maxReferencedRows = 40;

/**
 * Returns the filter of a quick search: it matches rows by their own values and by the titles of the rows that they
 * refer to, which the cells show. Returns the previous filter while the referenced rows are loading.
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
      const ownFilter = buildQuickSearchFilter(listReadableColumns(table), searched);
      const referenceFilters = await Promise.all(
        [...relations].map((entry) => findReferenceFilter(entry, searched, signal)),
      );
      const items = [
        ...(ownFilter?.kind === 'group' ? ownFilter.items : []),
        ...referenceFilters.filter((filter) => filter !== undefined),
      ];
      return items.length > 0 ? group('or', items) : null;
    },
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  });
  return searched === '' ? undefined : (data ?? undefined);
}

/** Returns the filter for rows whose reference has the text in its title; undefined if there are none or the search fails. */
async function findReferenceFilter(
  [column, { key, target }]: [string, Relation],
  text: string,
  signal: AbortSignal,
): Promise<Filter | undefined> {
  const refColumn = key.refColumns[0];
  const matches = buildTitleFilter(target, text);
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
