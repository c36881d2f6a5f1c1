import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { parseJSON } from '@/lib/text/json';
import { toEnteredValue } from './checks/check-value';
import { describeValueFile, findLargeText, getByteSize, getExcerpt } from './large-values';

it('only long texts are large', () => {
  expect(findLargeText('x'.repeat(100_001))?.length).toBe(100_001);
  expect(findLargeText('x'.repeat(100_000))).toBeUndefined();
  expect(findLargeText(null)).toBeUndefined();
  expect(findLargeText(['x'.repeat(200_000)])).toBeUndefined();
});

it('an excerpt does not end within a character', () => {
  expect(getExcerpt('ab☕', 3)).toBe('ab☕');
  expect(getExcerpt('ab🦊', 3)).toBe('ab');
  expect(getByteSize('ab🦊')).toBe(6);
});

it('a file of JSON has another extension', () => {
  expect(describeValueFile('documents', makeColumn('data', 'json'))).toEqual({
    ...{ name: 'documents-data.json', type: 'application/json' },
  });
  expect(describeValueFile('documents', makeColumn('body', 'text')).name).toBe('documents-body.txt');
});

it('large JSON is not formatted, and large strings are parsed', () => {
  const json = `{"a":"${'\\"x'.repeat(2_000_000)}"}`;
  expect(toEnteredValue(makeColumn('data', 'json', { base: 'jsonb' }), json)).toBe(json);
  expect(parseJSON<{ a: string }>(json).a.length).toBe(4_000_000);
});
