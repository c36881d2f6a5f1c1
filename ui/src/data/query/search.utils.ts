import { checkEnteredValue } from '@/data/values/checks/check-value';
import type { Column } from '@/lib/api.gen';
import { type Condition, condition, type Filter, group } from './filters.utils';
import { textMatchCondition } from './operators/operator-forms.utils';

/** Columns that quick search looks into. */
export function searchableColumns(columns: readonly Column[]): Column[] {
  return columns.filter((column) => column.privileges.select && !column.array && column.kind === 'text');
}

/** The column that a full-text search goes by: the first that holds what was indexed for it. */
export function searchVectorColumn(columns: readonly Column[]): Column | undefined {
  return columns.find((column) => column.privileges.select && !column.array && column.kind === 'tsvector');
}

/** Rows whose column holds a text; undefined for columns that hold none. */
export function textFilter(column: Column, text: string): Condition | undefined {
  if (column.kind !== 'text' || column.array) return undefined;
  return textMatchCondition(column.name, text, 'anywhere');
}

/**
 * Any text column holds the text, or a number, an enum's value or a UUID is it.
 * Undefined for no text, and where nothing could hold it.
 */
export function searchFilter(columns: readonly Column[], text: string): Filter | undefined {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  const found = searchableColumns(columns).flatMap((column) => textFilter(column, wanted) ?? []);
  return orFilters([...found, ...valueFilters(columns, wanted)]);
}

/** Quick search: full-text where the table has a column for it, which is what its index is for; else searchFilter. */
export function quickSearchFilter(columns: readonly Column[], text: string): Filter | undefined {
  const wanted = text.trim();
  const vector = searchVectorColumn(columns);
  if (!vector || wanted === '') return searchFilter(columns, text);
  return orFilters([condition(vector.name, 'wfts', wanted), ...valueFilters(columns, wanted)]);
}

function orFilters(filters: readonly Filter[]): Filter | undefined {
  return filters.length > 0 ? group('or', filters) : undefined;
}

/** Conditions on the columns of which the text is a value, or for an enum a part of one. */
export function valueFilters(columns: readonly Column[], wanted: string): Filter[] {
  const found: Filter[] = [];
  for (const column of columns) {
    if (!column.privileges.select || column.array) continue;
    if (column.kind === 'enum') {
      const values = column.enum.filter((value) => value.toLowerCase().includes(wanted.toLowerCase()));
      if (values.length > 0) found.push(condition(column.name, 'in', values));
    } else if (column.kind === 'integer' || column.kind === 'uuid') {
      const checked = checkEnteredValue(column, wanted);
      if ('value' in checked && checked.value !== null)
        found.push(condition(column.name, 'eq', String(checked.value)));
    }
  }
  return found;
}
