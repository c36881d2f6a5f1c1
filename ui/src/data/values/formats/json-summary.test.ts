import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { summarizeJSON } from './json-summary';

const column = makeColumn('data', 'json');

it.each([
  ['["news", "wiki", 7, true]', 'news, wiki, 7, true'],
  [
    '[{"type": "Work", "email": "a@b.test"}, {"type": null, "email": "c@d.test"}]',
    'Work · a@b.test, c@d.test',
  ],
  ['{"src": "https://a.test/1.png", "title": "Logo"}', 'Logo'],
  ['{"title": "Dr", "name": "Ada"}', 'Ada'],
  ['["", {}, "a"]', 'a'],
  [
    '{"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "IBAN DE02"}]}, {"type": "rule"}, {"type": "text", "text": "BIC X"}]}',
    'IBAN DE02 BIC X',
  ],
  ['{"src": "https://a.test/1.png"}', 'https://a.test/1.png'],
  ['{"width": 12345678901234567890, "unit": "cm"}', 'width: 12345678901234567890 · unit: cm'],
])('shows the values of %s', (text, summary) => {
  expect(summarizeJSON(column, text)).toBe(summary);
});

it.each([
  '[]',
  '[{}, {}]',
  '["", ""]',
  '{}',
  '"a"',
  '7',
  'null',
  'no JSON',
  '[1',
  '{"a": {"b": 1}}',
  '[[1]]',
  '[{"a": []}]',
  '{"type": "doc", "content": []}',
  `["${'x'.repeat(2000)}"]`,
])('does not shorten %s', (text) => {
  expect(summarizeJSON(column, text)).toBeUndefined();
});
