import { expect, it } from 'vitest';
import { makeFileEntry } from '@/testing/api-fixtures';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { findFiles } from './find-files';

it('finds files by words in any order with a storage service that can’t list folders with everything below them', async () => {
  const names = ['2026-05 May invoice.pdf', '2026-06 June invoice.pdf', 'May.txt'];
  respondWith({
    'GET /api/files/documents': ({ query }: { query: URLSearchParams }) =>
      query.get('recursive') === 'true'
        ? errorResponse(400, 'no_recursive_list', 'Not supported.')
        : { entries: names.map((name) => makeFileEntry(name)), listed: 3, nextCursor: null },
  });
  const found = await findFiles('documents', 'invoice  may', new AbortController().signal);
  expect(found.map(({ name }) => name)).toEqual(['2026-05 May invoice.pdf']);
});
