import type { Filter } from './filters.utils';
import { FilterSyntaxError, parseFilter } from './parse-filter';

/** Parses the tag `@filter active.is.true,country.eq.DE`. Returns no filters without a tag, and for invalid text, of which the server warns. */
export function parseChoiceFilters(text: string | undefined): readonly Filter[] {
  if (text === undefined) return [];
  try {
    const filter = parseFilter('and', `(${text})`);
    return filter.kind === 'group' ? filter.items : [filter];
  } catch (error) {
    if (error instanceof FilterSyntaxError) return [];
    throw error;
  }
}
