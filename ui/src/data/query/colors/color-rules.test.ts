import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { condition, type Filter, group } from '../filters/filters.utils';
import { FilterSyntaxError } from '../filters/parse-filter';
import { formatLookupName } from '../lookups/lookup-name';
import { formatTablePageState, parseTablePageState } from '../page-state/table-page-state';
import { type ColorRule, formatColorRules, parseColorRules } from './color-rules';
import { matchFilter } from './match-filter';

const rules: readonly ColorRule[] = [
  {
    color: 'red',
    column: undefined,
    filters: [condition('due_on', 'lt', 'today'), condition('status', 'in', ['a,b', 'c)'], true)],
  },
  {
    color: 'blue',
    column: 'due on',
    filters: [group('or', [condition('a', 'is', 'null'), condition('b', 'eq', 'x')])],
  },
  {
    color: 'green',
    column: formatLookupName(['customer_id'], 'country'),
    filters: [condition('a', 'eq', '1')],
  },
];

describe('parseColorRules', () => {
  it('parses what formatColorRules returns, also in a URL', () => {
    expect(parseColorRules(formatColorRules(rules))).toEqual(rules);
    const state = { ...parseTablePageState(''), colors: rules };
    expect(parseTablePageState(formatTablePageState(state)).colors).toEqual(rules);
  });

  it.each(['red', 'red(', 'red()', 'pink(a.eq.1)', 'red(a.eq.1)x', 'red(a.eq)'])('rejects %s', (text) => {
    expect(() => parseColorRules(text)).toThrow(FilterSyntaxError);
  });
});

describe('matchFilter', () => {
  const table = makeTable('orders', [
    makeColumn('name', 'text'),
    makeColumn('total', 'numeric'),
    makeColumn('due', 'date'),
    makeColumn('data', 'json'),
  ]);
  const row = { name: 'Café 100% Nord', total: '20.50', due: '2026-11-20', data: '{}' };
  it.each<[Filter, boolean | undefined]>([
    [condition('total', 'gt', '9'), true],
    [condition('total', 'gt', '9', true), false],
    [condition('due', 'lt', '2026-11-21'), true],
    [condition('name', 'ilike', '*NORD'), true],
    [condition('name', 'like', '*NORD'), false],
    [condition('name', 'like', '%100\\% N_rd'), true],
    [condition('name', 'ilike', '*nord*', true), false],
    [condition('name', 'is', 'not_null'), true],
    [condition('name', 'match', 'x'), undefined],
    [condition('missing', 'eq', '1'), undefined],
    [group('or', [condition('missing', 'eq', '1'), condition('total', 'gt', '9')]), true],
    [group('or', [condition('missing', 'eq', '1'), condition('total', 'lt', '9')]), undefined],
    [group('and', [condition('missing', 'eq', '1'), condition('total', 'lt', '9')]), false],
    [group('and', [condition('total', 'gt', '9')], true), false],
  ])('%j: %s', (filter, want) => {
    expect(matchFilter(table, filter, row)).toBe(want);
  });

  it('matches LIKE patterns as the database does', () => {
    const matches = (pattern: string, name: string) =>
      matchFilter(table, condition('name', 'like', pattern), { name });
    for (const pattern of ['*', '%%', 'a*', '*c', 'a*b*c', '___', 'a_c', '*b*', '_*_', 'abc*']) {
      expect(matches(pattern, 'abc'), pattern).toBe(true);
    }
    for (const pattern of ['', 'ab', 'a', 'b*', '____', '*d*', 'a*b', 'abc_', '*_____*']) {
      expect(matches(pattern, 'abc'), pattern).toBe(false);
    }
    expect(matches('_ \\* \\_', '🦊 * _')).toBe(true);
    expect(matches('_ \\*', '🦊 x')).toBe(false);
  });

  it('matches a pattern of many wildcards in linear time', () => {
    const pattern = `${'*_'.repeat(30)}*~`;
    expect(matchFilter(table, condition('name', 'like', pattern), { name: 'a'.repeat(200) })).toBe(false);
  });

  it('does not match NULL, except by is', () => {
    const empty = { name: null, total: null };
    expect(matchFilter(table, condition('name', 'like', '*', true), empty)).toBe(false);
    expect(matchFilter(table, condition('total', 'lt', '5'), empty)).toBe(false);
    expect(matchFilter(table, condition('total', 'is', 'null'), empty)).toBe(true);
  });
});
