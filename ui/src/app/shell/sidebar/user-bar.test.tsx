import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext } from '@/lib/auth/session';
import { session, staffUser } from '@/testing/api-fixtures';
import { renderApp } from '@/testing/render-app';
import { UserBar } from './user-bar';

const user = { ...staffUser, name: 'Ada', email: 'ada@example.com' };

test.each([
  ['a role of the workspace', { ...user, role: 'staff' }, 'Ada, staff: account menu', 'staff'],
  [
    'the email address',
    { ...user, role: 'authenticated' },
    'Ada, ada@example.com: account menu',
    'ada@example.com',
  ],
  [
    'nothing if the name is the email address',
    { ...user, name: user.email, role: 'authenticated' },
    'ada@example.com: account menu',
    '',
  ],
  [
    'nothing for a guest',
    { ...user, name: '', email: '', isAnonymous: true, role: 'authenticated' },
    'Guest: account menu',
    '',
  ],
])('the account menu shows %s below the name', (_, shown, label, detail) => {
  renderApp(
    <SessionContext value={{ ...session, user: shown }}>
      <UserBar collapsed={false} />
    </SessionContext>,
  );
  const button = screen.getByRole('button', { name: label });
  expect(button.querySelector('small')?.textContent ?? '').toBe(detail);
});
