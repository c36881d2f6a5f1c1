import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { type Filter, formatFilters } from './filters.utils';
import { parseFilter } from './parse-filter';
import { resolveFilters } from './resolve-filters';

const columns = [
  makeColumn('id', 'integer'),
  makeColumn('due', 'date'),
  makeColumn('at', 'timestamptz'),
  makeColumn('local', 'timestamp'),
  makeColumn('owner', 'uuid'),
  makeColumn('email', 'text'),
  makeColumn('note', 'text'),
  makeColumn('days', 'date', { array: true }),
];
const table = makeTable('t', columns);
const user = { id: '00000000-0000-0000-0000-00000000000a', email: 'ada@harbour.test' };

function resolveQuery(query: string, now = '2026-11-20T12:00:00Z', zone = 'Europe/Copenhagen') {
  const [name = '', value = ''] = query.split(/=(.*)/s);
  const filter: Filter = parseFilter(name, value);
  const filters = resolveFilters([filter], table, { user, now: new Date(now), zone });
  return formatFilters(filters)
    .map((parameter) => parameter.join('='))
    .join('&');
}

describe('relative days', () => {
  it.each([
    ['due=eq.today', 'due=eq.2026-11-20'],
    ['due=neq.tomorrow', 'due=neq.2026-11-21'],
    ['due=lt.today-7d', 'due=lt.2026-11-13'],
    ['due=not.gte.yesterday', 'due=not.gte.2026-11-19'],
    ['due=eq.week', 'and=(due.gte.2026-11-16,due.lt.2026-11-23)'],
    ['due=not.eq.week', 'and=(not.and(due.gte.2026-11-16,due.lt.2026-11-23))'],
    ['due=neq.last-7d', 'and=(not.and(due.gte.2026-11-14,due.lt.2026-11-21))'],
    ['due=not.neq.month', 'and=(due.gte.2026-11-01,due.lt.2026-12-01)'],
    ['due=lt.month', 'due=lt.2026-11-01'],
    ['due=lte.month', 'due=lt.2026-12-01'],
    ['due=gt.month', 'due=gte.2026-12-01'],
    ['due=gte.month', 'due=gte.2026-11-01'],
    ['due=in.(today,2026-01-01)', 'or=(due.eq.2026-11-20,due.in.(2026-01-01))'],
    ['due=lt.now', 'due=lt.2026-11-20'],
    ['local=eq.today', 'and=(local.gte."2026-11-20T00:00:00",local.lt."2026-11-21T00:00:00")'],
    ['local=gt.now', 'local=gt.2026-11-20T13:00:00'],
    ['at=lt.now', 'at=lt.2026-11-20T12:00:00.000Z'],
    ['at=gte.today', 'at=gte.2026-11-20T00:00:00+01:00'],
    ['or=(due.eq.today,note.eq.today)', 'or=(due.eq.2026-11-20,note.eq.today)'],
  ])('%s', (query, want) => {
    expect(resolveQuery(query)).toBe(want);
  });

  it('use the day of the time zone, not of the database', () => {
    expect(resolveQuery('due=eq.today', '2026-11-20T23:30:00Z')).toBe('due=eq.2026-11-21');
    expect(resolveQuery('due=eq.today', '2026-11-20T23:30:00Z', 'America/New_York')).toBe(
      'due=eq.2026-11-20',
    );
  });

  it('have the length of the day when the clocks change', () => {
    const day = (now: string) => resolveQuery('at=eq.today', now);
    expect(day('2026-03-29T12:00:00Z')).toBe(
      'and=(at.gte."2026-03-29T00:00:00+01:00",at.lt."2026-03-30T00:00:00+02:00")',
    );
    expect(day('2026-10-25T12:00:00Z')).toBe(
      'and=(at.gte."2026-10-25T00:00:00+02:00",at.lt."2026-10-26T00:00:00+01:00")',
    );
  });

  it.each([
    'note=eq.today',
    'due=eq.2026-11-20',
    'due=is.null',
    'days=cs.{today}',
    'gone=eq.today',
    'at=in.(x)',
  ])('do not change %s', (query) => {
    const [name = '', value = ''] = query.split(/=(.*)/s);
    const filters = [parseFilter(name, value)];
    expect(resolveFilters(filters, table, { user, now: new Date(), zone: 'UTC' })).toBe(filters);
  });
});

describe('the current user', () => {
  it.each([
    ['owner=eq.auth.uid()', `owner=eq.${user.id}`],
    ['owner=not.eq.auth.uid()', `owner=not.eq.${user.id}`],
    ['owner=in.("auth.uid()",x)', `owner=in.(${user.id},x)`],
    [
      'or=(owner.eq."auth.uid()",email.eq."auth.email()")',
      `or=(owner.eq.${user.id},email.eq."${user.email}")`,
    ],
    ['email=eq.auth.email()', `email=eq.${user.email}`],
    ['note=eq.auth.email()', 'note=eq.auth.email()'],
    ['note=eq.auth.uid()', 'note=eq.auth.uid()'],
  ])('%s', (query, want) => {
    expect(resolveQuery(query)).toBe(want);
  });
});
