import { isLongText } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import type { Condition } from '../filters/filters.utils';
import { parsePath } from '../filters/json-path.utils';
import { queryMessages } from '../query-messages';
import {
  createArrayItemsOperator,
  createChoiceOperator,
  createConstantOperator,
  createPatternOperator,
  createRangeOperator,
  createTextOperator,
  createUnequalOperator,
  createValueOperator,
  listOperator,
  type Operator,
  searchOperator,
} from './operator-forms.utils';

export type { Operator } from './operator-forms.utils';

const labels = queryMessages.operators;

const equality = [createValueOperator('eq', labels.is, 'eq'), createUnequalOperator(labels.isNot)];
const lists = [listOperator('in', labels.isOneOf, false), listOperator('nin', labels.isNoneOf, true)];
const comparisons = [
  createValueOperator('gt', '>', 'gt'),
  createValueOperator('gte', '≥', 'gte'),
  createValueOperator('lt', '<', 'lt'),
  createValueOperator('lte', '≤', 'lte'),
];
const numbers = [createValueOperator('eq', '=', 'eq'), createUnequalOperator('≠'), ...comparisons, ...lists];
const moments = [
  ...equality,
  createValueOperator('lt', labels.isBefore, 'lt'),
  createValueOperator('lte', labels.isOnOrBefore, 'lte'),
  createValueOperator('gt', labels.isAfter, 'gt'),
  createValueOperator('gte', labels.isOnOrAfter, 'gte'),
];
const patterns = [
  createPatternOperator('contains', labels.contains, 'anywhere'),
  createPatternOperator('lacks', labels.containsNot, 'anywhere', true),
];
const edges = [
  createPatternOperator('starts', labels.startsWith, 'start'),
  createPatternOperator('ends', labels.endsWith, 'end'),
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
  createConstantOperator('true', labels.isTrue, 'true'),
  createConstantOperator('false', labels.isFalse, 'false'),
];
const choices = [
  createChoiceOperator('in', labels.is, false),
  createChoiceOperator('nin', labels.isNot, true),
];
const arrays = [
  createArrayItemsOperator('cs', labels.contains, 'cs'),
  createArrayItemsOperator('ncs', labels.containsNot, 'cs', true),
  createArrayItemsOperator('ov', labels.hasAnyOf, 'ov'),
  createArrayItemsOperator('cd', labels.containsOnly, 'cd'),
];
const networks = [
  ...equality,
  createTextOperator('sl', labels.isInside, 'sl'),
  createTextOperator('sr', labels.encloses, 'sr'),
  createValueOperator('gt', '>', 'gt'),
  createValueOperator('lt', '<', 'lt'),
];
const documents = [
  createValueOperator('cs', labels.contains, 'cs'),
  createValueOperator('cd', labels.isPartOf, 'cd'),
];
const nulls = [
  createConstantOperator('null', labels.isNull, 'null'),
  createConstantOperator('notnull', labels.isNotNull, 'null', true),
];

const rangeOperators = (multi: boolean) => [
  createRangeOperator('cs', labels.contains, 'cs', multi),
  createRangeOperator('ov', labels.overlaps, 'ov', multi),
  createRangeOperator('cd', labels.isWithin, 'cd', multi),
  createRangeOperator('sl', labels.endsBefore, 'sl', multi),
  createRangeOperator('sr', labels.beginsAfter, 'sr', multi),
  createRangeOperator('adj', labels.isAdjacentTo, 'adj', multi),
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
    createTextOperator(`any-${operator}`, label, operator),
    createTextOperator(`not-${operator}`, labels.not(label), operator, true),
  ]),
  createTextOperator('any-neq', labels.isNot, 'neq'),
  createTextOperator('not-neq', labels.not(labels.isNot), 'neq', true),
  { ...listOperator('any-in', labels.isOneOf, false), operandType: 'text' },
  { ...listOperator('not-in', labels.isNoneOf, true), operandType: 'text' },
  ...['wfts', 'plfts', 'phfts', 'fts'].flatMap((operator) => [
    searchOperator(`any-${operator}`, labels.matchesWith(operator), operator),
    searchOperator(`not-${operator}`, labels.matchesNotWith(operator), operator, true),
  ]),
  ...['true', 'false', 'unknown', 'null'].flatMap((value) => {
    const label = value === 'null' ? 'NULL' : value;
    return [
      createConstantOperator(`any-${value}`, labels.isConstant(label), value),
      createConstantOperator(`not-${value}`, labels.isNotConstant(label), value, true),
    ];
  }),
];

/** Returns the operators that the filter builder offers for a column, or for a path into its JSON, most common first. */
export function listOperators(column: Column, isReference = false, path = ''): readonly Operator[] {
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
  const offered = listOperators(column, isReference, path).filter(
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
