import { expect, it } from 'vitest';
import { makeColumn } from '@/testing/api-fixtures';
import { valueRules } from './value-rules';

const texts = makeColumn('tags', 'text', { array: true });
const ints = makeColumn('ints', 'integer', { array: true });
const amount = makeColumn('amount', 'composite');

it.each([
  [texts, '["a","b"]', '["a","b"]'],
  [texts, 'a\nb', '["a","b"]'],
  [texts, '{a,"b c",NULL}', '"{a,\\"b c\\",NULL}"'],
  [ints, '[0:2]={7,8,9}', '"[0:2]={7,8,9}"'],
  [amount, '{"currency":"EUR"}', '{"currency":"EUR"}'],
  [amount, '(12.50,EUR)', '"(12.50,EUR)"'],
  [makeColumn('note', 'text'), '{a}', '"{a}"'],
])('accepts values from files of this app and of PostgreSQL: %o %j', (target, text, json) => {
  expect(valueRules.toJSON(target, text)).toEqual({ json });
});
