import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { Providers } from '@/app/providers';
import { api } from '@/lib/api';
import type { SignInMethods, User } from '@/lib/api.gen';
import { unlockApp } from '@/lib/auth/idle-lock';
import { openSecondFactorPrompt } from '@/lib/auth/second-factor-prompt';
import { sessionKeys, useUser } from '@/lib/auth/session';
import { createQueryClient } from '@/lib/requests/query-client';
import { makeBaseTable, makeSchema, staffUser, workspace } from '@/testing/api-fixtures';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { SessionGate } from './session-gate';

afterEach(() => {
  vi.unstubAllGlobals();
  unlockApp();
});

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

function renderSessionGate(
  user: { now: User | null },
  methods: Partial<SignInMethods> = {},
  routes: Record<string, unknown> = {},
) {
  const sent = respondWith({
    'GET /api/workspace': () => ({
      ...workspace,
      signIn: { ...workspace.signIn, ...methods },
      user: user.now,
    }),
    'GET /api/schema': makeSchema([makeBaseTable('orders')]),
    'GET /api/auth/accounts': [],
    'GET /api/rows/orders': () =>
      user.now === staffUser ? [] : errorResponse(401, 'not_signed_in', 'Sign in first.'),
    'POST /api/auth/sign-in': () => {
      user.now = staffUser;
      return { user: staffUser };
    },
    ...routes,
  });
  const client = createQueryClient();
  render(
    <Providers client={client}>
      <SessionGate>
        <Page />
      </SessionGate>
    </Providers>,
  );
  return { sent, client, person: userEvent.setup() };
}

test('a user who isn’t signed in gets the sign-in page at the requested address, then the page', async () => {
  window.history.replaceState(null, '', '/tables/public/orders?status=eq.draft');
  const { person } = renderSessionGate({ now: null });
  await person.type(await screen.findByRole('textbox', { name: 'Email' }), 'staff@harbour.test{Enter}');
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

test('when another tab signed in as a different user, the page shows a notice and remains with its own user', async () => {
  const user: { now: User | null } = { now: staffUser };
  const { sent, person, client } = renderSessionGate(user);
  await person.click(await screen.findByRole('button', { name: 'Load' }));
  expect(sent.at(-1)?.headers.get('X-Tableside-Expected-User')).toBe(staffUser.id);
  user.now = { ...staffUser, id: 'u-2', name: 'Ada Lindqvist' };
  await person.click(screen.getByRole('button', { name: 'Load' }));
  const dialog = await screen.findByRole('dialog', { name: 'A different account is now signed in' });
  expect(dialog.textContent).toContain('Ada Lindqvist');
  expect(screen.getByText('Page of Signe Østergaard')).toBeTruthy();
  expect(document.documentElement.hasAttribute('data-paused')).toBe(true);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  user.now = null;
  await client.invalidateQueries();
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  assign.mockRestore();
});

describe('a page that is viewed as another user', () => {
  const viewAs = { status: 'active', byId: 'u-owner', byName: 'Ada Lindqvist', endsAt: 0 } as const;
  const owner: User = { ...staffUser, id: 'u-owner', name: 'Ada Lindqvist' };

  test.each([
    ['has ended', { user: staffUser, viewAs }, { user: owner }, 'View as another user has ended'],
    ['has started', { user: owner }, { user: staffUser, viewAs }, 'You’re now viewing as another user'],
  ])('shows that the mode %s in another tab', async (_, before, after, title) => {
    const current = { now: { ...workspace, ...before } };
    const { client } = renderSessionGate({ now: staffUser }, {}, { 'GET /api/workspace': () => current.now });
    await screen.findByRole('heading', { name: `Page of ${before.user.name}` });
    current.now = { ...workspace, ...after };
    await client.invalidateQueries({ queryKey: sessionKeys.workspace });
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog.textContent).toContain(`the workspace as ${staffUser.name}`);
    expect(screen.getByRole('button', { name: `Continue as ${after.user.name}` })).toBeTruthy();
  });
});

test('a sign-out of any user in another tab leaves the page', async () => {
  renderSessionGate({ now: staffUser });
  await screen.findByRole('heading', { name: 'Page of Signe Østergaard' });
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const otherTab = new BroadcastChannel('tableside:session');
  otherTab.postMessage({ kind: 'signed-out', userId: 'u-2' });
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  otherTab.close();
  assign.mockRestore();
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

describe('a user with a second factor', () => {
  const withFactor: User = { ...staffUser, nextAal: 'aal2' };
  const factor = {
    id: 'f-1',
    type: 'totp',
    name: 'Phone',
    status: 'verified',
    createdAt: '2026-01-01T00:00:00Z',
  };

  test('enters a code before the page opens, which is sent when it is complete', async () => {
    const user: { now: User | null } = { now: withFactor };
    const { person } = renderSessionGate(
      user,
      {},
      {
        'GET /api/auth/factors': [factor],
        'POST /api/auth/factors/f-1/verify': () => {
          user.now = { ...withFactor, aal: 'aal2' };
          return { user: user.now };
        },
      },
    );
    await person.type(await screen.findByLabelText('Code'), '123456');
    expect(await screen.findByRole('heading', { name: /^Page of/ })).toBeTruthy();
  });

  test('can skip it until the next sign-in, also after a reload', async () => {
    const { person } = renderSessionGate({ now: withFactor }, {}, { 'GET /api/auth/factors': [factor] });
    await person.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(await screen.findByRole('heading', { name: /^Page of/ })).toBeTruthy();
    cleanup();
    renderSessionGate({ now: withFactor });
    expect(await screen.findByRole('heading', { name: /^Page of/ })).toBeTruthy();
  });

  test('can’t skip it if the workspace requires it, and chooses one of several', async () => {
    const second = { ...factor, id: 'f-2', name: 'Tablet' };
    renderSessionGate(
      { now: withFactor },
      { requireMfa: true },
      { 'GET /api/auth/factors': [factor, second] },
    );
    expect(await screen.findByRole('combobox', { name: 'Second factor' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
  });
});

test('a workspace that requires a second factor asks a user without one to add it', async () => {
  renderSessionGate({ now: staffUser }, { requireMfa: true }, { 'GET /api/auth/factors': [] });
  expect(await screen.findByRole('heading', { name: 'Protect your account' })).toBeTruthy();
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Authenticator app');
  expect(screen.queryByText(/^Page of/)).toBeNull();
});

test('a page that nobody uses is locked: its sessions end, its contents are hidden, and its state stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user: { now: User | null } = { now: staffUser };
  const removed: string[] = [];
  const { sent, person } = renderSessionGate(
    user,
    { lockMinutes: 5 },
    {
      'POST /api/auth/sign-out': () => {
        user.now = null;
      },
      'GET /api/auth/accounts': [{ userId: 'u-2', email: '', name: 'Ada', role: 'owner', avatarUrl: '' }],
      'DELETE /api/auth/accounts/': ({ path }: { path: string }) => void removed.push(path),
    },
  );
  const draft = await screen.findByRole('textbox', { name: 'Draft' });
  await person.type(draft, 'half a sentence');
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1_000);
  const dialog = await screen.findByRole('dialog', { name: 'Locked' });
  expect(dialog.textContent).toContain('Nobody used this page for 5 minutes.');
  expect(document.documentElement.hasAttribute('data-locked')).toBe(true);
  expect(sent.filter(({ path }) => path === '/api/auth/sign-out')).toHaveLength(1);
  await waitFor(() => expect(removed).toEqual(['/api/auth/accounts/u-2']));
  await person.type(screen.getByLabelText('Password'), 'tableside{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.documentElement.hasAttribute('data-locked')).toBe(false);
  expect(draft).toHaveProperty('value', 'half a sentence');
  vi.useRealTimers();
});

test('a part of the page can ask for the second factor', async () => {
  renderSessionGate({ now: staffUser });
  await screen.findByRole('heading', { name: 'Page of Signe Østergaard' });
  act(() => openSecondFactorPrompt());
  expect(await screen.findByRole('dialog', { name: /code|authenticator/ })).toBeTruthy();
});

test('a page that was viewed as another user leads to the viewer’s own account after the end of the session', async () => {
  const user: { now: User | null } = { now: staffUser };
  const { sent, person } = renderSessionGate(
    user,
    {},
    {
      'GET /api/workspace': () => ({
        ...workspace,
        user: user.now,
        viewAs: { ...workspace.viewAs, status: user.now ? 'active' : 'off' },
      }),
      'DELETE /api/auth/view-as': { user: null },
    },
  );
  await screen.findByRole('heading', { name: 'Page of Signe Østergaard' });
  user.now = null;
  await person.click(screen.getByRole('button', { name: 'Load' }));
  await screen.findByRole('dialog', { name: 'View as another user has ended' });
  expect(screen.queryByLabelText('Password')).toBeNull();
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/api/auth/view-as')).toBe(true);
  assign.mockRestore();
});

test('a page of a user stops when another user views the workspace as this user', async () => {
  const viewAs = { ...workspace.viewAs };
  const { client } = renderSessionGate(
    { now: staffUser },
    {},
    { 'GET /api/workspace': () => ({ ...workspace, user: staffUser, viewAs: { ...viewAs } }) },
  );
  await screen.findByRole('heading', { name: 'Page of Signe Østergaard' });
  Object.assign(viewAs, { status: 'active', byId: 'u-1' });
  await act(() => client.invalidateQueries({ queryKey: sessionKeys.workspace }));
  await screen.findByRole('dialog', { name: /account/i });
});
