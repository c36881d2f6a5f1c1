/**
 * Filters in PostgREST's own syntax: what the address bar holds, and what the
 * rows routes take. Read and written by one pair of functions, so that an
 * address typed by hand and one made by clicking are the same thing.
 */

/** One comparison. `in` takes a list, `is` takes null, true, false, unknown or not_null. */
export interface Condition {
  kind: 'condition';
  column: string;
  /** The way into a JSON column, as the syntax writes it: `->box->>width`. */
  path?: string;
  operator: string;
  negated: boolean;
  value: string | readonly string[];
}

export interface Group {
  kind: 'group';
  logic: 'and' | 'or';
  negated: boolean;
  items: readonly Filter[];
}

export type Filter = Condition | Group;

/** A query parameter as it stands before percent-encoding. */
export type Parameter = readonly [name: string, value: string];

/**
 * Words that mean something else as a parameter's name, to PostgREST or to the
 * page's address. A filter on a column of that name goes through `and=(...)`.
 */
const reservedNames = new Set([
  ...['select', 'order', 'limit', 'offset', 'and', 'or', 'not', 'columns', 'on_conflict', 'format'],
  ...['record', 'copy', 'search', 'panel', 'view', 'group', 'collapsed', 'widths'],
]);

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const plainValue = /^[A-Za-z0-9_*%+-]+$/;

export function condition(
  column: string,
  operator: string,
  value: string | readonly string[],
  negated = false,
): Condition {
  return { kind: 'condition', column, operator, negated, value };
}

/** The condition on what a JSON column holds at a path instead. An empty path is the column itself. */
export function withPath(filter: Condition, path: string): Condition {
  const { path: _, ...plain } = filter;
  return path === '' ? plain : { ...plain, path };
}

export function group(logic: 'and' | 'or', items: readonly Filter[], negated = false): Group {
  return { kind: 'group', logic, negated, items };
}

/** A column's name where several things are in one string: select, order, and, or. */
export function quoteName(name: string): string {
  return plainName.test(name) ? name : quote(name);
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** A value where several are in one string. */
export function quoteValue(value: string): string {
  return plainValue.test(value) ? value : quote(value);
}

function formatOperand(filter: Condition, nested: boolean): string {
  const { operator, value } = filter;
  const not = filter.negated ? 'not.' : '';
  if (typeof value !== 'string') return `${not}${operator}.(${value.map(quoteValue).join(',')})`;
  // A top-level value is raw to its end, and is never unquoted.
  const text = nested && operator !== 'is' ? quoteValue(value) : value;
  return `${not}${operator}.${text}`;
}

function formatField({ column, path = '' }: Condition): string {
  return `${quoteName(column)}${path}`;
}

/** A filter as it stands inside `and=(...)` or `or=(...)`. */
export function formatNested(filter: Filter): string {
  if (filter.kind === 'condition') return `${formatField(filter)}.${formatOperand(filter, true)}`;
  return `${filter.negated ? 'not.' : ''}${filter.logic}(${filter.items.map(formatNested).join(',')})`;
}

/**
 * The parameters that say: all of these hold. A column stands at the top level
 * at most once, and so does `and`: what would come twice goes into one `and`,
 * since not everything between here and the database keeps doubles.
 */
export function formatFilters(filters: readonly Filter[]): Parameter[] {
  const seen = new Set<string>();
  const plain: Parameter[] = [];
  const rest: Filter[] = [];
  for (const filter of filters) {
    const field = filter.kind === 'condition' && canStandAlone(filter.column) ? formatField(filter) : '';
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

function canStandAlone(column: string): boolean {
  return plainName.test(column) && !reservedNames.has(column);
}

/** What an address says that is not PostgREST's syntax; the message quotes the part. */
export class FilterSyntaxError extends Error {}

/** Reads one parameter as a filter. Throws FilterSyntaxError. */
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

/** Reads a way into JSON: `->a->0->>"b c"`. Throws FilterSyntaxError. */
export function parseJSONPath(text: string): string {
  const reader = new FilterReader(text);
  const path = reader.readPath();
  reader.expectEnd();
  return path;
}

/** A cursor over the text inside `and=(...)` and its like. */
class FilterReader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  #fail(): never {
    throw new FilterSyntaxError(this.#text);
  }

  #take(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#at)) return false;
    this.#at += expected.length;
    return true;
  }

  #need(expected: string): void {
    if (!this.#take(expected)) this.#fail();
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) this.#fail();
    this.#at += found.length;
    return found;
  }

  expectEnd(): void {
    if (this.#at !== this.#text.length) this.#fail();
  }

  readRemainder(): string {
    const rest = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    return rest;
  }

  /** A parameter's name: a column to its end, or up to the path into its JSON. */
  readField(): { column: string; path: string } {
    const column = this.#take('"') ? this.#quoted() : this.#match(/(?:(?!->).)*/gsy);
    const path = this.readPath();
    this.expectEnd();
    return { column, path };
  }

  /** The steps of a path, each key quoted only where it has to be. */
  readPath(): string {
    let path = '';
    while (this.#take('->')) {
      const arrow = this.#take('>') ? '->>' : '->';
      const quoted = this.#take('"');
      const key = quoted ? this.#quoted() : this.#match(/-?\d+(?=[-.,)]|$)|(?:(?!->)[\p{L}\p{N} _$-])+/guy);
      path += `${arrow}${quoted || !/^-?\d+$/.test(key) ? quoteName(key) : key}`;
    }
    return path;
  }

  readOperator(): { negated: boolean; operator: string } {
    const negated = this.#take('not.');
    const operator = this.#match(/[a-z]+(\([^)]*\))?/gy);
    this.#need('.');
    return { negated, operator };
  }

  readFilterList(): Filter[] {
    this.#need('(');
    const items: Filter[] = [];
    do {
      items.push(this.#item());
    } while (this.#take(','));
    this.#need(')');
    return items;
  }

  #item(): Filter {
    const start = this.#at;
    const negated = this.#take('not.');
    for (const logic of ['and', 'or'] as const) {
      if (this.#take(`${logic}(`)) {
        this.#at -= 1;
        return group(logic, this.readFilterList(), negated);
      }
    }
    this.#at = start;
    const column = this.#take('"') ? this.#quoted() : this.#match(/(?:(?!->)[^.,()"])+/gy);
    const path = this.readPath();
    this.#need('.');
    const { negated: not, operator } = this.readOperator();
    const value = operator === 'in' ? this.readValues() : this.#value();
    return withPath(condition(column, operator, value, not), path);
  }

  readValues(): string[] {
    this.#need('(');
    if (this.#take(')')) return [];
    const values: string[] = [];
    do {
      values.push(this.#value());
    } while (this.#take(','));
    this.#need(')');
    return values;
  }

  #value(): string {
    if (this.#take('"')) return this.#quoted();
    // An array or a range literal holds commas of its own: {a,b} and [1,5).
    if (this.#text[this.#at] === '{') return this.#match(/\{[^}]*\}/gy);
    return this.#match(/[^,)]*/gy);
  }

  #quoted(): string {
    const body = this.#match(/(?:[^"\\]|\\.)*/gy);
    this.#need('"');
    return body.replace(/\\(.)/g, '$1');
  }
}
