/**
 * Parses and formats filters in PostgREST's query syntax. The page's URL and the
 * requests for rows use the same syntax, so that a URL from PostgREST's
 * documentation works in the address bar. Syntax:
 * https://docs.postgrest.org/en/stable/references/api/tables_views.html#horizontal-filtering
 */

/** A comparison of a column with a value. */
export interface Condition {
  kind: 'condition';
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
  ...['record', 'copy', 'search', 'panel', 'view', 'group', 'collapsed', 'widths'],
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

/** Returns a group of filters. */
export function group(logic: 'and' | 'or', items: readonly Filter[], negated = false): Group {
  return { kind: 'group', logic, negated, items };
}

/** Quotes a column name for use in a list (select, order, and, or), if necessary. */
export function quoteName(name: string): string {
  return plainName.test(name) ? name : quote(name);
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
  return `${quoteName(column)}${path}`;
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
  const seen = new Set<string>();
  const plain: Parameter[] = [];
  const rest: Filter[] = [];
  for (const filter of filters) {
    const field = filter.kind === 'condition' && canBeParameter(filter.column) ? formatField(filter) : '';
    if (filter.kind === 'condition' && field !== '' && !seen.has(field)) {
      seen.add(field);
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
  return plainName.test(column) && !reservedNames.has(column);
}

/** Reports text that is not in PostgREST's syntax. The message is that text. */
export class FilterSyntaxError extends Error {}

/** Parses a query parameter as a filter. Throws FilterSyntaxError. */
export function parseFilter(name: string, value: string): Filter {
  const logic = /^(not\.)?(and|or)$/.exec(name);
  if (logic) {
    const reader = new FilterReader(value);
    const items = reader.readFilterList();
    reader.expectEnd();
    return group(logic[2] as 'and' | 'or', items, logic[1] !== undefined);
  }
  const field = new FilterReader(name).readField();
  const reader = new FilterReader(value);
  const { negated, operator } = reader.readOperator();
  if (operator === 'in') {
    const values = reader.readValues();
    reader.expectEnd();
    return withPath(condition(field.column, operator, values, negated), field.path);
  }
  return withPath(condition(field.column, operator, reader.readRemainder(), negated), field.path);
}

/** Parses a path into JSON, such as `->a->0->>"b c"`, and quotes its keys if necessary. Throws FilterSyntaxError. */
export function parseJSONPath(text: string): string {
  const reader = new FilterReader(text);
  const path = reader.readPath();
  reader.expectEnd();
  return path;
}

/** Reads the parts of a filter from a text, from left to right. Its methods throw FilterSyntaxError. */
class FilterReader {
  #position = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  #fail(): never {
    throw new FilterSyntaxError(this.#text);
  }

  #take(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#position)) return false;
    this.#position += expected.length;
    return true;
  }

  #expect(expected: string): void {
    if (!this.#take(expected)) this.#fail();
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) this.#fail();
    this.#position += found.length;
    return found;
  }

  expectEnd(): void {
    if (this.#position !== this.#text.length) this.#fail();
  }

  readRemainder(): string {
    const rest = this.#text.slice(this.#position);
    this.#position = this.#text.length;
    return rest;
  }

  /** Reads the name of a parameter: a column and an optional path into its JSON. */
  readField(): { column: string; path: string } {
    const column = this.#take('"') ? this.#readQuoted() : this.#match(/(?:(?!->).)*/gsy);
    const path = this.readPath();
    this.expectEnd();
    return { column, path };
  }

  /** Reads the steps of a path, and quotes the keys that need it. */
  readPath(): string {
    let path = '';
    while (this.#take('->')) {
      const arrow = this.#take('>') ? '->>' : '->';
      const quoted = this.#take('"');
      const key = quoted
        ? this.#readQuoted()
        : this.#match(/-?\d+(?=[-.,)]|$)|(?:(?!->)[\p{L}\p{N} _$-])+/guy);
      path += `${arrow}${quoted || !/^-?\d+$/.test(key) ? quoteName(key) : key}`;
    }
    return path;
  }

  readOperator(): { negated: boolean; operator: string } {
    const negated = this.#take('not.');
    const operator = this.#match(/[a-z]+(\([^)]*\))?/gy);
    this.#expect('.');
    return { negated, operator };
  }

  readFilterList(): Filter[] {
    this.#expect('(');
    const items: Filter[] = [];
    do {
      items.push(this.#readItem());
    } while (this.#take(','));
    this.#expect(')');
    return items;
  }

  #readItem(): Filter {
    const start = this.#position;
    const negated = this.#take('not.');
    for (const logic of ['and', 'or'] as const) {
      if (this.#take(`${logic}(`)) {
        this.#position -= 1;
        return group(logic, this.readFilterList(), negated);
      }
    }
    this.#position = start;
    const column = this.#take('"') ? this.#readQuoted() : this.#match(/(?:(?!->)[^.,()"])+/gy);
    const path = this.readPath();
    this.#expect('.');
    const { negated: not, operator } = this.readOperator();
    const value = operator === 'in' ? this.readValues() : this.#readValue();
    return withPath(condition(column, operator, value, not), path);
  }

  readValues(): string[] {
    this.#expect('(');
    if (this.#take(')')) return [];
    const values: string[] = [];
    do {
      values.push(this.#readValue());
    } while (this.#take(','));
    this.#expect(')');
    return values;
  }

  #readValue(): string {
    if (this.#take('"')) return this.#readQuoted();
    // An array literal contains commas: {a,b}.
    if (this.#text[this.#position] === '{') return this.#match(/\{[^}]*\}/gy);
    return this.#match(/[^,)]*/gy);
  }

  #readQuoted(): string {
    const body = this.#match(/(?:[^"\\]|\\.)*/gy);
    this.#expect('"');
    return body.replace(/\\(.)/g, '$1');
  }
}
