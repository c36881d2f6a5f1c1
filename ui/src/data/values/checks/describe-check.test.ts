import { describe, expect, it } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { describeCheck } from './describe-check';

const products = makeTable('products', [
  makeColumn('price', 'numeric', { title: 'Price' }),
  makeColumn('name', 'text', { title: 'Name' }),
  makeColumn('Due On', 'date', { title: 'Due On' }),
  makeColumn('starts', 'date', { title: 'Begins' }),
]);

describe('the description of a check', () => {
  it.each([
    ['(price > (0)::numeric)', 'Price must be above 0.'],
    [
      '((price >= (0)::numeric) AND (price <= (50000)::numeric))',
      'Price must be at least 0. Price must be at most 50000.',
    ],
    ["(name <> ''::text)", 'Name must not be empty.'],
    ['(starts <= "Due On")', 'Begins must be at most Due On.'],
    ['(char_length(name) <= 60)', 'Name must be at most 60 characters long.'],
    ['(length((name)::text) >= 2)', 'Name must be at least 2 characters long.'],
    [
      "((name)::text = ANY ((ARRAY['a'::character varying, 'it''s'::character varying])::text[]))",
      "Name must be one of: “a”, “it's”.",
    ],
    ["(name = ANY (ARRAY['a'::text, 'b'::text]))", 'Name must be one of: “a”, “b”.'],
    ['(price IS NOT NULL)', 'Price is required.'],
    ["(name ~ '^HR-[A-Z]{3}$'::text)", "This rule must be met: “Name” ~ '^HR-[A-Z]{3}$'."],
    [
      '((price > (0)::numeric) OR (name IS NULL))',
      'This rule must be met: (“Price” > 0) OR (“Name” IS NULL).',
    ],
    ['((starts IS NULL) OR ("Due On" > starts))', 'Due On must be above Begins.'],
    [
      '((price IS NULL) OR ((price >= (30)::numeric) AND (price <= (45)::numeric)))',
      'Price must be at least 30. Price must be at most 45.',
    ],
    ["(name <> 'a AND (b'::text)", 'Name must be other than “a AND (b”.'],
  ])('%s', (expression, words) => {
    const check = { name: 'c', columns: [], expression, comment: '' };
    expect(describeCheck(products, check)).toBe(words);
  });
  it('is the comment of the check, if there is one', () => {
    const check = { name: 'c', columns: [], expression: '(price > 0)', comment: 'A price is above zero.' };
    expect(describeCheck(products, check)).toBe('A price is above zero.');
  });
});
