import type { Column } from '@/lib/api.gen';
import { type Condition, condition, type Filter, group } from '../../api/filters.utils';
import { checkEntered } from '../../values/check.utils';
import { isLongText } from '../../values/value.utils';

/** A way to compare that the filter builder offers: PostgREST's operator in a person's words. */
export interface Operator {
  id: string;
  label: string;
  /** What is to be entered: nothing, one value, or several of a list. */
  operand: 'none' | 'one' | 'many';
  toCondition: (column: string, values: readonly string[]) => Condition;
  /** The values of a condition that this operator wrote; undefined if it is another's. */
  fromCondition: (filter: Condition) => readonly string[] | undefined;
}

function simple(id: string, label: string, operator: string, negated = false): Operator {
  return {
    id,
    label,
    operand: 'one',
    toCondition: (column, values) => condition(column, operator, values[0] ?? '', negated),
    fromCondition: (filter) =>
      filter.operator === operator && filter.negated === negated && typeof filter.value === 'string'
        ? [filter.value]
        : undefined,
  };
}

/** A pattern with stars where anything may stand; the text itself stands for nothing but itself. */
function pattern(id: string, label: string, before: string, after: string, negated = false): Operator {
  return {
    id,
    label,
    operand: 'one',
    toCondition: (column, values) =>
      condition(column, 'ilike', before + escapeLike(values[0] ?? '') + after, negated),
    fromCondition: ({ operator, value, negated: not }) => {
      if (operator !== 'ilike' || not !== negated || typeof value !== 'string') return undefined;
      if (
        !value.startsWith(before) ||
        !value.endsWith(after) ||
        value.length < before.length + after.length
      ) {
        return undefined;
      }
      const inner = value.slice(before.length, value.length - after.length);
      return /(^|[^\\])[%*]/.test(inner) ? undefined : [inner.replace(/\\(.)/g, '$1')];
    },
  };
}

function constant(id: string, label: string, value: string, negated = false): Operator {
  return {
    id,
    label,
    operand: 'none',
    toCondition: (column) => condition(column, 'is', value, negated),
    fromCondition: (filter) =>
      filter.operator === 'is' && filter.value === value && filter.negated === negated ? [] : undefined,
  };
}

/** One or several of a column's values; the address has `eq` for one, `in` for more. */
function choice(id: string, label: string, negated: boolean): Operator {
  const one = negated ? unequal(label) : simple('eq', label, 'eq');
  return {
    id,
    label,
    operand: 'many',
    toCondition: (column, values) =>
      values.length === 1 ? one.toCondition(column, values) : condition(column, 'in', values, negated),
    fromCondition: (filter) => {
      const { operator, value, negated: not } = filter;
      if (operator === 'in' && not === negated && typeof value !== 'string') return value;
      return one.fromCondition(filter);
    },
  };
}

/** Stars and underscores of LIKE stand for themselves after a backslash; PostgREST reads `*` as `%`. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_');
}

/** `neq`, which an address may also write as `not.eq`. */
function unequal(label: string): Operator {
  const neq = simple('neq', label, 'neq');
  const notEq = simple('neq', label, 'eq', true);
  return { ...neq, fromCondition: (filter) => neq.fromCondition(filter) ?? notEq.fromCondition(filter) };
}

const equality = [simple('eq', 'is', 'eq'), unequal('is not')];
const numbers = [
  simple('eq', '=', 'eq'),
  unequal('≠'),
  simple('gt', '>', 'gt'),
  simple('gte', '≥', 'gte'),
  simple('lt', '<', 'lt'),
  simple('lte', '≤', 'lte'),
];
const moments = [
  simple('eq', 'is', 'eq'),
  simple('lt', 'is before', 'lt'),
  simple('lte', 'is on or before', 'lte'),
  simple('gt', 'is after', 'gt'),
  simple('gte', 'is on or after', 'gte'),
];
const texts = [
  pattern('contains', 'contains', '*', '*'),
  pattern('lacks', 'does not contain', '*', '*', true),
  ...equality,
  pattern('starts', 'starts with', '', '*'),
  pattern('ends', 'ends with', '*', ''),
];
const choices = [choice('in', 'is', false), choice('nin', 'is not', true)];
const arrays = [
  {
    ...simple('cs', 'contains', 'cs'),
    toCondition: (column: string, values: readonly string[]) => condition(column, 'cs', arrayLiteral(values)),
    fromCondition: (filter: Condition) =>
      filter.operator === 'cs' && !filter.negated && typeof filter.value === 'string'
        ? parseArrayLiteral(filter.value)
        : undefined,
  },
];
const nulls = [constant('null', 'is NULL', 'null'), constant('notnull', 'is not NULL', 'null', true)];

function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}

function parseArrayLiteral(text: string): string[] | undefined {
  const items = [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)];
  return items.length === 1 ? [items[0]?.[1]?.replace(/\\(.)/g, '$1') ?? items[0]?.[2] ?? ''] : undefined;
}

/** The comparisons that a column's type allows, the most likely first. */
export function operatorsFor(column: Column, isReference = false): readonly Operator[] {
  const own = isReference && !column.array ? equality : ownOperators(column);
  return column.nullable ? [...own, ...nulls] : own;
}

function ownOperators(column: Column): readonly Operator[] {
  if (column.array) return arrays;
  switch (column.kind) {
    case 'boolean':
      return [constant('true', 'is true', 'true'), constant('false', 'is false', 'false')];
    case 'integer':
    case 'numeric':
    case 'float':
    case 'interval':
      return numbers;
    case 'date':
    case 'time':
    case 'timetz':
    case 'timestamp':
    case 'timestamptz':
      return moments;
    case 'enum':
      return choices;
    case 'text':
      return isLongText(column) ? texts.filter(({ id }) => !['eq', 'neq'].includes(id)) : texts;
    case 'range':
    case 'multirange':
      return [simple('cs', 'contains', 'cs'), simple('ov', 'overlaps', 'ov')];
    case 'json':
      return [simple('cs', 'contains', 'cs')];
    case 'tsvector':
      return [simple('wfts', 'matches', 'wfts')];
    case 'uuid':
    case 'network':
      return equality;
    default:
      return [];
  }
}

export interface ReadFilter {
  operator: Operator;
  values: readonly string[];
}

/** What a condition says in the filter builder's terms; undefined if it says what the builder can't. */
export function readCondition(
  column: Column,
  filter: Condition,
  isReference = false,
): ReadFilter | undefined {
  for (const operator of operatorsFor(column, isReference)) {
    const values = operator.fromCondition(filter);
    if (values) return { operator, values };
  }
  return undefined;
}

/** Columns that quick search looks into. */
export function searchableColumns(columns: readonly Column[]): Column[] {
  return columns.filter((column) => column.privileges.select && !column.array && column.kind === 'text');
}

/** Rows whose column holds a text; undefined for columns that hold none. */
export function titleFilter(column: Column, text: string): Condition | undefined {
  if (column.kind !== 'text' || column.array) return undefined;
  return condition(column.name, 'ilike', `*${escapeLike(text)}*`);
}

/**
 * Quick search: any text column holds the text, or a number, an enum's value or
 * a UUID is it. Undefined for no text, and where nothing could hold it.
 */
export function searchFilter(columns: readonly Column[], text: string): Filter | undefined {
  const wanted = text.trim();
  if (wanted === '') return undefined;
  const items: Filter[] = searchableColumns(columns).flatMap((column) => titleFilter(column, wanted) ?? []);
  for (const column of columns) {
    if (!column.privileges.select || column.array) continue;
    if (column.kind === 'enum') {
      const values = column.enum.filter((value) => value.toLowerCase().includes(wanted.toLowerCase()));
      if (values.length > 0) items.push(condition(column.name, 'in', values));
    } else if (column.kind === 'integer' || column.kind === 'uuid') {
      const checked = checkEntered(column, wanted);
      if ('value' in checked && checked.value !== null)
        items.push(condition(column.name, 'eq', String(checked.value)));
    }
  }
  return items.length > 0 ? group('or', items) : undefined;
}
