import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseJSON } from '@/lib/text/json';
import { staffUser } from '@/testing/api-fixtures';
import { errorResponse } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { emailInput, guest, renderAtPassword, respondWith } from '@/testing/sign-in-harness';
import { SignInForm } from '../sign-in-form';

beforeEach(() => void respondWith({}));
afterEach(() => vi.unstubAllGlobals());

describe('password', () => {
  test('follows the email address, in fields that a password manager recognizes', async () => {
    const requests = respondWith({ 'POST /api/auth/sign-in': { user: staffUser } });
    const { user } = renderApp(<SignInForm workspace={guest} />);
    expect(emailInput().getAttribute('autocomplete')).toBe('username webauthn');
    expect(document.activeElement).toBe(emailInput());
    await user.type(emailInput(), ' staff@harbour.test {Enter}');
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    expect(document.activeElement).toBe(password);
    // The form also contains the address, so that both are stored together.
    const form = password.closest('form');
    expect(form?.querySelector('[autocomplete=username]')).toHaveProperty('value', 'staff@harbour.test');
    await user.keyboard('tableside{Enter}');
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(parseJSON(requests[0]?.body ?? '')).toEqual({
      email: 'staff@harbour.test',
      password: 'tableside',
    });
  });

  test('that a password manager fills in with the address signs in at once', async () => {
    const requests = respondWith({ 'POST /api/auth/sign-in': { user: staffUser } });
    const { user } = renderApp(<SignInForm workspace={guest} />);
    const hidden = document.querySelector<HTMLInputElement>('input[type=password]');
    if (hidden) hidden.value = 'tableside';
    await user.type(emailInput(), 'staff@harbour.test{Enter}');
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.path).toBe('/api/auth/sign-in');
  });

  test('that is wrong is selected, and the error is shown', async () => {
    respondWith({
      'POST /api/auth/sign-in': () => errorResponse(400, 'invalid_credentials', 'Invalid login credentials'),
    });
    const { user } = await renderAtPassword();
    await user.keyboard('nope{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('The email or the password is wrong.');
    await user.keyboard('x');
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'x');
  });

  test('that was tried too often can be sent again after a countdown', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const requests = respondWith({
      'POST /api/auth/sign-in': () => {
        const rejected = errorResponse(429, 'too_many_attempts', 'Too many sign-in attempts.');
        rejected.headers.set('Retry-After', '42');
        return rejected;
      },
    });
    const { user } = await renderAtPassword();
    await user.keyboard('nope{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.');
    const button = await screen.findByRole('button', { name: 'Try again in 42 seconds' });
    expect(button).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('Password'), 'again{Enter}');
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(43_000);
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveProperty('disabled', false);
    vi.useRealTimers();
  });

  test('that is missing is requested in the field', async () => {
    const requests = respondWith({});
    const { user } = await renderAtPassword();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Enter your password.');
    expect(requests).toHaveLength(0);
  });

  test('the step before it is shown again by Back, and the next step by Forward', async () => {
    const { user } = await renderAtPassword();
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    window.history.back();
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    window.history.back();
    await waitFor(() => expect(emailInput()).toHaveProperty('value', 'staff@harbour.test'));
    expect(document.activeElement).toBe(emailInput());
    window.history.forward();
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    // A visited step is not added to the history again.
    const { length } = window.history;
    await user.click(screen.getByRole('button', { name: 'Change' }));
    await waitFor(() => expect(emailInput()).toBeTruthy());
    expect(window.history.length).toBe(length);
  });

  test('can be shown, and the caps lock state is', async () => {
    const { user } = await renderAtPassword();
    const password = screen.getByLabelText('Password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.getAttribute('type')).toBe('text');
    await user.click(password);
    expect(screen.queryByText(/Caps lock is on/)).toBeNull();
    await user.keyboard('{CapsLock}A');
    expect(screen.getByText(/Caps lock is on/)).toBeTruthy();
  });

  test('that was forgotten leads to a code, and after the code to a new password', async () => {
    const requests = respondWith({
      'POST /api/auth/recover': undefined,
      'POST /api/auth/verify': { user: staffUser },
    });
    const { user } = await renderAtPassword();
    await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    await user.click(screen.getByRole('button', { name: 'Send email' }));
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/account/password'));
    expect(requests.map(({ path, body }) => [path, parseJSON(body)])).toEqual([
      ['/api/auth/recover', { email: 'staff@harbour.test' }],
      ['/api/auth/verify', { email: 'staff@harbour.test', token: '123456', type: 'recovery' }],
    ]);
  });
});
