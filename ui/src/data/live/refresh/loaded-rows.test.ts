import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Row } from '@/data/rows/row';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { collectLoadedRows, compareRows } from './loaded-rows';

const table = makeTable('orders', [makeColumn('id', 'integer'), makeColumn('city', 'text')]);

it('collects the rows of pages, lanes and records that are in use, by key', () => {
  const client = new QueryClient();
  const use = (kind: string, data: unknown) => {
    const queryKey = ['rows', table.schema, table.name, kind, data];
    client.setQueryData(queryKey, data);
    new QueryObserver(client, { queryKey, queryFn: () => data, staleTime: 'static' }).subscribe(() => {});
  };
  use('pages', { rows: [{ id: '1', city: 'Ribe' }], total: 1 });
  use('lane', { pages: [{ rows: [{ id: '2' }] }], pageParams: [] });
  use('record', { id: '3', city: null });
  use('record', null);
  use('count', 7);
  client.setQueryData(['rows', table.schema, table.name, 'record', 'unused'], { id: '4' });
  expect([...collectLoadedRows(client, table).values()]).toEqual([
    { id: '1', city: 'Ribe' },
    { id: '2' },
    { id: '3', city: null },
  ]);
});

it('finds changed cells and new rows; a column that was not loaded before has not changed', () => {
  const before = new Map<string, Row>([
    ['1', { id: '1', city: 'Ribe', tags: ['a'] }],
    ['2', { id: '2' }],
    ['3', { id: '3', city: 'Aarhus' }],
  ]);
  const after = new Map<string, Row>([
    ['1', { id: '1', city: 'Odense', tags: ['a'] }],
    ['2', { id: '2', city: 'Vejle' }],
    ['4', { id: '4', city: 'Skagen' }],
  ]);
  expect(compareRows(before, after)).toEqual({ cells: [['1', 'city']], newRows: ['4'] });
});
