import { describe, expect, it } from 'vitest';
import { condition, group } from '../../api/filters.utils';
import { makeColumn } from '../../testing/fixtures';
import { operatorsFor, readCondition, searchFilter } from './operators.utils';

const samples = [
  makeColumn('c', 'text'),
  makeColumn('c', 'integer'),
  makeColumn('c', 'boolean'),
  makeColumn('c', 'enum', { enum: ['a', 'b'] }),
  makeColumn('c', 'timestamptz'),
  makeColumn('c', 'text', { array: true }),
  makeColumn('c', 'range'),
  makeColumn('c', 'json'),
  makeColumn('c', 'tsvector'),
];

describe('operatorsFor', () => {
  const cases = samples.flatMap((column) => operatorsFor(column).map((operator) => ({ column, operator })));
  it.each(cases)('$column.kind “$operator.label” is read back as itself', ({ column, operator }) => {
    const values =
      operator.operand === 'none' ? [] : operator.operand === 'many' ? ['x', 'y'] : ['50%_a "b", \\c'];
    const read = readCondition(column, operator.toCondition('c', values));
    expect([read?.operator.id, read?.values]).toEqual([operator.id, values]);
  });
  it('writes one choice as eq, and several as in', () => {
    const [is, isNot] = operatorsFor(makeColumn('c', 'enum', { enum: ['a', 'b'] }));
    expect(is?.toCondition('c', ['a'])).toEqual(condition('c', 'eq', 'a'));
    expect(is?.toCondition('c', ['a', 'b'])).toEqual(condition('c', 'in', ['a', 'b']));
    expect(isNot?.fromCondition(condition('c', 'eq', 'a', true))).toEqual(['a']);
    expect(isNot?.fromCondition(condition('c', 'neq', 'a'))).toEqual(['a']);
  });
  it('asks for NULL only where there can be one', () => {
    const labels = (nullable: boolean) =>
      operatorsFor(makeColumn('c', 'uuid', { nullable })).map(({ label }) => label);
    expect(labels(true)).toContain('is NULL');
    expect(labels(false)).not.toContain('is NULL');
  });
  it('leaves alone what it did not write', () => {
    expect(readCondition(makeColumn('c', 'text'), condition('c', 'match', '^x'))).toBeUndefined();
    expect(readCondition(makeColumn('c', 'text'), condition('c', 'ilike', '*a*b*'))).toBeUndefined();
  });
});

describe('searchFilter', () => {
  const columns = [
    makeColumn('name', 'text'),
    makeColumn('number', 'integer', { base: 'int4' }),
    makeColumn('status', 'enum', { enum: ['draft', 'drafted', 'sent'] }),
    makeColumn('secret', 'text', { privileges: { select: false, insert: false, update: false } }),
  ];
  it('looks into texts, and into what the text could be', () => {
    expect(searchFilter(columns, ' 10608 ')).toEqual(
      group('or', [condition('name', 'ilike', '*10608*'), condition('number', 'eq', '10608')]),
    );
    expect(searchFilter(columns, 'Draft')).toEqual(
      group('or', [condition('name', 'ilike', '*Draft*'), condition('status', 'in', ['draft', 'drafted'])]),
    );
  });
  it('takes signs of patterns for themselves', () => {
    expect(searchFilter(columns, '5%_\\')).toEqual(
      group('or', [condition('name', 'ilike', '*5\\%\\_\\\\*')]),
    );
  });
  it('is nothing for nothing, and doesn’t ask a number column for what it can’t hold', () => {
    expect(searchFilter(columns, '  ')).toBeUndefined();
    expect(searchFilter(columns, '99999999999')).toEqual(
      group('or', [condition('name', 'ilike', '*99999999999*')]),
    );
  });
});
