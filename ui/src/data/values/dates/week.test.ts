import { expect, it } from 'vitest';
import { getFirstWeekday } from './week';

it('weeks start with the first weekday of the locale', () => {
  expect([getFirstWeekday('en-GB'), getFirstWeekday('en-US'), getFirstWeekday('C')]).toEqual([1, 0, 1]);
});
