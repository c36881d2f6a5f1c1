import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Workspace } from '@/lib/api.gen';
import { parseJSON } from '@/lib/json';
import { staffUser, workspace } from '@/testing/api-fixtures';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { SignInForm } from './sign-in-form';

afterEach(() => vi.unstubAllGlobals());

const guest: Workspace = { ...workspace, user: null };
const demo: Workspace = {
  ...guest,
  demoAccounts: [
    {
      email: 'owner@harbour.test',
      password: 'tableside',
      name: 'Ada',
      role: 'owner',
      about: 'Sees everything.',
    },
  ],
};

test('sends the credentials from fields that a password manager recognizes', async () => {
  const requests = respondWith({ 'POST /api/auth/sign-in': { user: staffUser } });
  const { user } = renderApp(<SignInForm workspace={guest} />);
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  const password = screen.getByLabelText('Password');
  expect(email.getAttribute('autocomplete')).toBe('username');
  expect(password.getAttribute('autocomplete')).toBe('current-password');
  await user.type(email, ' staff@harbour.test ');
  await user.type(password, 'tableside{Enter}');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(parseJSON(requests[0]?.body ?? '')).toEqual({ email: 'staff@harbour.test', password: 'tableside' });
});

test('shows a wrong password as an error and selects the password', async () => {
  respondWith({
    'POST /api/auth/sign-in': () => errorResponse(400, 'invalid_credentials', 'Invalid login credentials'),
  });
  const { user } = renderApp(<SignInForm workspace={guest} />);
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'a@b.test');
  await user.type(screen.getByLabelText('Password'), 'nope{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('The e-mail or the password is wrong.');
  await user.keyboard('x');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'x');
});

test('shows when to try again after too many attempts', async () => {
  const message = 'Too many sign-in attempts. Try again in 42 seconds.';
  respondWith({ 'POST /api/auth/sign-in': () => errorResponse(429, 'too_many_attempts', message) });
  const { user } = renderApp(<SignInForm workspace={guest} />);
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'a@b.test');
  await user.type(screen.getByLabelText('Password'), 'nope{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('signs in as a demo account with one click', async () => {
  const requests = respondWith({ 'POST /api/auth/sign-in': { user: staffUser } });
  const { user } = renderApp(<SignInForm workspace={demo} />);
  await user.click(screen.getByRole('button', { name: /Ada.*owner.*Sees everything/ }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(parseJSON(requests[0]?.body ?? '')).toEqual({ email: 'owner@harbour.test', password: 'tableside' });
});

test('offers no demo accounts outside the demo', () => {
  renderApp(<SignInForm workspace={guest} />);
  expect(screen.queryByText('Try it as')).toBeNull();
});

test('shows the password on request and the caps lock state', async () => {
  const { user } = renderApp(<SignInForm workspace={guest} />);
  const password = screen.getByLabelText('Password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.getAttribute('type')).toBe('text');
  await user.click(password);
  expect(screen.queryByText(/Caps lock is on/)).toBeNull();
  await user.keyboard('{CapsLock}A');
  expect(screen.getByText(/Caps lock is on/)).toBeTruthy();
});

describe('creating an account', () => {
  test('is not offered if the backend does not allow it', () => {
    renderApp(<SignInForm workspace={{ ...guest, signIn: { ...guest.signIn, signUp: false } }} />);
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
  });

  test('asks for a new password and shows that the e-mail must be confirmed', async () => {
    respondWith({ 'POST /api/auth/sign-up': { user: null } });
    const { user } = renderApp(<SignInForm workspace={guest} />);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password');
    await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'new@b.test');
    await user.type(screen.getByLabelText('Password'), 'secret123{Enter}');
    expect((await screen.findByRole('status')).textContent).toMatch(/Confirm your e-mail.*new@b\.test/);
  });
});

test('shows a message instead of fields if the backend has no password sign-in', () => {
  renderApp(<SignInForm workspace={{ ...guest, signIn: { ...guest.signIn, password: false } }} />);
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.getByText(/doesn’t offer sign-in with a password/)).toBeTruthy();
});
