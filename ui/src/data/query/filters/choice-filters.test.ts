import { expect, it } from 'vitest';
import { parseChoiceFilters } from './choice-filters';
import { condition, group } from './filters.utils';

it('parses the conditions of a tag', () => {
  expect(parseChoiceFilters('active.is.true,or(country.eq.DE,country.is.null)')).toEqual([
    condition('active', 'is', 'true'),
    group('or', [condition('country', 'eq', 'DE'), condition('country', 'is', 'null')]),
  ]);
});

it('does not limit the choices without a tag or with an invalid tag', () => {
  expect(parseChoiceFilters(undefined)).toEqual([]);
  expect(parseChoiceFilters('active')).toEqual([]);
});
