import { describe, expect, test } from 'vitest';
import { bucket } from '@/testing/fixtures';
import { crumbsOf } from './crumbs.utils';
import { defaultView, type FilesState, readState, writeState } from './page-state.utils';

const initial: FilesState = { view: null, sort: 'name.asc', search: '', file: null };

describe('the address holds the state', () => {
  test.each<FilesState>([
    initial,
    { ...initial, view: 'grid' },
    { view: 'list', sort: 'updated_at.desc', search: 'a&b=c ☕', file: '100% #1.txt' },
  ])('%o comes back', (state) => {
    expect(readState(new URLSearchParams(writeState(state)))).toEqual(state);
  });

  test('and nothing that is as by default', () => {
    expect(writeState(initial)).toBe('');
  });

  test('what it can’t mean is taken as not given', () => {
    expect(readState(new URLSearchParams('view=tree&sort=size.asc&file='))).toEqual(initial);
  });
});

test('a bucket of pictures is shown as pictures', () => {
  expect(defaultView(bucket('b', { allowedMimeTypes: ['image/png', 'image/jpeg'] }))).toBe('grid');
  expect(defaultView(bucket('b', { allowedMimeTypes: ['image/png', 'text/plain'] }))).toBe('list');
  expect(defaultView(bucket('b'))).toBe('list');
  expect(defaultView(undefined)).toBe('list');
});

test('what is above a folder leads there', () => {
  expect(crumbsOf('b', [])).toEqual([{ label: 'Files' }]);
  expect(crumbsOf('b', ['x y', 'z'])).toEqual([
    { label: 'Files' },
    { label: 'b', href: '/files/b' },
    { label: 'x y', href: '/files/b/x%20y' },
  ]);
});
