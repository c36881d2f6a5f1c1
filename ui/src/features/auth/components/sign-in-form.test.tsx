import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Workspace } from '@/lib/api.gen';
import { parse } from '@/lib/json';
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

test('sends what was typed, with fields that a password manager knows', async () => {
  const sent = respondWith({ 'POST /api/auth/sign-in': { user: staffUser } });
  const { user } = renderApp(<SignInForm workspace={guest} />);
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  const password = screen.getByLabelText('Password');
  expect(email.getAttribute('autocomplete')).toBe('username');
  expect(password.getAttribute('autocomplete')).toBe('current-password');
  await user.type(email, ' staff@harbour.test ');
  await user.type(password, 'tableside{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(parse(sent[0]?.body ?? '')).toEqual({ email: 'staff@harbour.test', password: 'tableside' });
});

test('a wrong password is said at the form, in words, and can be typed over', async () => {
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

test('after too many attempts, the form says when to try again', async () => {
  const message = 'Too many sign-in attempts. Try again in 42 seconds.';
  respondWith({ 'POST /api/auth/sign-in': () => errorResponse(429, 'too_many_attempts', message) });
  const { user } = renderApp(<SignInForm workspace={guest} />);
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'a@b.test');
  await user.type(screen.getByLabelText('Password'), 'nope{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('a demo account is one click', async () => {
  const sent = respondWith({ 'POST /api/auth/sign-in': { user: staffUser } });
  const { user } = renderApp(<SignInForm workspace={demo} />);
  await user.click(screen.getByRole('button', { name: /Ada.*owner.*Sees everything/ }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(parse(sent[0]?.body ?? '')).toEqual({ email: 'owner@harbour.test', password: 'tableside' });
});

test('outside the demo no account is offered', () => {
  renderApp(<SignInForm workspace={guest} />);
  expect(screen.queryByText('Look around as')).toBeNull();
});

test('the password can be shown, and caps lock is told', async () => {
  const { user } = renderApp(<SignInForm workspace={guest} />);
  const password = screen.getByLabelText('Password');
  await user.click(screen.getByRole('button', { name: 'Show the password' }));
  expect(password.getAttribute('type')).toBe('text');
  await user.click(password);
  expect(screen.queryByText(/Caps lock is on/)).toBeNull();
  await user.keyboard('{CapsLock}A');
  expect(screen.getByText(/Caps lock is on/)).toBeTruthy();
});

describe('making an account', () => {
  test('is not offered where the backend takes none', () => {
    renderApp(<SignInForm workspace={{ ...guest, signIn: { ...guest.signIn, signUp: false } }} />);
    expect(screen.queryByRole('button', { name: 'Make an account' })).toBeNull();
  });

  test('asks for a new password, and says when the e-mail has to be confirmed', async () => {
    respondWith({ 'POST /api/auth/sign-up': { user: null } });
    const { user } = renderApp(<SignInForm workspace={guest} />);
    await user.click(screen.getByRole('button', { name: 'Make an account' }));
    expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password');
    await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'new@b.test');
    await user.type(screen.getByLabelText('Password'), 'secret123{Enter}');
    expect((await screen.findByRole('status')).textContent).toMatch(/Confirm your e-mail.*new@b\.test/);
  });
});

test('without passwords it says so instead of offering a field', () => {
  renderApp(<SignInForm workspace={{ ...guest, signIn: { ...guest.signIn, password: false } }} />);
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.getByText(/doesn’t let people sign in with a password/)).toBeTruthy();
});
