import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { api } from '@/lib/api';
import type { User } from '@/lib/api.gen';
import { createQueryClient } from '@/lib/query-client';
import { useUser } from '@/lib/session';
import { makeBaseTable, makeSchema, staffUser, workspace } from '@/testing/api-fixtures';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { Providers } from './providers';
import { SessionGate } from './session-gate';

afterEach(() => vi.unstubAllGlobals());

/** A page with something on it that was typed and not yet saved. */
function Page() {
  return (
    <main>
      <h1>Page of {useUser().name}</h1>
      <input aria-label="Draft" />
      <button type="button" onClick={() => api.get('/api/rows/orders').catch(() => {})}>
        Load
      </button>
    </main>
  );
}

function renderSessionGate(user: { now: User | null }) {
  const sent = respondWith({
    'GET /api/workspace': () => ({ ...workspace, user: user.now }),
    'GET /api/schema': makeSchema([makeBaseTable('orders')]),
    'GET /api/auth/accounts': [],
    'GET /api/rows/orders': () =>
      user.now === staffUser ? [] : errorResponse(401, 'not_signed_in', 'Sign in first.'),
    'POST /api/auth/sign-in': () => {
      user.now = staffUser;
      return { user: staffUser };
    },
  });
  render(
    <Providers client={createQueryClient()}>
      <SessionGate>
        <Page />
      </SessionGate>
    </Providers>,
  );
  return { sent, person: userEvent.setup() };
}

test('who isn’t signed in gets the sign-in page at the address they asked for, then the page itself', async () => {
  window.history.replaceState(null, '', '/tables/public/orders?status=eq.draft');
  const { person } = renderSessionGate({ now: null });
  await person.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'staff@harbour.test{Enter}');
  await person.type(screen.getByLabelText('Password'), 'tableside{Enter}');
  expect(await screen.findByRole('heading', { name: 'Page of Signe Østergaard' })).toBeTruthy();
  expect(window.location.pathname + window.location.search).toBe('/tables/public/orders?status=eq.draft');
});

// The app loads them when it is idle.
beforeAll(async () => void (await import('./session-dialogs')));

test('a session that ends asks to sign in over the page, and nothing on it is lost', async () => {
  const user: { now: User | null } = { now: staffUser };
  const { person } = renderSessionGate(user);
  const draft = await screen.findByRole('textbox', { name: 'Draft' });
  await person.type(draft, 'half a sentence');
  user.now = null;
  await person.click(screen.getByRole('button', { name: 'Load' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
  expect(dialog.textContent).toContain('staff@harbour.test');
  await person.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  await person.type(screen.getByLabelText('Password'), 'tableside{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(draft).toHaveProperty('value', 'half a sentence');
  expect(document.contains(draft)).toBe(true);
});

test('when another tab signed in as somebody else, the page says so and stays its person’s', async () => {
  const user: { now: User | null } = { now: staffUser };
  const { sent, person } = renderSessionGate(user);
  await person.click(await screen.findByRole('button', { name: 'Load' }));
  expect(sent.at(-1)?.headers.get('X-Tableside-Expected-User')).toBe(staffUser.id);
  user.now = { ...staffUser, id: 'u-2', name: 'Ada Lindqvist' };
  await person.click(screen.getByRole('button', { name: 'Load' }));
  const dialog = await screen.findByRole('dialog', { name: 'A different account is now signed in' });
  expect(dialog.textContent).toContain('Ada Lindqvist');
  expect(screen.getByText('Page of Signe Østergaard')).toBeTruthy();
});

test('a backend without a schema source shows its owner what to run', async () => {
  respondWith({
    'GET /api/workspace': workspace,
    'GET /api/schema': () => errorResponse(503, 'schema_unavailable', 'No schema source.'),
  });
  render(
    <Providers client={createQueryClient()}>
      <SessionGate>
        <Page />
      </SessionGate>
    </Providers>,
  );
  await waitFor(() => expect(screen.getByText(/tableside schema-sql/)).toBeTruthy(), { timeout: 4_000 });
});
