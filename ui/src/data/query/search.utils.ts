import { checkEnteredValue } from '@/data/values/checks/check-value';
import { getEnumLabel } from '@/data/values/formats/enum-labels';
import type { Column } from '@/lib/api.gen';
import { type Condition, condition, type Filter, group } from './filters/filters.utils';
import { buildTextMatch } from './operators/operator-forms.utils';

/** Returns the columns in which quick search finds a part of a value: readable texts. */
export function listSearchableColumns(columns: readonly Column[]): Column[] {
  return columns.filter((column) => column.privileges.select && !column.array && column.kind === 'text');
}

/** Returns the column that full-text search uses: the first readable tsvector. */
export function searchVectorColumn(columns: readonly Column[]): Column | undefined {
  return columns.find((column) => column.privileges.select && !column.array && column.kind === 'tsvector');
}

/** Returns the condition that a column contains a text; undefined if the column is no text. */
export function buildTextFilter(column: Column, text: string): Condition | undefined {
  if (column.kind !== 'text' || column.array) return undefined;
  return buildTextMatch(column.name, text, 'anywhere');
}

/**
 * Returns the filter of a search without full-text search: a text column contains
 * the text, or a number, a UUID or an enum's value matches it (valueFilters).
 * Undefined if the text is empty or no column can match.
 */
export function searchFilter(columns: readonly Column[], text: string): Filter | undefined {
  const term = text.trim();
  if (term === '') return undefined;
  const textFilters = listSearchableColumns(columns).flatMap((column) => buildTextFilter(column, term) ?? []);
  return orFilters([...textFilters, ...valueFilters(columns, term)]);
}

/** Returns the filter of quick search: full-text search if the table has a tsvector, otherwise searchFilter. */
export function buildQuickSearchFilter(columns: readonly Column[], text: string): Filter | undefined {
  const term = text.trim();
  const vector = searchVectorColumn(columns);
  if (!vector || term === '') return searchFilter(columns, text);
  return orFilters([condition(vector.name, 'wfts', term), ...valueFilters(columns, term)]);
}

/** Returns a filter that matches if one of the filters does; undefined for no filters. */
function orFilters(filters: readonly Filter[]): Filter | undefined {
  return filters.length > 0 ? group('or', filters) : undefined;
}

/**
 * Returns the conditions under which a readable column that is not text matches the term: an integer or UUID column
 * equals it, if it is a valid value of the column; an enum has one of the values whose name or label contains it,
 * ignoring case. Arrays and other types have no condition. The caller combines the conditions with `or`.
 */
export function valueFilters(columns: readonly Column[], term: string): Filter[] {
  const filters: Filter[] = [];
  for (const column of columns) {
    if (!column.privileges.select || column.array) continue;
    if (column.kind === 'enum') {
      const searched = term.toLowerCase();
      const values = column.enum.filter((value) =>
        [value, getEnumLabel(column, value)].some((text) => text.toLowerCase().includes(searched)),
      );
      if (values.length > 0) filters.push(condition(column.name, 'in', values));
    } else if (column.kind === 'integer' || column.kind === 'uuid') {
      const checked = checkEnteredValue(column, term);
      if ('value' in checked && checked.value !== null)
        filters.push(condition(column.name, 'eq', String(checked.value)));
    }
  }
  return filters;
}
