import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeAccountKey, makeColumn, makeTable } from '@/data/testing/table-fixtures';
import { SessionContext } from '@/lib/auth/session';
import { makeSchema, session } from '@/testing/api-fixtures';
import { renderApp } from '@/testing/render-app';
import { useReferencedTitle } from './use-referenced-title';

const columns = [makeColumn('user_id', 'uuid'), makeColumn('team_id', 'text')];
const members = makeTable('members_of_teams', columns, {
  primaryKey: ['user_id', 'team_id'],
  foreignKeys: [makeAccountKey('user_id')],
});

function Title() {
  return <h1>{useReferencedTitle(members, { user_id: 'u1', team_id: 't1' })}</h1>;
}

it('omits the id of an account without a known name', () => {
  renderApp(
    <SessionContext value={{ ...session, schema: makeSchema([members]) }}>
      <Title />
    </SessionContext>,
  );
  expect(screen.getByRole('heading').textContent).toBe('t1');
});
