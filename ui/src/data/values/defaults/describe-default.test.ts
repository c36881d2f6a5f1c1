import { beforeEach, describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import type { Column } from '@/lib/api.gen';
import { setZone } from '@/lib/browser/zone/zone';
import { describeDefault, findDefaultDay } from './describe-default';

const now = new Date('2026-01-31T22:15:40Z');
const text = makeColumn('c', 'text');
const number = makeColumn('c', 'numeric');
const date = makeColumn('c', 'date');
const timestamp = makeColumn('c', 'timestamp');
const timestampTZ = makeColumn('c', 'timestamptz');
const list = makeColumn('c', 'text', { array: true });
const json = makeColumn('c', 'json');
const auto = 'Set automatically';

beforeEach(() => setZone('Europe/Copenhagen'));

describe('describeDefault', () => {
  it('of a column that a trigger fills', () => {
    expect(describeDefault({ ...text, default: null, filled: true })).toBe(auto);
  });
  it.each<[string, Column, string]>([
    ["'draft'::public.order_status", makeColumn('c', 'enum'), 'draft'],
    [`'new'::"Weird type"`, makeColumn('c', 'enum'), 'new'],
    ["'it''s'::character varying(20)", text, "it's"],
    ["''::text", text, 'Empty'],
    ["('x'::text)", text, 'x'],
    ['NULL::character varying', text, ''],
    ['0', number, '0'],
    ['(0)::numeric', number, '0'],
    ["'-1.5'::numeric(8,2)", number, '-1.5'],
    ['(-1)', number, '-1'],
    ['true', makeColumn('c', 'boolean'), 'true'],
    ["'{}'::text[]", list, 'Empty'],
    ['ARRAY[]::text[]', list, 'Empty'],
    ["'{a,b}'::text[]", list, 'a, b'],
    [`'{"a,b"}'::text[]`, list, auto],
    ["'{}'::jsonb", json, 'Empty'],
    ["'[]'::jsonb", json, 'Empty'],
    [`'{"a": 1}'::jsonb`, json, '{"a": 1}'],
    ["'09:00:00'::time without time zone", makeColumn('c', 'time'), '9:00 AM'],
    ["'1 day'::interval", makeColumn('c', 'interval'), '1 day'],
    ["'2026-11-20'::date", date, 'Nov 20, 2026'],
    ["('now'::text)::date", date, auto],
  ])('literal: %s', (expression, column, shown) => {
    expect(describeDefault({ ...column, default: expression }, now).replace('\u202f', ' ')).toBe(shown);
  });

  it.each<[string, Column, string]>([
    ['CURRENT_DATE', date, 'Jan 31, 2026'],
    ['now()', date, 'Jan 31, 2026'],
    ['(now())::date', date, 'Jan 31, 2026'],
    ['(CURRENT_DATE + 7)', date, 'Feb 7, 2026'],
    ['(CURRENT_DATE - 31)', date, 'Dec 31, 2025'],
    ["(CURRENT_DATE + '1 mon'::interval)", date, 'Feb 28, 2026'],
    ["((now() + '7 days'::interval))::date", date, 'Feb 7, 2026'],
    ["((CURRENT_DATE + '1 year'::interval) - '2 days'::interval)", date, 'Jan 29, 2027'],
    ["(CURRENT_DATE + '09:30:00'::interval)", timestamp, 'Jan 31, 2026, 9:30 AM'],
    ['CURRENT_TIMESTAMP', timestamp, 'Now'],
    ["timezone('utc'::text, now())", timestamp, 'Now'],
    ["(now() AT TIME ZONE 'utc'::text)", timestamp, 'Now'],
    ['now()', timestampTZ, 'Now'],
    ['CURRENT_TIMESTAMP(3)', timestampTZ, 'Now'],
    ["(now() + '01:00:00'::interval)", timestampTZ, 'Feb 1, 2026, 12:15 AM'],
    ["(now() + '1 day 02:00:00'::interval)", timestampTZ, 'Feb 2, 2026, 1:15 AM'],
    ['CURRENT_DATE', timestampTZ, 'Jan 31, 2026, 1:00 AM'],
  ])('time: %s', (expression, column, shown) => {
    expect(describeDefault({ ...column, default: expression }, now).replace('\u202f', ' ')).toBe(shown);
  });

  it.each<[string, Column, string]>([
    ["nextval('orders_number_seq'::regclass)", makeColumn('c', 'integer'), 'Next number'],
    ['gen_random_uuid()', makeColumn('c', 'uuid'), 'New ID'],
    ['extensions.uuid_generate_v4()', makeColumn('c', 'uuid'), 'New ID'],
    ['auth.uid()', makeColumn('c', 'uuid'), 'You'],
    ['( SELECT auth.uid() AS uid)', makeColumn('c', 'uuid'), 'You'],
    ["((auth.jwt() ->> 'sub'::text))::uuid", makeColumn('c', 'uuid'), 'You'],
    ["(auth.jwt() ->> 'email'::text)", text, 'Your e-mail address'],
    ['COALESCE(auth.uid(), gen_random_uuid())', makeColumn('c', 'uuid'), auto],
    ["'a' || 'b'", text, auto],
    ["('a'::text || 'b'::text)", text, auto],
    ["(CURRENT_DATE + (7 * '1 day'::interval))", date, auto],
    ["(CURRENT_DATE + '1 fortnight'::interval)", date, auto],
    ["date_trunc('month'::text, now())", date, auto],
    ['(1 + 1)', number, auto],
    ['CURRENT_USER', text, auto],
  ])('without SQL: %s', (expression, column, shown) => {
    expect(describeDefault({ ...column, default: expression }, now).replace('\u202f', ' ')).toBe(shown);
  });

  it('groups the digits of quantities, as the form shows them', () => {
    const integer = makeColumn('qty', 'integer', { default: '2500' });
    expect(describeDefault(integer, now, true)).toBe('2,500');
    expect(describeDefault(integer, now)).toBe('2500');
    const counts = { ...integer, array: true, default: "'{1,2500}'::integer[]" };
    expect(describeDefault(counts, now, true)).toBe('1; 2,500');
  });

  it('is empty without a default, and describes an identity', () => {
    expect(describeDefault(text, now)).toBe('');
    expect(describeDefault(makeColumn('c', 'integer', { identity: 'always' }), now)).toBe('Next number');
  });
});

it.each<[string, Column, string | undefined]>([
  ['(CURRENT_DATE + 7)', date, '2026-02-07'],
  ["'2027-05-01'::date", date, '2027-05-01'],
  ["(now() + '2 days'::interval)", timestampTZ, '2026-02-02'],
  // Midnight has passed in Copenhagen.
  ["(now() + '01:00:00'::interval)", timestampTZ, '2026-02-01'],
  ["(now() + '01:00:00'::interval)", timestamp, '2026-01-31'],
  ["'2026-01-31 23:30:00+00'::timestamp with time zone", timestampTZ, '2026-02-01'],
  ["'2026-01-31 23:30:00'::timestamp without time zone", timestamp, '2026-01-31'],
  ["'infinity'::date", date, undefined],
  ['next_working_day()', date, undefined],
])('the day of a default: %s', (expression, column, day) => {
  expect(findDefaultDay({ ...column, default: expression }, now)).toBe(day);
  expect(findDefaultDay(column, now)).toBeUndefined();
});
