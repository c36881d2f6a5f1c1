import { isLongText } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import type { Condition } from '../filters.utils';
import { parsePath } from '../json-path.utils';
import {
  arrayItemsOperator,
  choiceOperator,
  constantOperator,
  listOperator,
  type Operator,
  patternOperator,
  rangeOperator,
  searchOperator,
  textOperator,
  unequalOperator,
  valueOperator,
} from './operator-forms.utils';

export type { Operator } from './operator-forms.utils';

const equality = [valueOperator('eq', 'is', 'eq'), unequalOperator('is not')];
const lists = [listOperator('in', 'is one of', false), listOperator('nin', 'is none of', true)];
const comparisons = [
  valueOperator('gt', '>', 'gt'),
  valueOperator('gte', '≥', 'gte'),
  valueOperator('lt', '<', 'lt'),
  valueOperator('lte', '≤', 'lte'),
];
const numbers = [valueOperator('eq', '=', 'eq'), unequalOperator('≠'), ...comparisons, ...lists];
const moments = [
  ...equality,
  valueOperator('lt', 'is before', 'lt'),
  valueOperator('lte', 'is on or before', 'lte'),
  valueOperator('gt', 'is after', 'gt'),
  valueOperator('gte', 'is on or after', 'gte'),
];
const patterns = [
  patternOperator('contains', 'contains', 'anywhere'),
  patternOperator('lacks', 'does not contain', 'anywhere', true),
];
const edges = [
  patternOperator('starts', 'starts with', 'start'),
  patternOperator('ends', 'ends with', 'end'),
];
const searches = [
  searchOperator('wfts', 'has the words', 'wfts'),
  searchOperator('nwfts', 'lacks the words', 'wfts', true),
  searchOperator('phfts', 'has the phrase', 'phfts'),
];
const longTexts = [...patterns, ...edges, ...searches];
const texts = [...patterns, ...equality, ...edges, ...lists, ...searches];
const vectors = [
  searchOperator('wfts', 'matches', 'wfts'),
  searchOperator('nwfts', 'does not match', 'wfts', true),
  searchOperator('plfts', 'has all the words', 'plfts'),
  searchOperator('phfts', 'has the phrase', 'phfts'),
  searchOperator('fts', 'matches the tsquery', 'fts'),
];
const booleans = [
  constantOperator('true', 'is true', 'true'),
  constantOperator('false', 'is false', 'false'),
];
const choices = [choiceOperator('in', 'is', false), choiceOperator('nin', 'is not', true)];
const arrays = [
  arrayItemsOperator('cs', 'contains', 'cs'),
  arrayItemsOperator('ncs', 'does not contain', 'cs', true),
  arrayItemsOperator('ov', 'has any of', 'ov'),
  arrayItemsOperator('cd', 'has nothing but', 'cd'),
];
const networks = [
  ...equality,
  textOperator('sl', 'lies inside', 'sl'),
  textOperator('sr', 'encloses', 'sr'),
  valueOperator('gt', '>', 'gt'),
  valueOperator('lt', '<', 'lt'),
];
const documents = [valueOperator('cs', 'contains', 'cs'), valueOperator('cd', 'is part of', 'cd')];
const nulls = [
  constantOperator('null', 'is NULL', 'null'),
  constantOperator('notnull', 'is not NULL', 'null', true),
];

const rangeOperators = (multi: boolean) => [
  rangeOperator('cs', 'contains', 'cs', multi),
  rangeOperator('ov', 'overlaps', 'ov', multi),
  rangeOperator('cd', 'lies within', 'cd', multi),
  rangeOperator('sl', 'ends before', 'sl', multi),
  rangeOperator('sr', 'begins after', 'sr', multi),
  rangeOperator('adj', 'touches', 'adj', multi),
];

/** Operators for a path into JSON. `->>` compares texts, `->` JSON values, so that numbers compare as numbers. */
const jsonTextOperators = [...patterns, ...equality, ...edges, ...lists, ...nulls].map(
  (operator): Operator => ({ ...operator, arrow: '->>' }),
);
const jsonValueOperators = [...comparisons, ...documents].map(
  (operator): Operator => ({ ...operator, arrow: '->', id: `json-${operator.id}` }),
);

/**
 * Operators that the filter builder does not offer for a column, but that a URL can
 * contain: the builder shows them with a label, and edits their value as text.
 */
const fallbackOperators: readonly Operator[] = [
  ...Object.entries({
    eq: 'is',
    gt: '>',
    gte: '≥',
    lt: '<',
    lte: '≤',
    like: 'is like',
    ilike: 'is like, in any case,',
    match: 'matches the expression',
    imatch: 'matches, in any case, the expression',
    isdistinct: 'is distinct from',
    cs: 'contains',
    cd: 'is contained in',
    ov: 'overlaps',
    sl: 'is left of',
    sr: 'is right of',
    nxr: 'does not reach right of',
    nxl: 'does not reach left of',
    adj: 'touches',
  }).flatMap(([operator, label]) => [
    textOperator(`any-${operator}`, label, operator),
    textOperator(`not-${operator}`, `not: ${label}`, operator, true),
  ]),
  textOperator('any-neq', 'is not', 'neq'),
  textOperator('not-neq', 'not: is not', 'neq', true),
  { ...listOperator('any-in', 'is one of', false), operandType: 'text' },
  { ...listOperator('not-in', 'is none of', true), operandType: 'text' },
  ...['wfts', 'plfts', 'phfts', 'fts'].flatMap((operator) => [
    searchOperator(`any-${operator}`, `matches (${operator})`, operator),
    searchOperator(`not-${operator}`, `does not match (${operator})`, operator, true),
  ]),
  ...['true', 'false', 'unknown', 'null'].flatMap((value) => {
    const shown = value === 'null' ? 'NULL' : value;
    return [
      constantOperator(`any-${value}`, `is ${shown}`, value),
      constantOperator(`not-${value}`, `is not ${shown}`, value, true),
    ];
  }),
];

/** Returns the operators that the filter builder offers for a column, or for a path into its JSON, most common first. */
export function operatorsFor(column: Column, isReference = false, path = ''): readonly Operator[] {
  if (path !== '') {
    // Only jsonb has an order and equality, json has not.
    return column.base === 'jsonb' ? [...jsonTextOperators, ...jsonValueOperators] : jsonTextOperators;
  }
  const operators = isReference && !column.array ? equality : operatorsOfKind(column);
  return column.nullable ? [...operators, ...nulls] : operators;
}

function operatorsOfKind(column: Column): readonly Operator[] {
  if (column.array) return arrayOperators(column);
  switch (column.kind) {
    case 'boolean':
      return booleans;
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
      return isLongText(column) ? longTexts : texts;
    case 'range':
      return rangeOperators(false);
    case 'multirange':
      return rangeOperators(true);
    case 'json':
      return column.base === 'jsonb' ? documents : [];
    case 'tsvector':
      return vectors;
    case 'uuid':
      return [...equality, ...lists];
    case 'network':
      return /^(inet|cidr)$/.test(column.base) ? networks : equality;
    default:
      return [];
  }
}

/** Returns none if PostgreSQL cannot compare the items. */
function arrayOperators(column: Column): readonly Operator[] {
  const isComparable = column.kind !== 'other' && (column.kind !== 'json' || column.base === 'jsonb');
  if (!isComparable) return [];
  return column.kind === 'enum' ? arrays.map((operator) => ({ ...operator, operand: 'many' })) : arrays;
}

export interface ParsedCondition {
  operator: Operator;
  values: readonly string[];
}

/** Finds the operator and the values of a condition; undefined if no operator can express it. */
export function parseCondition(
  column: Column,
  filter: Condition,
  isReference = false,
): ParsedCondition | undefined {
  const { path = '' } = filter;
  const { arrow } = parsePath(path);
  const offered = operatorsFor(column, isReference, path).filter(
    (operator) => operator.arrow === undefined || operator.arrow === arrow,
  );
  for (const operator of offered) {
    const values = operator.fromCondition(filter);
    if (values) return { operator, values };
  }
  for (const operator of fallbackOperators) {
    const values = operator.fromCondition(filter);
    if (values) return { operator: path === '' ? operator : { ...operator, arrow }, values };
  }
  return undefined;
}
