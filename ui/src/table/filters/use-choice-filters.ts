import { useMemo } from 'react';
import { parseChoiceFilters } from '@/data/query/filters/choice-filters';
import { resolveFilters } from '@/data/query/filters/resolve-filters';
import type { Column, Table } from '@/lib/api.gen';
import { useFilterContext } from './use-filter-context';

/** Returns the resolved filters for the rows that a foreign key's lists offer, by the tag `@filter` of its column. */
export function useChoiceFilters(target: Table, column: Column | undefined) {
  const context = useFilterContext();
  const text = column?.tags.filter;
  return useMemo(() => resolveFilters(parseChoiceFilters(text), target, context), [text, target, context]);
}
