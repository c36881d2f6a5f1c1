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

it('updateCachedRow changes the row in the lists of the home page, and reads them again', () => {
  const client = new QueryClient();
  const table = makeTable('orders', [makeColumn('id', 'integer'), makeColumn('status', 'text')]);
  const key = [...rowKeys.home(table), 'due'];
  client.setQueryData(key, [
    { id: '1', status: 'open' },
    { id: '2', status: 'open' },
  ]);
  updateCachedRow(client, table, { id: '1', status: 'open' }, { id: '1', status: 'done', total: '9.00' });
  expect(client.getQueryData(key)).toEqual([
    { id: '1', status: 'done' },
    { id: '2', status: 'open' },
  ]);
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});
