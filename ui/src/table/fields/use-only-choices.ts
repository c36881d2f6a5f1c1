import { useQueries } from '@tanstack/react-query';
import { parseChoiceFilters } from '@/data/query/filters/choice-filters';
import { condition, type Filter, group } from '@/data/query/filters/filters.utils';
import { resolveFilters } from '@/data/query/filters/resolve-filters';
import { listIdentifyingColumns, type Relation } from '@/data/relations/references';
import { isTenantColumn } from '@/data/relations/tenant';
import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { rowKeys } from '@/data/rows/row-keys';
import { listRows } from '@/data/rows/rows-api';
import { isRequired } from '@/data/values/checks/check-value';
import type { Column, Table } from '@/lib/api.gen';
import { useFilterContext } from '../filters/use-filter-context';

/** Maximum number of references of a form whose choices are read. */
const maxReferences = 5;

/**
 * Returns the values of the required references and of the tenant of a new record for which the user has exactly one choice, such
 * as the organization of a user who belongs to one. If the user can read several tenants, it is that of all the rows that the
 * user can read. They are empty until the choices have been read, and after a failure.
 */
export function useOnlyChoices(
  table: Table,
  columns: readonly Column[],
  relations: ReadonlyMap<string, Relation>,
): EnteredFields {
  const context = useFilterContext();
  const references = columns
    // An optional column that is only named like a tenant, such as the organization of a contact, can be any.
    .filter((column) => isRequired(column) || column.tenant)
    .flatMap((column) => {
      const relation = relations.get(column.name);
      return relation?.key.columns.length === 1 ? [{ column, relation }] : [];
    })
    .slice(0, maxReferences);
  return useQueries({
    queries: references.map(({ column, relation: { key, target } }) => {
      const [refColumn = ''] = key.refColumns;
      const filters = resolveFilters(parseChoiceFilters(column.tags.filter), target, context);
      return {
        queryKey: rowKeys.onlyChoice(target, refColumn, filters, isTenantColumn(column) ? table : undefined),
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string | null> => {
          const names = listIdentifyingColumns(target, [refColumn]);
          const { rows } = await listRows(target, {
            ...{ filters, columns: names, limit: 2, omitsLargeValues: true, signal },
          });
          if (rows.length > 1 && isTenantColumn(column)) return findCommonValue(table, column, signal);
          const [only] = rows;
          const value = rows.length === 1 ? only?.[refColumn] : undefined;
          return value === undefined || value === null ? null : String(value);
        },
        staleTime: 60_000,
      };
    }),
    combine: (results) =>
      Object.fromEntries(
        references.flatMap(({ column }, i) => {
          const value = results[i]?.data;
          return value === null || value === undefined ? [] : [[column.name, value]];
        }),
      ),
  });
}

/** Returns the value of a column that all readable rows of a table have in common; null if there is none, or a row has NULL. */
async function findCommonValue(table: Table, column: Column, signal: AbortSignal): Promise<string | null> {
  const names = listIdentifyingColumns(table, [column.name]);
  const readOne = async (filters: readonly Filter[]): Promise<Row | undefined> => {
    const { rows } = await listRows(table, {
      filters,
      columns: names,
      limit: 1,
      omitsLargeValues: true,
      signal,
    });
    return rows[0];
  };
  const row = await readOne([]);
  const value = row?.[column.name];
  if (value === undefined || value === null) return null;
  const isNull = condition(column.name, 'is', 'null');
  const differs = condition(column.name, 'eq', String(value), true);
  const other = await readOne([column.nullable ? group('or', [isNull, differs]) : differs]);
  return other === undefined ? String(value) : null;
}
