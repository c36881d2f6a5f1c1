import { useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { rowKeys } from '@/data/rows/row-keys';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import type { BulkScope } from '@/data/writes/bulk/bulk-source';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { useScopeRows } from './use-scope-rows';

const table = makeTable('orders', [makeColumn('id', 'integer')]);
const offer = {
  ...{ scope: 'row' as const, schema: 'public', table: 'orders', when: '', conditions: [] },
  fills: [{ argument: 'order_id', column: 'id' }],
};
const scope: BulkScope = { kind: 'rows', rows: [{ id: '1' }, { id: '2' }] };

function ScopeRows() {
  const client = useQueryClient();
  const { data } = useScopeRows(table, offer, scope);
  const refresh = () => void client.invalidateQueries({ queryKey: rowKeys.table(table) });
  return (
    <button type="button" onClick={refresh}>
      {data ? `${data.rows.length} rows` : 'reading'}
    </button>
  );
}

it('keeps the rows that the user confirms when the table changes', async () => {
  const rows = [{ id: 1 }, { id: 2 }];
  const sent = respondWith({ 'GET /api/rows/orders': () => rows });
  const { user } = renderApp(<ScopeRows />);
  const button = await screen.findByRole('button', { name: '2 rows' });
  const count = sent.length;
  rows.pop();
  await user.click(button);
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toHaveLength(count);
  expect(screen.getByRole('button', { name: '2 rows' })).toBeTruthy();
});
