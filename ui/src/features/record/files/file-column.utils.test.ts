import { describe, expect, it } from 'vitest';
import { makeColumn } from '@/data/testing/table-fixtures';
import { addPath, getPaths, getUploadFolder, removePath, replacePath } from './file-column.utils';

const photo = makeColumn('photo', 'text', { tags: { file: 'bucket=photos folder=/new/' } });
const photos = { ...photo, array: true };

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
