import { parseRange } from '@/data/values/ranges/range.utils';
import { type Condition, condition } from '../filters/filters.utils';
import type { JSONArrow } from '../filters/json-path.utils';

/** An operator of the filter builder: a label, and a conversion to and from PostgREST's conditions. */
export interface Operator {
  /** Unique among the operators of a column. */
  id: string;
  label: string;
  /**
   * The operand that the user enters: nothing, one value, several of an enum's values, a list
   * of values, or a full-text query with an optional text search configuration.
   */
  operand: 'none' | 'one' | 'many' | 'list' | 'search';
  /** Whether a value must be valid for the column's type, or can be any text. */
  operandType: 'value' | 'text';
  /** The last arrow of a path into JSON that this operator compares. */
  arrow?: JSONArrow;
  toCondition: (column: string, values: readonly string[]) => Condition;
  /** Returns the values of a condition that this operator can express; otherwise undefined. */
  fromCondition: (filter: Condition) => readonly string[] | undefined;
}

/** Returns an operator with one value, which is sent unchanged. */
export function createValueOperator(id: string, label: string, operator: string, negated = false): Operator {
  return {
    ...{ id, label, operand: 'one', operandType: 'value' },
    toCondition: (column, values) => condition(column, operator, values[0] ?? '', negated),
    fromCondition: (filter) =>
      filter.operator === operator && filter.negated === negated && typeof filter.value === 'string'
        ? [filter.value]
        : undefined,
  };
}

/** Returns an operator with one text, which need not be valid for the column's type. */
export function createTextOperator(id: string, label: string, operator: string, negated = false): Operator {
  return { ...createValueOperator(id, label, operator, negated), operandType: 'text' };
}

/** Returns the operator `neq`. It also recognizes `not.eq`. */
export function createUnequalOperator(label: string): Operator {
  const neq = createValueOperator('neq', label, 'neq');
  const notEq = createValueOperator('neq', label, 'eq', true);
  return { ...neq, fromCondition: (filter) => neq.fromCondition(filter) ?? notEq.fromCondition(filter) };
}

/** The part of a value that must match a text. */
export type MatchPosition = 'anywhere' | 'start' | 'end';

/**
 * Returns the condition that a value contains a text, starts or ends with it. Upper
 * and lower case are equal, and the text has no wildcards. PostgREST replaces every
 * `*` in a LIKE pattern with `%` and has no escape for it, so a text with `*` is
 * sent as a regular expression.
 */
export function buildTextMatch(
  column: string,
  text: string,
  position: MatchPosition,
  negated = false,
): Condition {
  const [before, after] = [position === 'start' ? '' : '*', position === 'end' ? '' : '*'];
  if (!text.includes('*')) {
    return condition(column, 'ilike', `${before}${text.replace(/[\\%_]/g, '\\$&')}${after}`, negated);
  }
  const [first, last] = [position === 'start' ? '^' : '', position === 'end' ? '$' : ''];
  return condition(column, 'imatch', `${first}${escapePattern(text)}${last}`, negated);
}

/** Escapes the characters of a text that have a meaning in a regular expression of PostgreSQL. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.[\]|()*+?{}]/g, '\\$&');
}

/** Returns the text of a condition from buildTextMatch; undefined for other patterns. */
function parseTextMatch({ operator, value }: Condition, position: MatchPosition): string | undefined {
  if (typeof value !== 'string') return undefined;
  const patterns: Record<MatchPosition, RegExp> =
    operator === 'ilike'
      ? { anywhere: /^\*(.*)\*$/s, start: /^(.*)\*$/s, end: /^\*(.*)$/s }
      : { anywhere: /^(.*)$/s, start: /^\^(.*)$/s, end: /^(.*)\$$/s };
  const inner = patterns[position].exec(value)?.[1];
  const text = inner?.replace(/\\(\W|_)/g, '$1');
  if (text === undefined) return undefined;
  const formatted = buildTextMatch('', text, position);
  return formatted.operator === operator && formatted.value === value ? text : undefined;
}

/** Returns an operator that matches a text in a value (see buildTextMatch). */
export function createPatternOperator(
  id: string,
  label: string,
  position: MatchPosition,
  negated = false,
): Operator {
  return {
    ...{ id, label, operand: 'one', operandType: 'text' },
    toCondition: (column, [text = '']) => buildTextMatch(column, text, position, negated),
    fromCondition: (filter) => {
      const text = filter.negated === negated ? parseTextMatch(filter, position) : undefined;
      return text === undefined ? undefined : [text];
    },
  };
}

/** Returns the operator `is` with a constant: null, true, false or unknown. */
export function createConstantOperator(id: string, label: string, value: string, negated = false): Operator {
  const opposite = value === 'null' ? 'not_null' : undefined;
  return {
    ...{ id, label, operand: 'none', operandType: 'text' },
    toCondition: (column) => condition(column, 'is', value, negated),
    fromCondition: (filter) => {
      if (filter.operator !== 'is') return undefined;
      if (filter.value === value) return filter.negated === negated ? [] : undefined;
      return filter.value === opposite && filter.negated !== negated ? [] : undefined;
    },
  };
}

/** Returns the operator `in`, with any list of values. */
export function listOperator(id: string, label: string, negated: boolean): Operator {
  return {
    ...{ id, label, operand: 'list', operandType: 'value' },
    toCondition: (column, values) => condition(column, 'in', values, negated),
    fromCondition: ({ operator, value, negated: not }) =>
      operator === 'in' && not === negated && typeof value !== 'string' ? value : undefined,
  };
}

/** Returns an operator for several of a column's values. It writes `eq` for one value, `in` for more. */
export function createChoiceOperator(id: string, label: string, negated: boolean): Operator {
  const one = negated ? createUnequalOperator(label) : createValueOperator('eq', label, 'eq');
  const several = listOperator(id, label, negated);
  return {
    ...{ id, label, operand: 'many', operandType: 'value' },
    toCondition: (column, values) => (values.length === 1 ? one : several).toCondition(column, values),
    fromCondition: (filter) => several.fromCondition(filter) ?? one.fromCondition(filter),
  };
}

/** Returns an operator on array columns, with a list of items. */
export function createArrayItemsOperator(
  id: string,
  label: string,
  operator: string,
  negated = false,
): Operator {
  return {
    ...{ id, label, operand: 'list', operandType: 'value' },
    toCondition: (column, values) => condition(column, operator, formatArrayLiteral(values), negated),
    fromCondition: (filter) =>
      filter.operator === operator && filter.negated === negated && typeof filter.value === 'string'
        ? parseArrayLiteral(filter.value)
        : undefined,
  };
}

function formatArrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}

/** Returns the items of `{a,"b c"}`; undefined if it contains NULLs or arrays, which a list of texts cannot express. */
function parseArrayLiteral(text: string): string[] | undefined {
  if (!/^\{.*\}$/s.test(text)) return undefined;
  const inner = text.slice(1, -1);
  const items = [...inner.matchAll(/(?:"((?:[^"\\]|\\.)*)"|([^",{}\\]+))(,|$)/gsy)];
  if (items.map(([whole]) => whole).join('') !== inner || inner.endsWith(',')) return undefined;
  if (items.some(([, , plain]) => plain?.trim().toLowerCase() === 'null')) return undefined;
  return items.map(([, quoted, plain]) => quoted?.replace(/\\(.)/gs, '$1') ?? plain ?? '');
}

/**
 * Returns an operator for range or multirange columns. The operand is a range or a single value, which is sent as the
 * range `[v,v]`.
 */
export function createRangeOperator(
  id: string,
  label: string,
  operator: string,
  isMultirange: boolean,
): Operator {
  return {
    ...{ id, label, operand: 'one', operandType: 'value' },
    toCondition: (column, [value = '']) => condition(column, operator, toRangeLiteral(value, isMultirange)),
    fromCondition: (filter) =>
      filter.operator === operator && !filter.negated && typeof filter.value === 'string'
        ? [parseSingleValue(filter.value, isMultirange)]
        : undefined,
  };
}

/** Whether a text is a literal of a range or a multirange, and not a single value. */
export function isRangeLiteral(text: string): boolean {
  return /^(empty$|[[({])/.test(text.trim());
}

function toRangeLiteral(text: string, isMultirange: boolean): string {
  const bound = /^[\w.:+ -]+$/.test(text) ? text : `"${text.replace(/[\\"]/g, '\\$&')}"`;
  const range = isRangeLiteral(text) ? text : `[${bound},${bound}]`;
  return isMultirange && !range.startsWith('{') ? `{${range}}` : range;
}

function parseSingleValue(text: string, isMultirange: boolean): string {
  const range = isMultirange && /^\{\[[^\])]*\]\}$/.test(text) ? text.slice(1, -1) : text;
  const bounds = range.startsWith('[') && range.endsWith(']') ? parseRange(range) : undefined;
  return bounds && bounds.lower === bounds.upper && bounds.lower !== '' ? bounds.lower : text;
}

/** Returns an operator of full-text search: a query, and an optional text search configuration such as `english`. */
export function searchOperator(id: string, label: string, operator: string, negated = false): Operator {
  return {
    ...{ id, label, operand: 'search', operandType: 'text' },
    toCondition: (column, [text = '', config = '']) =>
      condition(column, config === '' ? operator : `${operator}(${config})`, text, negated),
    fromCondition: ({ operator: actual, value, negated: not }) => {
      const match = /^([a-z]+)(?:\(([^)]*)\))?$/.exec(actual);
      if (match?.[1] !== operator || not !== negated || typeof value !== 'string') return undefined;
      return match[2] === undefined ? [value] : [value, match[2]];
    },
  };
}
