import { parseRange } from '@/data/values/range.utils';
import { type Condition, condition } from '../filters.utils';
import type { JSONArrow } from '../json-path.utils';

/** A way to compare that the filter builder offers: PostgREST's operator in a person's words. */
export interface Operator {
  id: string;
  label: string;
  /**
   * What is to be entered: nothing, one value, several of an enum's, any list of
   * values, or words with the configuration of the text search they are for.
   */
  operand: 'none' | 'one' | 'many' | 'list' | 'words';
  /** Whether a value has to be one of the column's type, or is any text. */
  operandType: 'value' | 'text';
  /** How a path into JSON ends that is compared in this way. */
  arrow?: JSONArrow;
  toCondition: (column: string, values: readonly string[]) => Condition;
  /** The values of a condition that this operator wrote; undefined if it is another's. */
  fromCondition: (filter: Condition) => readonly string[] | undefined;
}

/** One value, sent as it is. */
export function valueOperator(id: string, label: string, operator: string, negated = false): Operator {
  return {
    ...{ id, label, operand: 'one', operandType: 'value' },
    toCondition: (column, values) => condition(column, operator, values[0] ?? '', negated),
    fromCondition: (filter) =>
      filter.operator === operator && filter.negated === negated && typeof filter.value === 'string'
        ? [filter.value]
        : undefined,
  };
}

/** One text, whatever the column's type. */
export function textOperator(id: string, label: string, operator: string, negated = false): Operator {
  return { ...valueOperator(id, label, operator, negated), operandType: 'text' };
}

/** `neq`, which an address may also write as `not.eq`. */
export function unequalOperator(label: string): Operator {
  const neq = valueOperator('neq', label, 'neq');
  const notEq = valueOperator('neq', label, 'eq', true);
  return { ...neq, fromCondition: (filter) => neq.fromCondition(filter) ?? notEq.fromCondition(filter) };
}

/** Where in a value a text has to stand. */
export type MatchPosition = 'anywhere' | 'start' | 'end';

/**
 * Values that a text stands in, in any case, with nothing in it standing for anything else. PostgREST makes
 * `%` of every `*` in a LIKE, and there is no way around it: a text with stars goes as a regular expression.
 */
export function textMatchCondition(
  column: string,
  text: string,
  standing: MatchPosition,
  negated = false,
): Condition {
  const [before, after] = [standing === 'start' ? '' : '*', standing === 'end' ? '' : '*'];
  if (!text.includes('*')) {
    return condition(column, 'ilike', `${before}${text.replace(/[\\%_]/g, '\\$&')}${after}`, negated);
  }
  const [first, last] = [standing === 'start' ? '^' : '', standing === 'end' ? '$' : ''];
  return condition(
    column,
    'imatch',
    `${first}${text.replace(/[\\^$.[\]|()*+?{}]/g, '\\$&')}${last}`,
    negated,
  );
}

/** The text that `holding` was given; undefined for a pattern that says more. */
function parseTextMatch({ operator, value }: Condition, standing: MatchPosition): string | undefined {
  if (typeof value !== 'string') return undefined;
  const shapes: Record<MatchPosition, RegExp> =
    operator === 'ilike'
      ? { anywhere: /^\*(.*)\*$/s, start: /^(.*)\*$/s, end: /^\*(.*)$/s }
      : { anywhere: /^(.*)$/s, start: /^\^(.*)$/s, end: /^(.*)\$$/s };
  const inner = shapes[standing].exec(value)?.[1];
  const text = inner?.replace(/\\(\W|_)/g, '$1');
  if (text === undefined) return undefined;
  const again = textMatchCondition('', text, standing);
  return again.operator === operator && again.value === value ? text : undefined;
}

/** A text that stands somewhere in the value. */
export function patternOperator(
  id: string,
  label: string,
  standing: MatchPosition,
  negated = false,
): Operator {
  return {
    ...{ id, label, operand: 'one', operandType: 'text' },
    toCondition: (column, [text = '']) => textMatchCondition(column, text, standing, negated),
    fromCondition: (filter) => {
      const text = filter.negated === negated ? parseTextMatch(filter, standing) : undefined;
      return text === undefined ? undefined : [text];
    },
  };
}

/** `is.null` and its like. */
export function constantOperator(id: string, label: string, value: string, negated = false): Operator {
  const opposite = value === 'null' ? 'not_null' : undefined;
  return {
    ...{ id, label, operand: 'none', operandType: 'text' },
    toCondition: (column) => condition(column, 'is', value, negated),
    fromCondition: (filter) => {
      if (filter.operator !== 'is') return undefined;
      const says = filter.value === value ? filter.negated : filter.value === opposite && !filter.negated;
      return says === negated && (filter.value === value || filter.value === opposite) ? [] : undefined;
    },
  };
}

/** Any list of values. */
export function listOperator(id: string, label: string, negated: boolean): Operator {
  return {
    ...{ id, label, operand: 'list', operandType: 'value' },
    toCondition: (column, values) => condition(column, 'in', values, negated),
    fromCondition: ({ operator, value, negated: not }) =>
      operator === 'in' && not === negated && typeof value !== 'string' ? value : undefined,
  };
}

/** One or several of a column's values; the address has `eq` for one, `in` for more. */
export function choiceOperator(id: string, label: string, negated: boolean): Operator {
  const one = negated ? unequalOperator(label) : valueOperator('eq', label, 'eq');
  const several = listOperator(id, label, negated);
  return {
    ...{ id, label, operand: 'many', operandType: 'value' },
    toCondition: (column, values) => (values.length === 1 ? one : several).toCondition(column, values),
    fromCondition: (filter) => several.fromCondition(filter) ?? one.fromCondition(filter),
  };
}

/** A list of an array's items. */
export function arrayItemsOperator(id: string, label: string, operator: string, negated = false): Operator {
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

/** The items of `{a,"b c"}`; undefined for NULLs and arrays of arrays, which a list of texts can't say. */
function parseArrayLiteral(text: string): string[] | undefined {
  if (!/^\{.*\}$/s.test(text)) return undefined;
  const inner = text.slice(1, -1);
  const found = [...inner.matchAll(/(?:"((?:[^"\\]|\\.)*)"|([^",{}\\]+))(,|$)/gsy)];
  if (found.map(([whole]) => whole).join('') !== inner || inner.endsWith(',')) return undefined;
  if (found.some(([, , plain]) => plain?.trim().toLowerCase() === 'null')) return undefined;
  return found.map(([, quoted, plain]) => quoted?.replace(/\\(.)/gs, '$1') ?? plain ?? '');
}

/** A range, or one value as the range that has nothing else in it: the database takes no value for a range. */
export function rangeOperator(id: string, label: string, operator: string, multi: boolean): Operator {
  return {
    ...{ id, label, operand: 'one', operandType: 'value' },
    toCondition: (column, [value = '']) => condition(column, operator, toRangeLiteral(value, multi)),
    fromCondition: (filter) =>
      filter.operator === operator && !filter.negated && typeof filter.value === 'string'
        ? [parseSingleValue(filter.value, multi)]
        : undefined,
  };
}

/** Whether a text is a range, or several, and not a value that may lie in one. */
export function isRangeLiteral(text: string): boolean {
  return /^(empty$|[[({])/.test(text.trim());
}

function toRangeLiteral(text: string, multi: boolean): string {
  const bound = /^[\w.:+ -]+$/.test(text) ? text : `"${text.replace(/[\\"]/g, '\\$&')}"`;
  const range = isRangeLiteral(text) ? text : `[${bound},${bound}]`;
  return multi && !range.startsWith('{') ? `{${range}}` : range;
}

function parseSingleValue(text: string, multi: boolean): string {
  const range = multi && /^\{\[[^\])]*\]\}$/.test(text) ? text.slice(1, -1) : text;
  const bounds = range.startsWith('[') && range.endsWith(']') ? parseRange(range) : undefined;
  return bounds && bounds.lower === bounds.upper && bounds.lower !== '' ? bounds.lower : text;
}

/** Full-text search: the words, and in which language, if that is said. */
export function searchOperator(id: string, label: string, operator: string, negated = false): Operator {
  return {
    ...{ id, label, operand: 'words', operandType: 'text' },
    toCondition: (column, [text = '', config = '']) =>
      condition(column, config === '' ? operator : `${operator}(${config})`, text, negated),
    fromCondition: ({ operator: written, value, negated: not }) => {
      const match = /^([a-z]+)(?:\(([^)]*)\))?$/.exec(written);
      if (match?.[1] !== operator || not !== negated || typeof value !== 'string') return undefined;
      return match[2] === undefined ? [value] : [value, match[2]];
    },
  };
}
