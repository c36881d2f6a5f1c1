import { expect, test } from 'vitest';
import { makeFileEntry } from '@/testing/api-fixtures';
import { sortEntries } from './entry-order.utils';

const entries = [
  makeFileEntry('img10.png', { updatedAt: '2026-01-02T00:00:00Z' }),
  makeFileEntry('Zebra', { folder: true }),
  makeFileEntry('img9.png', { updatedAt: '2026-01-03T00:00:00Z' }),
  makeFileEntry('ärger.txt', { updatedAt: '2026-01-01T00:00:00Z' }),
  makeFileEntry('case', { folder: true }),
  makeFileEntry('Case', { folder: true }),
];

test.each([
  ['name.asc', ['Case', 'case', 'Zebra', 'ärger.txt', 'img9.png', 'img10.png']],
  ['name.desc', ['Zebra', 'case', 'Case', 'img10.png', 'img9.png', 'ärger.txt']],
  ['updated_at.desc', ['Case', 'case', 'Zebra', 'img9.png', 'img10.png', 'ärger.txt']],
] as const)('sorts by %s, folders first', (sort, paths) => {
  expect(sortEntries(entries, sort).map(({ path }) => path)).toEqual(paths);
});
