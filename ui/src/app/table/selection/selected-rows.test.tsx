import { screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { ChangeSessionProvider } from '@/features/changes/change-session-provider';
import type { Table } from '@/lib/api.gen';
import { SessionContext } from '@/lib/auth/session';
import { useTable } from '@/table/table-context';
import { TableScope } from '@/table/table-scope';
import { makeSchema, session } from '@/testing/api-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { SelectedRows } from './selected-rows';

const row = { id: '5', status: 'draft' };

/** Ticks the loaded rows, as the check box in the header does. */
function TickedRows() {
  const { table, selection } = useTable();
  useEffect(() => selection.selectLoaded([['5', row]]), [selection]);
  return (
    <SelectedRows
      rowsView={{ filters: [], order: [], columns: ['id', 'status'] }}
      columns={table.columns}
      matchingRows={{ filters: [], count: { count: 40, exact: true } }}
      onDelete={table.privileges.delete ? () => {} : undefined}
    />
  );
}

function renderBar(table: Table) {
  respondWith({});
  return renderApp(
    <SessionContext value={{ ...session, schema: makeSchema([table]) }}>
      <ChangeSessionProvider>
        <TableScope table={table}>
          <TickedRows />
        </TableScope>
      </ChangeSessionProvider>
    </SessionContext>,
  );
}

const readOnly = { select: true, insert: false, update: false, delete: false };
const columns = (privileges: typeof readOnly) =>
  ['id', 'status'].map((name) => makeColumn(name, 'text', { privileges }));

test('a role that can only read rows can copy the ticked rows, and is not offered more rows', async () => {
  renderBar(makeTable('orders', columns(readOnly), { privileges: readOnly }));
  expect(await screen.findByRole('button', { name: 'Copy 1 selected row as Markdown' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
});

test('a role that can change rows is offered all matching rows', async () => {
  const all = { select: true, insert: true, update: true, delete: true };
  renderBar(makeTable('orders', columns(all), { privileges: all }));
  expect(await screen.findByRole('button', { name: 'Copy 1 selected row as Markdown' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Select all 40 matching rows' })).toBeDefined();
});
