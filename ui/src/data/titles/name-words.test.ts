import { describe, expect, it } from 'vitest';
import { makeTable } from '@/data/testing/table-fixtures';
import { splitNameWords } from './name-words';
import { findRowNoun } from './row-titles';

describe('names', () => {
  it.each([
    ['CompanyName', 'company name'],
    ['company_name', 'company name'],
    ['E-mail Address', 'e mail address'],
    ['HTTPStatus', 'http status'],
    ['名前', '名前'],
  ])('%s is split into words', (name, words) => {
    expect(splitNameWords(name).join(' ')).toBe(words);
  });
  it('of CamelCase tables become nouns', () => {
    expect(findRowNoun(makeTable('OrderDetails', [], { title: 'Order details' }))).toBe('order detail');
    expect(findRowNoun(makeTable('us_states', [], { title: 'US states' }))).toBe('us state');
    expect(findRowNoun(makeTable('sales_people', [], { title: 'Sales people' }))).toBe('sales person');
    expect(findRowNoun(makeTable('users_on_team', [], { title: 'Users on team' }))).toBe('user on team');
    expect(findRowNoun(makeTable('bills_of_material', []))).toBe('bill of material');
  });
});
