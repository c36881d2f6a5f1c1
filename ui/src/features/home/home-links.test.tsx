import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext } from '@/lib/auth/session';
import { makeBaseTable, makeSchema, session } from '@/testing/api-fixtures';
import { renderApp } from '@/testing/render-app';
import { TableLinks } from './home-links';

function renderLinks(count: number) {
  const tables = Array.from({ length: count }, (_, i) =>
    makeBaseTable(`table_${i}`, { title: `Table ${String(i).padStart(3, '0')}` }),
  );
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
