import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/fixtures';
import {
  filePlace,
  folderFor,
  objectName,
  pathsOf,
  withFile,
  withoutFile,
  withReplaced,
} from './file-column.utils';

const photo = makeColumn('photo', 'text', { tags: { file: 'bucket=photos folder=/new/' } });
const photos = { ...photo, array: true };

describe('filePlace', () => {
  it.each([
    ['bucket=photos', { bucket: 'photos', folder: '' }],
    ['bucket=photos folder=/a/b/', { bucket: 'photos', folder: 'a/b' }],
    ['', undefined],
    ['folder=a', undefined],
  ])('%s', (file, place) => {
    expect(filePlace({ ...photo, tags: { file } })).toEqual(place);
  });
  it('is a text’s matter', () => {
    expect(filePlace({ ...photo, kind: 'json' })).toBeUndefined();
    expect(filePlace({ ...photo, tags: {} })).toBeUndefined();
  });
});

describe('a column’s files', () => {
  it.each([
    [null, []],
    ['', []],
    ['a.png', ['a.png']],
    [
      ['a.png', null, '', 'b.png'],
      ['a.png', 'b.png'],
    ],
  ])('of %j', (value, paths) => {
    expect(pathsOf(value)).toEqual(paths);
  });
  it('go beside those that are there', () => {
    const place = { bucket: 'photos', folder: 'new' };
    expect(folderFor(place, [])).toBe('new');
    expect(folderFor(place, ['people/ada.png'])).toBe('people');
    expect(folderFor(place, ['ada.png'])).toBe('');
  });
  it('are one, or a list', () => {
    expect(withFile(photo, ['a.png'], 'b.png')).toBe('b.png');
    expect(withFile(photos, ['a.png'], 'b.png')).toEqual(['a.png', 'b.png']);
    expect(withReplaced(photo, ['a.png'], 'a.png', 'c.png')).toBe('c.png');
    expect(withReplaced(photos, ['a.png', 'b.png'], 'a.png', 'c.png')).toEqual(['c.png', 'b.png']);
    expect(withoutFile(photo, ['a.png'], 'a.png')).toBeNull();
    expect(withoutFile(photos, ['a.png', 'b.png'], 'a.png')).toEqual(['b.png']);
  });
});

describe('objectName', () => {
  it.each([
    ['Kōhī ☕.jpg', 'Kohi _.jpg'],
    ['image.png', 'photo.png'],
    ['image 2.png', 'image 2.png'],
  ])('%s', (name, expected) => {
    expect(objectName(photo, { name })).toBe(expected);
  });
});
