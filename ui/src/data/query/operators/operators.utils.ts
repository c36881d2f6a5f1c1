import { isLongText } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import type { Condition } from '../filters/filters.utils';
import { parsePath } from '../filters/json-path.utils';
import { queryMessages } from '../query-messages';
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

const labels = queryMessages.operators;

const equality = [valueOperator('eq', labels.is, 'eq'), unequalOperator(labels.isNot)];
const lists = [listOperator('in', labels.isOneOf, false), listOperator('nin', labels.isNoneOf, true)];
const comparisons = [
  valueOperator('gt', '>', 'gt'),
  valueOperator('gte', '≥', 'gte'),
  valueOperator('lt', '<', 'lt'),
  valueOperator('lte', '≤', 'lte'),
];
const numbers = [valueOperator('eq', '=', 'eq'), unequalOperator('≠'), ...comparisons, ...lists];
const moments = [
  ...equality,
  valueOperator('lt', labels.isBefore, 'lt'),
  valueOperator('lte', labels.isOnOrBefore, 'lte'),
  valueOperator('gt', labels.isAfter, 'gt'),
  valueOperator('gte', labels.isOnOrAfter, 'gte'),
];
const patterns = [
  patternOperator('contains', labels.contains, 'anywhere'),
  patternOperator('lacks', labels.containsNot, 'anywhere', true),
];
const edges = [
  patternOperator('starts', labels.startsWith, 'start'),
  patternOperator('ends', labels.endsWith, 'end'),
];
const searches = [
  searchOperator('wfts', labels.hasWords, 'wfts'),
  searchOperator('nwfts', labels.lacksWords, 'wfts', true),
  searchOperator('phfts', labels.hasPhrase, 'phfts'),
];
const longTexts = [...patterns, ...edges, ...searches];
const texts = [...patterns, ...equality, ...edges, ...lists, ...searches];
const vectors = [
  searchOperator('wfts', labels.matches, 'wfts'),
  searchOperator('nwfts', labels.matchesNot, 'wfts', true),
  searchOperator('plfts', labels.hasAllWords, 'plfts'),
  searchOperator('phfts', labels.hasPhrase, 'phfts'),
  searchOperator('fts', labels.matchesQuery, 'fts'),
];
const booleans = [
  constantOperator('true', labels.isTrue, 'true'),
  constantOperator('false', labels.isFalse, 'false'),
];
const choices = [choiceOperator('in', labels.is, false), choiceOperator('nin', labels.isNot, true)];
const arrays = [
  arrayItemsOperator('cs', labels.contains, 'cs'),
  arrayItemsOperator('ncs', labels.containsNot, 'cs', true),
  arrayItemsOperator('ov', labels.hasAnyOf, 'ov'),
  arrayItemsOperator('cd', labels.containsOnly, 'cd'),
];
const networks = [
  ...equality,
  textOperator('sl', labels.isInside, 'sl'),
  textOperator('sr', labels.encloses, 'sr'),
  valueOperator('gt', '>', 'gt'),
  valueOperator('lt', '<', 'lt'),
];
const documents = [valueOperator('cs', labels.contains, 'cs'), valueOperator('cd', labels.isPartOf, 'cd')];
const nulls = [
  constantOperator('null', labels.isNull, 'null'),
  constantOperator('notnull', labels.isNotNull, 'null', true),
];

const rangeOperators = (multi: boolean) => [
  rangeOperator('cs', labels.contains, 'cs', multi),
  rangeOperator('ov', labels.overlaps, 'ov', multi),
  rangeOperator('cd', labels.isWithin, 'cd', multi),
  rangeOperator('sl', labels.endsBefore, 'sl', multi),
  rangeOperator('sr', labels.beginsAfter, 'sr', multi),
  rangeOperator('adj', labels.isAdjacentTo, 'adj', multi),
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
    eq: labels.is,
    gt: '>',
    gte: '≥',
    lt: '<',
    lte: '≤',
    like: labels.isLike,
    ilike: labels.isLikeIgnoringCase,
    match: labels.matchesExpression,
    imatch: labels.matchesExpressionIgnoringCase,
    isdistinct: labels.isDistinctFrom,
    cs: labels.contains,
    cd: labels.isContainedIn,
    ov: labels.overlaps,
    sl: labels.isLeftOf,
    sr: labels.isRightOf,
    nxr: labels.isNotRightOf,
    nxl: labels.isNotLeftOf,
    adj: labels.isAdjacentTo,
  }).flatMap(([operator, label]) => [
    textOperator(`any-${operator}`, label, operator),
    textOperator(`not-${operator}`, labels.not(label), operator, true),
  ]),
  textOperator('any-neq', labels.isNot, 'neq'),
  textOperator('not-neq', labels.not(labels.isNot), 'neq', true),
  { ...listOperator('any-in', labels.isOneOf, false), operandType: 'text' },
  { ...listOperator('not-in', labels.isNoneOf, true), operandType: 'text' },
  ...['wfts', 'plfts', 'phfts', 'fts'].flatMap((operator) => [
    searchOperator(`any-${operator}`, labels.matchesWith(operator), operator),
    searchOperator(`not-${operator}`, labels.matchesNotWith(operator), operator, true),
  ]),
  ...['true', 'false', 'unknown', 'null'].flatMap((value) => {
    const label = value === 'null' ? 'NULL' : value;
    return [
      constantOperator(`any-${value}`, labels.isConstant(label), value),
      constantOperator(`not-${value}`, labels.isNotConstant(label), value, true),
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

/** Returns the operators that are offered for a column of this type. */
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
