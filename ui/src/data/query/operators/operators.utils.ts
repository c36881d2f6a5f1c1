import { isLongText } from '@/data/values/value.utils';
import type { Column } from '@/lib/api.gen';
import type { Condition } from '../filters.utils';
import { pathSteps } from '../json-path.utils';
import {
  choice,
  constant,
  items,
  type Operator,
  oneOf,
  pattern,
  ranged,
  simple,
  texted,
  unequal,
  words,
} from './operator-forms.utils';

export type { Operator } from './operator-forms.utils';

const equality = [simple('eq', 'is', 'eq'), unequal('is not')];
const lists = [oneOf('in', 'is one of', false), oneOf('nin', 'is none of', true)];
const comparisons = [
  simple('gt', '>', 'gt'),
  simple('gte', '≥', 'gte'),
  simple('lt', '<', 'lt'),
  simple('lte', '≤', 'lte'),
];
const numbers = [simple('eq', '=', 'eq'), unequal('≠'), ...comparisons, ...lists];
const moments = [
  ...equality,
  simple('lt', 'is before', 'lt'),
  simple('lte', 'is on or before', 'lte'),
  simple('gt', 'is after', 'gt'),
  simple('gte', 'is on or after', 'gte'),
];
const patterns = [
  pattern('contains', 'contains', 'anywhere'),
  pattern('lacks', 'does not contain', 'anywhere', true),
];
const edges = [pattern('starts', 'starts with', 'start'), pattern('ends', 'ends with', 'end')];
const searches = [
  words('wfts', 'has the words', 'wfts'),
  words('nwfts', 'lacks the words', 'wfts', true),
  words('phfts', 'has the phrase', 'phfts'),
];
const longTexts = [...patterns, ...edges, ...searches];
const texts = [...patterns, ...equality, ...edges, ...lists, ...searches];
const vectors = [
  words('wfts', 'matches', 'wfts'),
  words('nwfts', 'does not match', 'wfts', true),
  words('plfts', 'has all the words', 'plfts'),
  words('phfts', 'has the phrase', 'phfts'),
  words('fts', 'matches the tsquery', 'fts'),
];
const booleans = [constant('true', 'is true', 'true'), constant('false', 'is false', 'false')];
const choices = [choice('in', 'is', false), choice('nin', 'is not', true)];
const arrays = [
  items('cs', 'contains', 'cs'),
  items('ncs', 'does not contain', 'cs', true),
  items('ov', 'has any of', 'ov'),
  items('cd', 'has nothing but', 'cd'),
];
const networks = [
  ...equality,
  texted('sl', 'lies inside', 'sl'),
  texted('sr', 'encloses', 'sr'),
  simple('gt', '>', 'gt'),
  simple('lt', '<', 'lt'),
];
const documents = [simple('cs', 'contains', 'cs'), simple('cd', 'is part of', 'cd')];
const nulls = [constant('null', 'is NULL', 'null'), constant('notnull', 'is not NULL', 'null', true)];

const ranges = (multi: boolean) => [
  ranged('cs', 'contains', 'cs', multi),
  ranged('ov', 'overlaps', 'ov', multi),
  ranged('cd', 'lies within', 'cd', multi),
  ranged('sl', 'ends before', 'sl', multi),
  ranged('sr', 'begins after', 'sr', multi),
  ranged('adj', 'touches', 'adj', multi),
];

/** What is at a path in JSON: a text, or with `->` a JSON value, which knows numbers from texts. */
const textsInJSON = [...patterns, ...equality, ...edges, ...lists, ...nulls].map(
  (operator): Operator => ({ ...operator, arrow: '->>' }),
);
const valuesInJSON = [...comparisons, ...documents].map(
  (operator): Operator => ({ ...operator, arrow: '->', id: `json-${operator.id}` }),
);

/**
 * What an address may say beyond what is offered for a column: it is shown in
 * words, and can be changed as a text.
 */
const spoken: readonly Operator[] = [
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
    texted(`any-${operator}`, label, operator),
    texted(`not-${operator}`, `not: ${label}`, operator, true),
  ]),
  texted('any-neq', 'is not', 'neq'),
  texted('not-neq', 'not: is not', 'neq', true),
  { ...oneOf('any-in', 'is one of', false), takes: 'text' },
  { ...oneOf('not-in', 'is none of', true), takes: 'text' },
  ...['wfts', 'plfts', 'phfts', 'fts'].flatMap((operator) => [
    words(`any-${operator}`, `matches (${operator})`, operator),
    words(`not-${operator}`, `does not match (${operator})`, operator, true),
  ]),
  ...['true', 'false', 'unknown', 'null'].flatMap((value) => {
    const shown = value === 'null' ? 'NULL' : value;
    return [
      constant(`any-${value}`, `is ${shown}`, value),
      constant(`not-${value}`, `is not ${shown}`, value, true),
    ];
  }),
];

/** The comparisons that a column's type allows, the most likely first; at a path into its JSON, if one is given. */
export function operatorsFor(column: Column, isReference = false, path = ''): readonly Operator[] {
  if (path !== '') {
    // Values of type json have no order, and no equality.
    return column.base === 'jsonb' ? [...textsInJSON, ...valuesInJSON] : textsInJSON;
  }
  const own = isReference && !column.array ? equality : ownOperators(column);
  return column.nullable ? [...own, ...nulls] : own;
}

function ownOperators(column: Column): readonly Operator[] {
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
      return ranges(false);
    case 'multirange':
      return ranges(true);
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

/** Items of some types can't be compared with each other. */
function arrayOperators(column: Column): readonly Operator[] {
  const isComparable = column.kind !== 'other' && (column.kind !== 'json' || column.base === 'jsonb');
  if (!isComparable) return [];
  return column.kind === 'enum' ? arrays.map((operator) => ({ ...operator, operand: 'many' })) : arrays;
}

export interface ReadFilter {
  operator: Operator;
  values: readonly string[];
}

/** What a condition says in words; undefined if there are none for it. */
export function readCondition(
  column: Column,
  filter: Condition,
  isReference = false,
): ReadFilter | undefined {
  const { path = '' } = filter;
  const { arrow } = pathSteps(path);
  const offered = operatorsFor(column, isReference, path).filter(
    (operator) => operator.arrow === undefined || operator.arrow === arrow,
  );
  for (const operator of offered) {
    const values = operator.fromCondition(filter);
    if (values) return { operator, values };
  }
  for (const operator of spoken) {
    const values = operator.fromCondition(filter);
    if (values) return { operator: path === '' ? operator : { ...operator, arrow }, values };
  }
  return undefined;
}
