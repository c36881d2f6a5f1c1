import { expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { parseContactLink } from './contact-link';

it.each([
  ['email', 'ada@example.com', 'mailto:ada%40example.com'],
  ['email', ' ada@example.com ', 'mailto:ada%40example.com'],
  ['notes', 'https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['phone', '+45 12 34 56 78', 'tel:+4512345678'],
  ['contactPhone', '(030) 123-456', 'tel:030123456'],
  ['contact_phone', '(030) 123-456', 'tel:030123456'],
])('%s %s is a link to %s', (name, text, href) =>
  expect(parseContactLink(makeColumn(name, 'text'), text)?.href).toBe(href),
);

it.each([
  ['email', 'ada at example.com'],
  ['email', 'ada@example.com, bob@example.com'],
  ['notes', 'javascript:alert(1)'],
  ['order_number', '12345678'],
  ['telltale', '12345678'],
  ['phone', 'call me'],
])('%s %s is not a link', (name, text) =>
  expect(parseContactLink(makeColumn(name, 'text'), text)).toBeUndefined(),
);
