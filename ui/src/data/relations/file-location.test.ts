import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { buildObjectName, parseFileLocation } from './file-location';

const photo = makeColumn('photo', 'text', { tags: { file: 'bucket=photos folder=/new/' } });

describe('parseFileLocation', () => {
  it.each([
    ['bucket=photos', { bucket: 'photos', folder: '' }],
    ['bucket=photos folder=/a/b/', { bucket: 'photos', folder: 'a/b' }],
    ['', undefined],
    ['folder=a', undefined],
  ])('%s', (file, location) => {
    expect(parseFileLocation({ ...photo, tags: { file } })).toEqual(location);
  });
  it('accepts only text columns', () => {
    expect(parseFileLocation({ ...photo, kind: 'json' })).toBeUndefined();
    expect(parseFileLocation({ ...photo, tags: {} })).toBeUndefined();
  });
});

describe('buildObjectName', () => {
  it.each([
    ['Kōhī ☕.jpg', 'Kohi _.jpg'],
    ['image.png', 'photo.png'],
    ['image 2.png', 'image 2.png'],
  ])('%s', (name, expected) => {
    expect(buildObjectName(photo, { name })).toBe(expected);
  });
});
