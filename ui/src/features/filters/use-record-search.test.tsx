import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { SessionContext } from '@/lib/auth/session';
import { makeSchema, session } from '@/testing/api-fixtures';
import { jsonResponse, respondWith } from '@/testing/fake-backend';
import { useRecordSearch } from './use-record-search';

test('records of the previous text remain while the next text is searched, and are not current', async () => {
  const people = makeTable('people', [makeColumn('id', 'integer'), makeColumn('name', 'text')]);
  const schema = makeSchema([people]);
  const tables = [people];
  let isAnswered = true;
  respondWith({
    'GET /api/rows/people': () =>
      isAnswered ? jsonResponse([{ id: 1, name: 'Tina' }]) : new Promise(() => undefined),
  });
  const { result, rerender } = renderHook(({ text }) => useRecordSearch(tables, text), {
    initialProps: { text: 'ti' },
    wrapper: ({ children }) => <SessionContext value={{ ...session, schema }}>{children}</SessionContext>,
  });
  const found = () => result.current.records.map(({ heading, isCurrent }) => [heading, isCurrent]);
  await waitFor(() => expect(found()).toEqual([['Tina', true]]));
  isAnswered = false;
  rerender({ text: 'time zone' });
  expect(found()).toEqual([['Tina', false]]);
  expect(result.current.pending).toBe(true);
});
