import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { setZone } from '@/lib/browser/zone/zone';
import { describeDefaultRule } from './describe-default-rule';

const now = new Date('2026-11-22T12:00:00Z');

describe('describeDefaultRule', () => {
  it.each([
    ['CURRENT_DATE', 'today', 'November 22'],
    ['(CURRENT_DATE + 7)', 'today + 7 days', 'November 29'],
    ["((now() + '1 day'::interval))::date", 'today + 1 day', 'November 23'],
    ["(CURRENT_DATE + '2 mons'::interval)", 'today + 2 months', 'January 22, 2027'],
  ])('describes %s as %s: %s', (expression, rule, value) => {
    expect(describeDefaultRule(makeColumn('due', 'date', { default: expression }), now)).toEqual({
      rule,
      value,
    });
  });
  it.each(["'2026-01-01'::date", 'next_working_day()', '(CURRENT_DATE + lead_days())'])(
    'does not describe %s',
    (expression) => {
      expect(describeDefaultRule(makeColumn('due', 'date', { default: expression }), now)).toBeUndefined();
    },
  );
  it.each([
    ["(now() + '7 days'::interval)", 'now + 7 days', 'Nov 29, 2026, 1:00 PM'],
    ["(CURRENT_TIMESTAMP + '02:00:00'::interval)", 'now + 2 hours', 'Nov 22, 2026, 3:00 PM'],
    ["(CURRENT_DATE + '1 day'::interval)", 'today + 1 day', 'Nov 23, 2026, 1:00 AM'],
  ])('describes %s of a timestamp as %s: %s', (expression, rule, value) => {
    setZone('Europe/Copenhagen');
    const found = describeDefaultRule(makeColumn('at', 'timestamptz', { default: expression }), now);
    expect({ ...found, value: found?.value.replace('\u202f', ' ') }).toEqual({ rule, value });
  });
  it('does not describe the current time, which is its own description', () => {
    expect(describeDefaultRule(makeColumn('at', 'timestamptz', { default: 'now()' }), now)).toBeUndefined();
  });
});
