import { describe, expect, test } from 'vitest';
import { makeBucket } from '@/testing/api-fixtures';
import { buildCrumbs } from './crumbs.utils';
import { type FilesState, formatFilesState, getDefaultView, parseFilesState } from './files-state.utils';

const initial: FilesState = { view: null, sort: 'name.asc', search: '', file: null };

describe('the state in the URL', () => {
  test.each<FilesState>([
    initial,
    { ...initial, view: 'grid' },
    { view: 'list', sort: 'updated_at.desc', search: 'a&b=c ☕', file: '100% #1.txt' },
  ])('is the same after formatting and parsing: %o', (state) => {
    expect(parseFilesState(new URLSearchParams(formatFilesState(state)))).toEqual(state);
  });

  test('is empty for the default state', () => {
    expect(formatFilesState(initial)).toBe('');
  });

  test('ignores unknown values', () => {
    expect(parseFilesState(new URLSearchParams('view=tree&sort=size.asc&file='))).toEqual(initial);
  });
});

test('shows a bucket of pictures as a grid', () => {
  expect(getDefaultView(makeBucket('b', { allowedMimeTypes: ['image/png', 'image/jpeg'] }))).toBe('grid');
  expect(getDefaultView(makeBucket('b', { allowedMimeTypes: ['image/png', 'text/plain'] }))).toBe('list');
  expect(getDefaultView(makeBucket('b'))).toBe('list');
  expect(getDefaultView(undefined)).toBe('list');
});

test('links the breadcrumbs above a folder', () => {
  expect(buildCrumbs('b', 'B', [])).toEqual([{ label: 'Files' }]);
  expect(buildCrumbs('b', 'B', ['x y', 'z'])).toEqual([
    { label: 'Files' },
    { label: 'B', href: '/files/b' },
    { label: 'x y', href: '/files/b/x%20y' },
  ]);
});
