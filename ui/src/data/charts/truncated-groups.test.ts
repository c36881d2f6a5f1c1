import { expect, it } from 'vitest';
import { computeRestByCategory, countOnce, omitPartialPeriod, subtractGroups } from './truncated-groups';

const group = (value: string | null, ...keys: (string | null)[]) => ({ keys, value });

it('omits the last period, whose other parts are missing', () => {
  const march = [group('1', '2026-03-01', 'a'), group('2', '2026-03-01', 'b')];
  expect(omitPartialPeriod([...march, group('3', '2026-02-01', 'a')])).toEqual(march);
  expect(omitPartialPeriod(march)).toEqual(march);
});

it('computes the sum of the groups that are missing exactly', () => {
  expect(subtractGroups('10.3', [group('0.1', 'a'), group('0.2', 'b'), group(null, 'c')])).toBe('10.0');
  expect(subtractGroups('-5', [group('20', 'a')])).toBe('-25');
  expect(subtractGroups(null, [])).toBe('0');
  expect(subtractGroups('NaN', [group('1', 'a')])).toBeUndefined();
});

it('computes the sum of the missing parts of each category', () => {
  const totals = [group('10', 'a'), group('2', 'b'), group('0.3', 'c')];
  const groups = [group('4', 'a', 'x'), group('3', 'a', 'y'), group('2', 'b', 'x')];
  const a = { keys: ['a', undefined], value: '3' };
  expect(computeRestByCategory(totals, groups, false)).toEqual([a, { keys: ['c', undefined], value: '0.3' }]);
  expect(computeRestByCategory(totals, groups, true)).toEqual([a]);
  expect(computeRestByCategory([group('NaN', 'a')], groups, false)).toBeUndefined();
});

it('counts the groups of a category without a total', () => {
  const totals = [group('6', 'a'), group('6', 'b')];
  const groups = [group('1', 'a', 'x'), group('5', 'c', 'x')];
  expect(subtractGroups('20', countOnce(totals, groups))).toBe('3');
});
