import { describe, expect, test } from 'vitest';
import { makeBucket, workspace } from '@/testing/api-fixtures';
import {
  describeLimits,
  getParentPath,
  joinPath,
  makeUniqueName,
  sanitizeName,
  validateAccept,
  validateFile,
  validateFileName,
} from './file-checks';

const { limits } = workspace;
const photos = makeBucket('photos', {
  fileSizeLimit: 1024,
  allowedMimeTypes: ['image/png', 'image/svg+xml'],
});

describe('before sending', () => {
  test.each([
    ['fits', { name: 'a.png', size: 1024, type: 'image/png' }, photos, null],
    ['too large for the bucket', { name: 'a.png', size: 1025, type: 'image/png' }, photos, /up to 1 KB/],
    ['not a type of the bucket', { name: 'a.gif', size: 1, type: 'image/gif' }, photos, /only PNG, SVG/],
    ['no type at all', { name: 'a', size: 1, type: '' }, photos, /only/],
    ['any type', { name: 'a', size: 1, type: '' }, makeBucket('any'), null],
    [
      'a family of types',
      { name: 'a', size: 1, type: 'image/x' },
      makeBucket('b', { allowedMimeTypes: ['image/*'] }),
      null,
    ],
    [
      'not of the family',
      { name: 'a', size: 1, type: 'imagex/x' },
      makeBucket('b', { allowedMimeTypes: ['image/*'] }),
      /only images/,
    ],
    [
      'too large for the server',
      { name: 'a', size: limits.uploadBytes + 1, type: '' },
      makeBucket('any'),
      /50 MB/,
    ],
    ['a bucket not known yet', { name: 'a', size: 1, type: '' }, undefined, null],
  ])('%s', (_, file, into, expected) => {
    const problem = validateFile(file, into, limits);
    if (expected === null) expect(problem).toBeNull();
    else expect(problem).toMatch(expected);
  });

  test('the limits are described on one line', () => {
    expect(describeLimits(photos, limits)).toBe('PNG, SVG, up to 1 KB each');
    expect(describeLimits(makeBucket('any'), limits)).toBe('any files, up to 50 MB each');
  });
});

test.each([
  ['photo.jpg', 'photo.jpg'],
  ['Kōhī ☕.jpg', 'Kohi _.jpg'],
  ['Brød & Bønne.pdf', 'Brod & Bonne.pdf'],
  ['100% #1?.txt', '100_ _1?.txt'],
  ['مقهى.txt', '_.txt'],
])('for hosted Supabase, %s becomes %s', (name, safe) => {
  expect(sanitizeName(name)).toBe(safe);
});

test.each([
  ['photo.jpg', [], 'photo (2).jpg'],
  ['photo.jpg', ['photo (2).jpg'], 'photo (3).jpg'],
  ['README', [], 'README (2)'],
  ['.env', [], '.env (2)'],
  ['a.tar.GZ', [], 'a.tar (2).GZ'],
])('the unique name for %s with %j is %s', (name, taken, beside) => {
  expect(makeUniqueName(name, new Set(taken))).toBe(beside);
});

test('invalid names are rejected', () => {
  expect(validateFileName('a.txt')).toBeUndefined();
  for (const name of ['', '  ', 'a/b', '.', '..']) expect(validateFileName(name)).toBeDefined();
});

test('paths are joined and split', () => {
  expect([joinPath('', 'a'), joinPath('x/y', 'a')]).toEqual(['a', 'x/y/a']);
  expect([getParentPath('a'), getParentPath('x/y/a')]).toEqual(['', 'x/y']);
});

test('a file must fit the types that an input accepts', () => {
  const csv = { name: 'Prices.CSV', type: 'text/csv' };
  expect(validateAccept(csv, '')).toBeNull();
  expect(validateAccept(csv, '.txt, .csv')).toBeNull();
  expect(validateAccept(csv, 'text/*')).toBeNull();
  expect(validateAccept({ ...csv, name: 'prices' }, '.csv')).toBe('Choose a file of the type .csv.');
  expect(validateAccept(csv, 'application/pdf,image/*')).toBe('Choose a file of the type PDF, images.');
  expect(describeLimits(undefined, { ...limits, uploadBytes: 0 }, '.csv,image/*')).toBe('.csv, images');
});
