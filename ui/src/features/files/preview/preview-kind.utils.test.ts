import { expect, test } from 'vitest';
import { getPreviewKind } from './preview-kind.utils';

test.each([
  ['a.png', 'image/png', 'image'],
  ['a.png', 'text/html', 'code'],
  ['a.html', 'text/html', 'code'],
  ['a.svg', 'image/svg+xml', 'drawing'],
  ['a.pdf', 'application/pdf', 'pdf'],
  ['a.webm', 'application/octet-stream', 'video'],
  ['notes', 'text/plain', 'plain'],
  ['a.log', 'text/plain', 'plain'],
  ['a.csv', 'text/plain', 'csv'],
  ['a.csv', 'application/vnd.ms-excel', 'csv'],
  ['a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'none'],
  ['a.md', 'application/octet-stream', 'markdown'],
  ['a.json', 'application/json', 'json'],
  ['a.go', 'application/octet-stream', 'code'],
  ['a.zip', 'application/zip', 'none'],
  ['a.bin', 'application/octet-stream', 'none'],
])('shows %s (%s) as %s', (name, mimeType, kind) => {
  expect(getPreviewKind({ name, mimeType })).toBe(kind);
});
