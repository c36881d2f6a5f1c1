import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeAccountKey, makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { SessionContext } from '@/lib/auth/session';
import { session } from '@/testing/api-fixtures';
import { RowValue } from './row-value';

it('shows the name of the current user in a column that refers to the accounts, and the ids of others', () => {
  const column = makeColumn('user_id', 'uuid');
  const todos = makeTable('todos', [makeColumn('id', 'integer'), column, makeColumn('token', 'uuid')], {
    foreignKeys: [makeAccountKey('user_id')],
  });
  const { id, name } = session.user;
  const show = (name: 'user_id' | 'token', value: string) => {
    const shown = makeColumn(name, 'uuid');
    const { container } = render(
      <SessionContext value={session}>
        <RowValue table={todos} row={{ [name]: value }} column={shown} />
      </SessionContext>,
    );
    return container.querySelector('[dir], code')?.textContent;
  };
  expect(show('user_id', id)).toBe(name);
  expect(show('user_id', 'a1b2')).toBe('a1b2');
  expect(show('token', id)).toBe(id);
});
