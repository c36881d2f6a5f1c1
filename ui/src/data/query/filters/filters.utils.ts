import { isLookupName, parseLookupName } from '../lookups/lookup-name';

/**
 * Filters, and their format in PostgREST's query syntax, which the page's URL and
 * the requests for rows share. `parseFilter` is the inverse. Syntax:
 * https://docs.postgrest.org/en/stable/references/api/tables_views.html#horizontal-filtering
 */

/** A comparison of a column with a value. */
export interface Condition {
  kind: 'condition';
  /** The name of a column or a lookup. */
  column: string;
  /** A path into a JSON column, in PostgREST's syntax: `->box->>width`. */
  path?: string;
  /** PostgREST's operator, with its modifier: `eq`, `like(any)`, `fts(english)`. */
  operator: string;
  negated: boolean;
  /** A list for `in`; null, true, false, unknown or not_null for `is`. */
  value: string | readonly string[];
}

/** Filters of which all (`and`) or at least one (`or`) must match. */
export interface Group {
  kind: 'group';
  logic: 'and' | 'or';
  negated: boolean;
  items: readonly Filter[];
}

export type Filter = Condition | Group;

/** A query parameter before percent-encoding. */
export type Parameter = readonly [name: string, value: string];

/**
 * Parameter names with another meaning, in PostgREST or in the page's URL. A filter
 * on a column with such a name is written as `and=(...)`.
 */
const reservedNames = new Set([
  ...['select', 'order', 'limit', 'offset', 'and', 'or', 'not', 'columns', 'on_conflict', 'format'],
  ...['record', 'copy', 'search', 'panel', 'view', 'chart', 'group', 'collapsed', 'widths', 'colors'],
]);

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const plainValue = /^[A-Za-z0-9_*%+-]+$/;

/** Returns a condition on a column. */
export function condition(
  column: string,
  operator: string,
  value: string | readonly string[],
  negated = false,
): Condition {
  return { kind: 'condition', column, operator, negated, value };
}

/** Returns the condition with another path into its JSON column; without one if `path` is ''. */
export function withPath(filter: Condition, path: string): Condition {
  const { path: _, ...plain } = filter;
  return path === '' ? plain : { ...plain, path };
}

/** Returns the names of the columns and lookups that filters compare. */
export function listFilteredNames(filters: readonly Filter[]): string[] {
  return filters.flatMap((filter) =>
    filter.kind === 'condition' ? [filter.column] : listFilteredNames(filter.items),
  );
}

/** Returns a group of filters. */
export function group(logic: 'and' | 'or', items: readonly Filter[], negated = false): Group {
  return { kind: 'group', logic, negated, items };
}

/** Quotes a column name for use in a list (select, order, and, or), if necessary. */
export function quoteName(name: string): string {
  return plainName.test(name) ? name : quote(name);
}

/** Texts that begin an operation after a field: as a part of a lookup's name, they are quoted. */
const operationStart =
  /^(?:not|eq|neq|gte?|lte?|i?like|i?match|in|is|isdistinct|(?:pl|ph|w)?fts|c[sd]|ov|s[lr]|nx[rl]|adj)$/;

/** Formats the name of a column or a lookup for use in a list or a parameter: `customer_id.country`. */
export function formatFieldName(name: string): string {
  if (!isLookupName(name)) return quoteName(name);
  const { references, column } = parseLookupName(name);
  return [...references, column]
    .map((part) => (operationStart.test(part) ? quote(part) : quoteName(part)))
    .join('.');
}

/** Formats the name of a column or a lookup for use in a list of columns or of an order: `customer_id(country)`. */
export function formatListedName(name: string): string {
  const { references, column } = parseLookupName(name);
  return `${references.map((part) => `${quoteName(part)}(`).join('')}${quoteName(column)}${')'.repeat(references.length)}`;
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Quotes a value for use in a list or a group, if necessary. */
export function quoteValue(value: string): string {
  return plainValue.test(value) ? value : quote(value);
}

function formatOperand(filter: Condition, nested: boolean): string {
  const { operator, value } = filter;
  const not = filter.negated ? 'not.' : '';
  if (typeof value !== 'string') return `${not}${operator}.(${value.map(quoteValue).join(',')})`;
  // PostgREST does not unquote the value of a top-level filter.
  const text = nested && operator !== 'is' ? quoteValue(value) : value;
  return `${not}${operator}.${text}`;
}

function formatField({ column, path = '' }: Condition): string {
  return `${formatFieldName(column)}${path}`;
}

/** Formats a filter for the inside of `and=(...)` or `or=(...)`: `status.eq.draft`, `or(a.eq.1,b.eq.2)`. */
export function formatNested(filter: Filter): string {
  if (filter.kind === 'condition') return `${formatField(filter)}.${formatOperand(filter, true)}`;
  return `${filter.negated ? 'not.' : ''}${filter.logic}(${filter.items.map(formatNested).join(',')})`;
}

/**
 * Formats filters, all of which must match, as query parameters. Each name occurs
 * once, because proxies can drop repeated parameters: a second condition on a
 * column is written into one `and=(...)`.
 */
export function formatFilters(filters: readonly Filter[]): Parameter[] {
  const usedFields = new Set<string>();
  const plain: Parameter[] = [];
  const rest: Filter[] = [];
  for (const filter of filters) {
    const field = filter.kind === 'condition' && canBeParameter(filter.column) ? formatField(filter) : '';
    if (filter.kind === 'condition' && field !== '' && !usedFields.has(field)) {
      usedFields.add(field);
      plain.push([field, formatOperand(filter, false)]);
    } else if (filter.kind === 'group' && !filter.negated && filter.logic === 'and') {
      rest.push(...filter.items);
    } else {
      rest.push(filter);
    }
  }
  const only = rest.length === 1 ? rest[0] : undefined;
  if (only?.kind === 'group' && only.logic === 'or') {
    plain.push([`${only.negated ? 'not.' : ''}or`, `(${only.items.map(formatNested).join(',')})`]);
  } else if (rest.length > 0) {
    plain.push(['and', `(${rest.map(formatNested).join(',')})`]);
  }
  return plain;
}

function canBeParameter(column: string): boolean {
  const { references, column: last } = parseLookupName(column);
  if (references.length > 0)
    return [...references, last].every((part) => plainName.test(part) && !reservedNames.has(part));
  return plainName.test(column) && !reservedNames.has(column);
}
