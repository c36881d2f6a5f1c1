import { expect, test } from 'vitest';
import { getExtension, getFileKind } from './file-kind';

test.each([
  ['a.jpg', 'image/jpeg', 'image'],
  ['a.jpg', 'application/octet-stream', 'image'],
  ['a.bin', 'image/png', 'image'],
  ['a.svg', 'image/svg+xml', 'drawing'],
  ['a.pdf', '', 'pdf'],
  ['a.csv', 'text/csv', 'sheet'],
  ['a', 'text/plain; charset=utf-8', 'text'],
  ['a.geojson', 'application/geo+json', 'text'],
  ['a.mp4', 'video/mp4', 'video'],
  ['a.tar.gz', '', 'archive'],
  ['.gitignore', '', 'other'],
  ['constructor', '', 'other'],
  ['a.constructor', '', 'other'],
  ['a.__proto__', '', 'other'],
])('%s of type %j has the kind %s', (name, mimeType, kind) => {
  expect(getFileKind({ name, mimeType })).toBe(kind);
});

test('the extension is the part after the last dot, if there is a name before it', () => {
  expect([
    getExtension('a.TXT'),
    getExtension('a.tar.gz'),
    getExtension('README'),
    getExtension('.env'),
  ]).toEqual(['txt', 'gz', '', '']);
});
