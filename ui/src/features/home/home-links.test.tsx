import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Table } from '@/lib/api.gen';
import { SessionContext } from '@/lib/auth/session';
import { makeBaseTable, makeColumn, makeSchema, session } from '@/testing/api-fixtures';
import { renderApp } from '@/testing/render-app';
import { TableLinks } from './home-links';

function renderLinks(count: number) {
  return renderTables(
    Array.from({ length: count }, (_, i) =>
      makeBaseTable(`table_${i}`, { title: `Table ${String(i).padStart(3, '0')}` }),
    ),
  );
}

function renderTables(tables: Table[]) {
  return renderApp(
    <SessionContext value={{ ...session, schema: makeSchema(tables) }}>
      <TableLinks />
    </SessionContext>,
  );
}

test('the first tables are listed, and all after a click', async () => {
  const { user } = renderLinks(500);
  expect(screen.getAllByRole('link')).toHaveLength(24);
  await user.click(screen.getByRole('button', { name: 'Show all 500 tables' }));
  expect(screen.getAllByRole('link')).toHaveLength(500);
  expect(document.activeElement?.textContent).toBe('Table 024');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a few tables have no button', () => {
  renderLinks(24);
  expect(screen.getAllByRole('link')).toHaveLength(24);
  expect(screen.queryByRole('button')).toBeNull();
});

test('join tables follow the other tables', () => {
  const keys = ['file_id', 'tool_id'];
  const joinTable = makeBaseTable('file_tools', {
    title: 'File tools',
    columns: keys.map((name) => makeColumn(name, 'uuid')),
    primaryKey: keys,
    foreignKeys: keys.map((column) => ({
      ...{ name: '', columns: [column], refSchema: 'public', refTable: column, refColumns: ['id'] },
      onDelete: '',
    })),
  });
  renderTables([joinTable, makeBaseTable('tools', { title: 'Tools' })]);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Tools', 'File tools']);
});
