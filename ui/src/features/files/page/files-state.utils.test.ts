import { describe, expect, test } from 'vitest';
import { makeBucket } from '@/testing/api-fixtures';
import { buildCrumbs } from './crumbs.utils';
import { type FilesState, formatFilesState, getDefaultView, parseFilesState } from './files-state.utils';

const initial: FilesState = { view: null, sort: 'name.asc', search: '', file: null };

describe('the address holds the state', () => {
  test.each<FilesState>([
    initial,
    { ...initial, view: 'grid' },
    { view: 'list', sort: 'updated_at.desc', search: 'a&b=c ☕', file: '100% #1.txt' },
  ])('%o comes back', (state) => {
    expect(parseFilesState(new URLSearchParams(formatFilesState(state)))).toEqual(state);
  });

  test('and nothing that is as by default', () => {
    expect(formatFilesState(initial)).toBe('');
  });

  test('what it can’t mean is taken as not given', () => {
    expect(parseFilesState(new URLSearchParams('view=tree&sort=size.asc&file='))).toEqual(initial);
  });
});

test('a bucket of pictures is shown as pictures', () => {
  expect(getDefaultView(makeBucket('b', { allowedMimeTypes: ['image/png', 'image/jpeg'] }))).toBe('grid');
  expect(getDefaultView(makeBucket('b', { allowedMimeTypes: ['image/png', 'text/plain'] }))).toBe('list');
  expect(getDefaultView(makeBucket('b'))).toBe('list');
  expect(getDefaultView(undefined)).toBe('list');
});

test('what is above a folder leads there', () => {
  expect(buildCrumbs('b', [])).toEqual([{ label: 'Files' }]);
  expect(buildCrumbs('b', ['x y', 'z'])).toEqual([
    { label: 'Files' },
    { label: 'b', href: '/files/b' },
    { label: 'x y', href: '/files/b/x%20y' },
  ]);
});
