import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { rowKeys } from '@/data/rows/row-keys';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { updateCachedRow } from './cached-rows';

it('updateCachedRow reads the first part of a changed large value again', () => {
  const client = new QueryClient();
  const table = makeTable('documents', [
    makeColumn('id', 'integer'),
    makeColumn('name', 'text'),
    { ...makeColumn('body', 'text'), large: true },
    { ...makeColumn('data', 'json'), large: true },
  ]);
  const keyOf = (id: string) => [{ column: 'id', value: id }];
  const excerpt = (id: string, column: string) => rowKeys.excerpt(table, keyOf(id), column);
  const all = [excerpt('1', 'body'), excerpt('1', 'data'), excerpt('2', 'body')];
  for (const key of all) client.setQueryData(key, { text: 'before', bytes: 6 });
  const isStale = () => all.map((key) => client.getQueryState(key)?.isInvalidated);

  updateCachedRow(client, table, { id: '1', name: 'a' }, { id: '1', name: 'b' });
  expect(isStale()).toEqual([false, false, false]);
  updateCachedRow(client, table, { id: '1', name: 'b' }, { id: '1', name: 'b', body: 'after' });
  expect(isStale()).toEqual([true, false, false]);
});
