import { expect, it } from 'vitest';
import { column } from '@/testing/fixtures';
import { valueRules } from './value-rules';

const texts = column('tags', 'text', { array: true });
const ints = column('ints', 'integer', { array: true });
const amount = column('amount', 'composite');

it.each([
  [texts, '["a","b"]', '["a","b"]'],
  [texts, 'a\nb', '["a","b"]'],
  [texts, '{a,"b c",NULL}', '"{a,\\"b c\\",NULL}"'],
  [ints, '[0:2]={7,8,9}', '"[0:2]={7,8,9}"'],
  [amount, '{"currency":"EUR"}', '{"currency":"EUR"}'],
  [amount, '(12.50,EUR)', '"(12.50,EUR)"'],
  [column('note', 'text'), '{a}', '"{a}"'],
])('takes what files of this and of PostgreSQL hold: %o %j', (target, text, json) => {
  expect(valueRules.toJSON(target, text)).toEqual({ json });
});
