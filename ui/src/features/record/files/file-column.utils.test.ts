import { describe, expect, it } from 'vitest';
import { parseFileLocation } from '@/data/relations/file-location';
import { makeColumn } from '@/data/testing/table-fixtures';
import {
  addPath,
  buildObjectName,
  getPaths,
  getUploadFolder,
  removePath,
  replacePath,
} from './file-column.utils';

const photo = makeColumn('photo', 'text', { tags: { file: 'bucket=photos folder=/new/' } });
const photos = { ...photo, array: true };

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

describe('the files of a column', () => {
  it.each([
    [null, []],
    ['', []],
    ['a.png', ['a.png']],
    [
      ['a.png', null, '', 'b.png'],
      ['a.png', 'b.png'],
    ],
  ])('are the paths of %j', (value, paths) => {
    expect(getPaths(value)).toEqual(paths);
  });
  it('are uploaded to the folder of the first file', () => {
    const location = { bucket: 'photos', folder: 'new' };
    expect(getUploadFolder(location, [])).toBe('new');
    expect(getUploadFolder(location, ['people/ada.png'])).toBe('people');
    expect(getUploadFolder(location, ['ada.png'])).toBe('');
  });
  it('are a single path or a list', () => {
    expect(addPath(photo, ['a.png'], 'b.png')).toBe('b.png');
    expect(addPath(photos, ['a.png'], 'b.png')).toEqual(['a.png', 'b.png']);
    expect(replacePath(photo, ['a.png'], 'a.png', 'c.png')).toBe('c.png');
    expect(replacePath(photos, ['a.png', 'b.png'], 'a.png', 'c.png')).toEqual(['c.png', 'b.png']);
    expect(removePath(photo, ['a.png'], 'a.png')).toBeNull();
    expect(removePath(photos, ['a.png', 'b.png'], 'a.png')).toEqual(['b.png']);
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
