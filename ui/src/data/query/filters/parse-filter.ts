import { formatLookupName } from '../lookups/lookup-name';
import { type Condition, condition, type Filter, group, quoteName, withPath } from './filters.utils';

/**
 * Parses PostgREST's query syntax as internal/postgrestquery does on the server:
 * both are tested with the same cases (testdata/cases.json there). The path of a
 * filter on an embedded relation is the name of a lookup: `customer_id.country`.
 * Unlike PostgREST, a group can contain such paths.
 */

/** Reports text that is not in PostgREST's syntax. The message is that text. */
export class FilterSyntaxError extends Error {}

/** Parses a query parameter as a filter: `parseFilter('status', 'eq.draft')`. Throws FilterSyntaxError. */
export function parseFilter(name: string, value: string): Filter {
  const logic = /^(?:(.+)\.)?(and|or)$/.exec(name);
  const reader = new FilterReader(value);
  if (logic) {
    const items = reader.readGroupItems();
    reader.expectEnd();
    const { path, negated } = parseGroupPath(logic[1]);
    const found = group(logic[2] as 'and' | 'or', items, negated);
    return path.length > 0 ? prefixFilter(found, path) : found;
  }
  const fieldReader = new FilterReader(name);
  const field = fieldReader.readField();
  fieldReader.expectEnd();
  const filter = reader.readOperation(field, 'raw');
  reader.expectEnd();
  return filter;
}

/** Parses what precedes `and` or `or` in a parameter's name: the path of an embedded relation, and `not`. */
function parseGroupPath(text: string | undefined): { path: readonly string[]; negated: boolean } {
  if (text === undefined) return { path: [], negated: false };
  const reader = new FilterReader(text);
  const names = reader.readPathNames();
  reader.expectEnd();
  const path = names.filter((name) => name !== 'not');
  return { path, negated: path.length < names.length };
}

/** Returns a filter on the record to which the path leads, as a filter on the row. */
function prefixFilter(filter: Filter, path: readonly string[]): Filter {
  return filter.kind === 'group'
    ? { ...filter, items: filter.items.map((item) => prefixFilter(item, path)) }
    : { ...filter, column: formatLookupName(path, filter.column) };
}

/** Parses a path into JSON, such as `->a->0->>"b c"`, and quotes its keys if necessary. Throws FilterSyntaxError. */
export function parseJSONPath(text: string): string {
  const reader = new FilterReader(text);
  const path = reader.readPath();
  reader.expectEnd();
  return path;
}

/**
 * Splits `a.desc,"b c".asc,customer_id(country)` at its commas into names of columns and lookups, and their suffixes.
 * Throws FilterSyntaxError.
 */
export function parseNameList(text: string): [name: string, suffix: string][] {
  return text === '' ? [] : new FilterReader(text).readNameList();
}

/** A rule of `parseRuleList`: a name, a column or lookup if there is one, and filters. */
export interface ParsedRule {
  name: string;
  column: string | undefined;
  filters: readonly Filter[];
}

/** Parses a list of rules: `name(filter,filter),name.column(filter)`. Throws FilterSyntaxError. */
export function parseRuleList(text: string): ParsedRule[] {
  return new FilterReader(text).readRules();
}

interface Field {
  column: string;
  path: string;
}

// The operators of PostgREST, by the modifier that they accept.
const quantifiableOperator = /(?:eq|gte?|lte?|i?like|i?match)(?:\((?:any|all)\))?(?=\.)/gy;
const searchOperator = /(?:plfts|phfts|wfts|fts)(?:\([\p{L}\p{Nd}_ $]+\))?(?=\.)/guy;
const simpleOperator = /(?:neq|cs|cd|ov|sl|sr|nxr|nxl|adj|isdistinct|in|is)(?=\.)/gy;

const namePattern = /[\p{L}\p{Nd}_ $]+(?:-(?!>)[\p{L}\p{Nd}_ $]+)*/guy;
const keyPattern = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/gy;
const indexPattern = /-?\d+(?=$|->|::|[.,)])/gy;

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

  /** Skips the expected text. Returns false, and skips nothing, if another text comes next. */
  #take(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#position)) return false;
    this.#position += expected.length;
    return true;
  }

  #expect(expected: string): void {
    if (!this.#take(expected)) this.#fail();
  }

  /** Skips and returns the text that the pattern (sticky) matches at the position; undefined if it does not match. */
  #takeMatch(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text)?.[0];
    if (match !== undefined) this.#position += match.length;
    return match;
  }

  #expectMatch(pattern: RegExp): string {
    return this.#takeMatch(pattern) ?? this.#fail();
  }

  #skipBlanks(): void {
    this.#takeMatch(/[ \t]*/gy);
  }

  expectEnd(): void {
    if (this.#position !== this.#text.length) this.#fail();
  }

  /** Reads the rest of the text as `parseNameList` does. */
  readNameList(): [name: string, suffix: string][] {
    const items: [string, string][] = [];
    do {
      this.#skipBlanks();
      items.push([this.#readRelatedName(), this.#expectMatch(/[^",()]*/gy).trim()]);
    } while (this.#take(','));
    this.expectEnd();
    return items;
  }

  /** Reads `column` or `reference(column)`, at any depth. */
  #readRelatedName(): string {
    const parts = [this.#readName()];
    while (this.#take('(')) parts.push(this.#readName());
    for (let i = 1; i < parts.length; i++) this.#expect(')');
    return formatLookupName(parts.slice(0, -1), parts.at(-1) ?? '');
  }

  /** Reads the rest of the text as rules with commas between them, such as `name(filter,filter),name.column(filter)`. */
  readRules(): ParsedRule[] {
    const rules: ParsedRule[] = [];
    do {
      const name = this.#readName();
      const column = this.#take('.') ? this.#readScope() : undefined;
      rules.push({ name, column, filters: this.readGroupItems() });
    } while (this.#take(','));
    this.expectEnd();
    return rules;
  }

  /** Reads `column` or `reference.column`. */
  #readScope(): string {
    const names = this.readPathNames();
    return formatLookupName(names.slice(0, -1), names.at(-1) ?? '');
  }

  /** Reads names that are separated by dots. */
  readPathNames(): string[] {
    const names = [this.#readName()];
    while (this.#take('.')) names.push(this.#readName());
    return names;
  }

  /** Reads a column or a lookup, and an optional path into its JSON. */
  readField(): Field {
    this.#skipBlanks();
    const names = [this.#readName()];
    while (!this.#isAtOperation() && this.#take('.')) names.push(this.#readName());
    const column = formatLookupName(names.slice(0, -1), names.at(-1) ?? '');
    const path = this.readPath();
    this.#skipBlanks();
    return { column, path };
  }

  /** Whether an operation follows, and not the next part of a lookup's name. */
  #isAtOperation(): boolean {
    const start = this.#position;
    this.#take('.');
    this.#take('not.');
    const operator = this.#takeOperator();
    this.#position = start;
    return operator !== undefined;
  }

  #takeOperator(): string | undefined {
    return (
      this.#takeMatch(quantifiableOperator) ??
      this.#takeMatch(searchOperator) ??
      this.#takeMatch(simpleOperator)
    );
  }

  /** Reads the steps of a path, and quotes the keys that need it. */
  readPath(): string {
    let path = '';
    while (this.#take('->')) {
      path += this.#take('>') ? '->>' : '->';
      path += this.#takeMatch(indexPattern) ?? quoteName(this.#readQuotedOr(keyPattern));
    }
    return path;
  }

  /** Reads `[not.]operator[modifier].value`. A raw value extends to the end of the text, and is never unquoted. */
  readOperation({ column, path }: Field, valueKind: 'raw' | 'nested'): Condition {
    const negated = this.#take('not.');
    const operator = this.#takeOperator() ?? this.#fail();
    this.#expect('.');
    return withPath(condition(column, operator, this.#readValue(operator, valueKind), negated), path);
  }

  /**
   * Reads the operand of an operator. `raw`: the rest of the text; `nested`: inside and=() or or=(), up to the next
   * comma or parenthesis.
   */
  #readValue(operator: string, valueKind: 'raw' | 'nested'): string | string[] {
    if (operator === 'in') return this.#readList();
    if (operator === 'is') return this.#expectMatch(/not_null|null|true|false|unknown/giy).toLowerCase();
    if (valueKind === 'raw') return this.#expectMatch(/.*/gsy);
    // The commas of an array literal do not end it: {a,b}.
    return this.#takeMatch(/\{[^{}]*\}/gy) ?? this.#readElement();
  }

  /** Reads `(filter,filter,...)`. */
  readGroupItems(): Filter[] {
    this.#skipBlanks();
    this.#expect('(');
    const items: Filter[] = [];
    do {
      this.#skipBlanks();
      items.push(this.#readGroup() ?? this.readOperation(this.#readNestedField(), 'nested'));
      this.#skipBlanks();
    } while (this.#take(','));
    this.#expect(')');
    this.#skipBlanks();
    return items;
  }

  /** Reads `[not.](and|or)(...)`; undefined for a condition, whose column can have the name of a logic operator. */
  #readGroup(): Filter | undefined {
    const start = this.#takeMatch(/(?:not\.)?(?:and|or)(?=[ \t]*\()/gy);
    if (start === undefined) return undefined;
    return group(start.endsWith('and') ? 'and' : 'or', this.readGroupItems(), start.startsWith('not.'));
  }

  /** Reads a field inside and=() or or=(), and the dot after it. */
  #readNestedField(): Field {
    const field = this.readField();
    this.#expect('.');
    return field;
  }

  /** Reads the `(a,"b,c",d)` of `in`. */
  #readList(): string[] {
    this.#skipBlanks();
    this.#expect('(');
    this.#skipBlanks();
    if (this.#take(')')) return [];
    const values: string[] = [];
    do {
      values.push(this.#readElement());
    } while (this.#take(','));
    this.#expect(')');
    this.#skipBlanks();
    return values;
  }

  /** Reads a quoted value, or all characters before the next comma or parenthesis. */
  #readElement(): string {
    const quoted = this.#takeMatch(/"(?:[^"\\]|\\.)*"(?=$|[,)])/gsy);
    return quoted === undefined ? this.#expectMatch(/[^,)]*/gy) : unquote(quoted);
  }

  #readName(): string {
    return this.#readQuotedOr(namePattern) || this.#fail();
  }

  /** Reads a text in quotes, or one that matches the pattern; removes the blanks around its parts. */
  #readQuotedOr(pattern: RegExp): string {
    if (this.#text[this.#position] === '"') return unquote(this.#expectMatch(/"(?:[^"\\]|\\.)*"/gsy));
    return this.#expectMatch(pattern)
      .split('-')
      .map((part) => part.trim())
      .join('-');
  }
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gs, '$1');
}
