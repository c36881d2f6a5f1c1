import { describe, expect, it } from 'vitest';
import {
  condition,
  type Filter,
  FilterSyntaxError,
  formatFilters,
  formatNested,
  group,
  parseFilter,
  quoteName,
  withPath,
} from './filters.utils';

describe('formatFilters', () => {
  const cases: { says: string; filters: Filter[]; want: [string, string][] }[] = [
    {
      says: 'a top-level value is raw',
      filters: [condition('note', 'eq', 'a,b "(c)"')],
      want: [['note', 'eq.a,b "(c)"']],
    },
    {
      says: 'not stands before the operator',
      filters: [condition('status', 'eq', 'x', true)],
      want: [['status', 'not.eq.x']],
    },
    {
      says: 'a list quotes what the syntax uses',
      filters: [condition('c', 'in', ['a', 'b,c', 'say "hi"'])],
      want: [['c', 'in.(a,"b,c","say \\"hi\\"")']],
    },
    {
      says: 'a reserved name goes through and',
      filters: [condition('order', 'eq', '5')],
      want: [['and', '(order.eq.5)']],
    },
    {
      says: 'a name with a space is quoted inside and',
      filters: [condition('Due on', 'gt', '2026-01-01')],
      want: [['and', '("Due on".gt.2026-01-01)']],
    },
    {
      says: 'a dot in a nested value is quoted',
      filters: [condition('limit', 'eq', '1.5')],
      want: [['and', '(limit.eq."1.5")']],
    },
    {
      says: 'a second filter on a column goes through and',
      filters: [condition('n', 'gte', '1'), condition('n', 'lt', '9')],
      want: [
        ['n', 'gte.1'],
        ['and', '(n.lt.9)'],
      ],
    },
    {
      says: 'one or-group keeps its own parameter',
      filters: [group('or', [condition('a', 'eq', '1'), condition('b', 'is', 'null')])],
      want: [['or', '(a.eq.1,b.is.null)']],
    },
    {
      says: 'two or-groups share one and',
      filters: [
        group('or', [condition('a', 'eq', '1'), condition('b', 'eq', '2')]),
        group('or', [condition('c', 'eq', '3')], true),
      ],
      want: [['and', '(or(a.eq.1,b.eq.2),not.or(c.eq.3))']],
    },
    {
      says: 'an empty text is quoted where it is nested',
      filters: [condition('and', 'eq', '')],
      want: [['and', '(and.eq."")']],
    },
  ];
  it.each(cases)('$says', ({ filters, want }) => {
    expect(formatFilters(filters)).toEqual(want);
  });
});

describe('parseFilter', () => {
  const filters: Filter[] = [
    condition('a', 'eq', 'x.y,z'),
    condition('a', 'is', 'null', true),
    condition('a', 'in', ['1', 'two words', 'c"d\\e', '']),
    condition('a', 'like(any)', '{a*,b*}'),
    condition('select', 'eq', 'where (x, y)'),
    condition('naïve "col"', 'cs', '{a,b}'),
    group('or', [
      condition('a', 'eq', '1'),
      group('and', [condition('b', 'gt', '2'), condition('c', 'in', ['x', 'y'])], true),
    ]),
  ];
  it.each(filters)('reads back what formatFilters wrote: %j', (filter) => {
    const [[name, value]] = formatFilters([filter]) as [[string, string]];
    const read = parseFilter(name, value);
    const inner = name === 'and' && read.kind === 'group' ? read.items[0] : read;
    expect(inner).toEqual(filter);
  });

  it.each([
    ['data->>color', 'eq.red', withPath(condition('data', 'eq', 'red'), '->>color')],
    ['data->a->0->>b', 'gt.5', withPath(condition('data', 'gt', '5'), '->a->0->>b')],
    ['data->>"a b"', 'in.(x,y)', withPath(condition('data', 'in', ['x', 'y']), '->>"a b"')],
    ['data->>a b', 'is.null', withPath(condition('data', 'is', 'null'), '->>"a b"')],
    ['"a->b"->"0"', 'eq.1', withPath(condition('a->b', 'eq', '1'), '->"0"')],
    ['Due on', 'eq.1', condition('Due on', 'eq', '1')],
  ])('reads the way into JSON in %s, and writes it again', (name, value, want) => {
    expect(parseFilter(name, value)).toEqual(want);
    const [[written, text]] = formatFilters([want]) as [[string, string]];
    const again = parseFilter(written, text);
    expect(again.kind === 'group' ? again.items[0] : again).toEqual(want);
    const nested = parseFilter('or', `(${formatNested(want)},b.eq.1)`);
    expect(nested).toEqual(group('or', [want, condition('b', 'eq', '1')]));
  });

  it('keeps a column whose name has an arrow apart from a path', () => {
    expect(formatFilters([condition('a->b', 'eq', '1')])).toEqual([['and', '("a->b".eq.1)']]);
    expect(formatFilters([withPath(condition('a', 'eq', '1'), '->b')])).toEqual([['a->b', 'eq.1']]);
  });

  it('reads an unquoted array literal inside a group', () => {
    expect(parseFilter('and', '(tags.cs.{a,b},x.eq.1)')).toEqual(
      group('and', [condition('tags', 'cs', '{a,b}'), condition('x', 'eq', '1')]),
    );
  });

  it.each([
    ['a', 'nonsense'],
    ['and', 'a.eq.1'],
    ['or', '(a.eq.1'],
    ['a', 'in.(1,2'],
    ['or', '(a.eq."open)'],
    ['a->', 'eq.1'],
    ['a->>"open', 'eq.1'],
    ['and', '(a->.eq.1)'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => parseFilter(name, value)).toThrow(FilterSyntaxError);
  });
});

describe('quoteName', () => {
  it('leaves plain names and quotes the rest', () => {
    expect(quoteName('due_on')).toBe('due_on');
    expect(quoteName('Preis in €')).toBe('"Preis in €"');
    expect(quoteName('a"b\\c')).toBe('"a\\"b\\\\c"');
  });
});
