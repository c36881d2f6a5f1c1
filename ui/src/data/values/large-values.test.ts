import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { parseJSON } from '@/lib/text/json';
import { checkEnteredValue, toEnteredValue } from './checks/check-value';
import { getExcerpt } from './large-values';

it('an excerpt does not end within a character', () => {
  expect(getExcerpt('ab☕', 3)).toBe('ab☕');
  expect(getExcerpt('ab🦊', 3)).toBe('ab');
});

it('large JSON is neither formatted nor checked, and large strings are parsed', () => {
  const column = makeColumn('data', 'json', { base: 'jsonb' });
  const json = `{"a":"${'\\"x'.repeat(2_000_000)}"}`;
  expect(toEnteredValue(column, json)).toBe(json);
  expect(parseJSON<{ a: string }>(json).a.length).toBe(4_000_000);
  expect(checkEnteredValue(column, json.slice(0, -1))).toEqual({ value: json.slice(0, -1) });
  expect(checkEnteredValue(column, '{"a":')).toHaveProperty('problem');
});
