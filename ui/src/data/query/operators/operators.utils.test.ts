import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import type { Kind } from '@/lib/api.gen';
import { type Condition, condition, group, withPath } from '../filters/filters.utils';
import { buildQuickSearchFilter, searchFilter } from '../search.utils';
import { listOperators, parseCondition } from './operators.utils';

const samples = [
  makeColumn('c', 'text'),
  makeColumn('c', 'integer'),
  makeColumn('c', 'boolean'),
  makeColumn('c', 'enum', { enum: ['a', 'b'] }),
  makeColumn('c', 'timestamptz'),
  makeColumn('c', 'text', { array: true }),
  makeColumn('c', 'range'),
  makeColumn('c', 'multirange'),
  makeColumn('c', 'network', { base: 'inet' }),
  makeColumn('c', 'uuid'),
  makeColumn('c', 'enum', { enum: ['a', 'b'], array: true }),
  makeColumn('c', 'json', { base: 'jsonb' }),
  makeColumn('c', 'tsvector'),
];

describe('listOperators', () => {
  const cases = samples.flatMap((column) => listOperators(column).map((operator) => ({ column, operator })));
  it.each(cases)('$column.kind “$operator.label” is read back as itself', ({ column, operator }) => {
    const values =
      operator.operand === 'none'
        ? []
        : ['many', 'list'].includes(operator.operand)
          ? ['x', 'y, "z"']
          : operator.operand === 'search'
            ? ['some words', 'english']
            : ['50%_a "b", \\c'];
    const read = parseCondition(column, operator.toCondition('c', values));
    expect([read?.operator.id, read?.values]).toEqual([operator.id, values]);
  });
  it('formats one choice as eq, and several as in', () => {
    const [is, isNot] = listOperators(makeColumn('c', 'enum', { enum: ['a', 'b'] }));
    expect(is?.toCondition('c', ['a'])).toEqual(condition('c', 'eq', 'a'));
    expect(is?.toCondition('c', ['a', 'b'])).toEqual(condition('c', 'in', ['a', 'b']));
    expect(isNot?.fromCondition(condition('c', 'eq', 'a', true))).toEqual(['a']);
    expect(isNot?.fromCondition(condition('c', 'neq', 'a'))).toEqual(['a']);
  });
  it('offers NULL only for nullable columns', () => {
    const labels = (nullable: boolean) =>
      listOperators(makeColumn('c', 'uuid', { nullable })).map(({ label }) => label);
    expect(labels(true)).toContain('is NULL');
    expect(labels(false)).not.toContain('is NULL');
  });
  it('describes other conditions that a URL can contain', () => {
    const describeCondition = (kind: Kind, filter: Condition) => {
      const read = parseCondition(makeColumn('c', kind), filter);
      return read && [read.operator.label, ...read.values].join(' ');
    };
    expect(describeCondition('text', condition('c', 'match', '^x'))).toBe('matches the expression ^x');
    expect(describeCondition('text', condition('c', 'ilike', '*a*b*'))).toBe(
      'is like (case-insensitively) *a*b*',
    );
    expect(describeCondition('integer', condition('c', 'gt', '5', true))).toBe('not: > 5');
    expect(describeCondition('text', condition('c', 'isdistinct', 'x'))).toBe('is distinct from x');
    expect(describeCondition('boolean', condition('c', 'is', 'true', true))).toBe('is not true');
    expect(describeCondition('uuid', condition('c', 'is', 'not_null'))).toBe('is not NULL');
    expect(describeCondition('integer', condition('c', 'eq(any)', '{1,2}'))).toBeUndefined();
  });
  it('treats JSON by the last arrow of its path', () => {
    const column = makeColumn('c', 'json', { base: 'jsonb' });
    const findOperator = (path: string, operator: string, value: string) =>
      parseCondition(column, withPath(condition('c', operator, value), path))?.operator.id;
    expect(findOperator('->>a', 'eq', 'x')).toBe('eq');
    expect(findOperator('->>a', 'ilike', '*x*')).toBe('contains');
    expect(findOperator('->a', 'gt', '5')).toBe('json-gt');
    expect(findOperator('->>a', 'gt', '5')).toBe('any-gt');
    expect(findOperator('', 'cs', '{}')).toBe('cs');
    const ids = listOperators(makeColumn('c', 'json', { base: 'json' }), false, '->').map(({ id }) => id);
    expect(ids).not.toContain('json-gt');
  });
  it('converts a single value to a range', () => {
    const contains = (kind: Kind, value: string) =>
      listOperators(makeColumn('c', kind))[0]?.toCondition('c', [value]).value;
    expect(contains('range', '5')).toBe('[5,5]');
    expect(contains('range', '[1,5)')).toBe('[1,5)');
    expect(contains('range', 'empty')).toBe('empty');
    expect(contains('multirange', '5')).toBe('{[5,5]}');
    expect(contains('multirange', '{[1,5),[8,9)}')).toBe('{[1,5),[8,9)}');
  });
});

describe('searchFilter', () => {
  const columns = [
    makeColumn('name', 'text'),
    makeColumn('number', 'integer', { base: 'int4' }),
    makeColumn('status', 'enum', { enum: ['draft', 'drafted', 'sent'] }),
    makeColumn('secret', 'text', { privileges: { select: false, insert: false, update: false } }),
  ];
  it('searches texts, and other columns whose type the text matches', () => {
    expect(searchFilter(columns, ' 10608 ')).toEqual(
      group('or', [condition('name', 'ilike', '*10608*'), condition('number', 'eq', '10608')]),
    );
    expect(searchFilter(columns, 'Draft')).toEqual(
      group('or', [condition('name', 'ilike', '*Draft*'), condition('status', 'in', ['draft', 'drafted'])]),
    );
  });
  it('escapes wildcards', () => {
    expect(searchFilter(columns, '5%_\\')).toEqual(
      group('or', [condition('name', 'ilike', '*5\\%\\_\\\\*')]),
    );
  });
  it('also escapes an asterisk', () => {
    expect(searchFilter(columns, '5*(a)')).toEqual(group('or', [condition('name', 'imatch', '5\\*\\(a\\)')]));
  });
  it('is empty for an empty text, and omits number columns for other texts', () => {
    expect(searchFilter(columns, '  ')).toBeUndefined();
    expect(searchFilter(columns, '99999999999')).toEqual(
      group('or', [condition('name', 'ilike', '*99999999999*')]),
    );
  });
  it('uses full-text search if there is a tsvector', () => {
    const indexed = [...columns, makeColumn('words', 'tsvector')];
    expect(buildQuickSearchFilter(indexed, 'Draft')).toEqual(
      group('or', [condition('words', 'wfts', 'Draft'), condition('status', 'in', ['draft', 'drafted'])]),
    );
    expect(buildQuickSearchFilter(columns, 'Draft')).toEqual(searchFilter(columns, 'Draft'));
  });
});

describe('a text that a value contains', () => {
  const name = makeColumn('name', 'text');
  it.each(['a', 'a*', '*', '\\*', '^a$', 'a_b%', '\\', 'a\\', 'two\nlines', '.*', '***=x'])(
    '“%s” is read back',
    (text) => {
      for (const operator of listOperators(name).filter(({ id }) =>
        /^(contains|lacks|starts|ends)$/.test(id),
      )) {
        const read = parseCondition(name, operator.toCondition('name', [text]));
        expect([read?.operator.id, read?.values]).toEqual([operator.id, [text]]);
      }
    },
  );
  it.each([
    ['ilike', '*a_b*'],
    ['ilike', '*a%b*'],
    ['ilike', '*a\\*'],
    ['imatch', 'a.*b'],
    ['imatch', '^a\\*|b'],
  ])('is not expressed by %s.%s', (operator, value) => {
    const read = parseCondition(name, condition('name', operator, value));
    expect(read?.operator.id).toBe(`any-${operator}`);
    expect(read?.values).toEqual([value]);
  });
});
