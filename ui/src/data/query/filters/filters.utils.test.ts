import { describe, expect, it } from 'vitest';
import { condition, type Filter, formatFilters, group, quoteName } from './filters.utils';

describe('formatFilters', () => {
  const cases: { title: string; filters: Filter[]; want: [string, string][] }[] = [
    {
      title: 'a top-level value is raw',
      filters: [condition('note', 'eq', 'a,b "(c)"')],
      want: [['note', 'eq.a,b "(c)"']],
    },
    {
      title: 'not precedes the operator',
      filters: [condition('status', 'eq', 'x', true)],
      want: [['status', 'not.eq.x']],
    },
    {
      title: 'a list quotes what the syntax uses',
      filters: [condition('c', 'in', ['a', 'b,c', 'say "hi"'])],
      want: [['c', 'in.(a,"b,c","say \\"hi\\"")']],
    },
    {
      title: 'a reserved name goes through and',
      filters: [condition('order', 'eq', '5')],
      want: [['and', '(order.eq.5)']],
    },
    {
      title: 'a name with a space is quoted inside and',
      filters: [condition('Due on', 'gt', '2026-01-01')],
      want: [['and', '("Due on".gt.2026-01-01)']],
    },
    {
      title: 'a dot in a nested value is quoted',
      filters: [condition('limit', 'eq', '1.5')],
      want: [['and', '(limit.eq."1.5")']],
    },
    {
      title: 'a second filter on a column goes through and',
      filters: [condition('n', 'gte', '1'), condition('n', 'lt', '9')],
      want: [
        ['n', 'gte.1'],
        ['and', '(n.lt.9)'],
      ],
    },
    {
      title: 'one or-group keeps its own parameter',
      filters: [group('or', [condition('a', 'eq', '1'), condition('b', 'is', 'null')])],
      want: [['or', '(a.eq.1,b.is.null)']],
    },
    {
      title: 'two or-groups share one and',
      filters: [
        group('or', [condition('a', 'eq', '1'), condition('b', 'eq', '2')]),
        group('or', [condition('c', 'eq', '3')], true),
      ],
      want: [['and', '(or(a.eq.1,b.eq.2),not.or(c.eq.3))']],
    },
    {
      title: 'an empty text is quoted where it is nested',
      filters: [condition('and', 'eq', '')],
      want: [['and', '(and.eq."")']],
    },
  ];
  it.each(cases)('$title', ({ filters, want }) => {
    expect(formatFilters(filters)).toEqual(want);
  });
});

describe('quoteName', () => {
  it('leaves plain names and quotes the rest', () => {
    expect(quoteName('due_on')).toBe('due_on');
    expect(quoteName('Preis in €')).toBe('"Preis in €"');
    expect(quoteName('a"b\\c')).toBe('"a\\"b\\\\c"');
  });
});
