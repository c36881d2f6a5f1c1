import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { parseJSON } from '@/lib/text/json';
import { staffUser } from '@/testing/api-fixtures';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { PasswordForm } from './password-form';

afterEach(() => vi.unstubAllGlobals());

test('asks for the code of a mail if the backend requires a new proof of identity', async () => {
  const onSaved = vi.fn();
  const requests = respondWith({
    'PATCH /api/auth/user': ({ body }: { body: string }) =>
      body.includes('nonce')
        ? { user: staffUser, emailConfirmationSent: false }
        : errorResponse(400, 'reauthentication_needed', 'Password update requires reauthentication'),
    'POST /api/auth/reauthenticate': undefined,
  });
  const { user } = renderApp(<PasswordForm onSaved={onSaved} />);
  await user.type(screen.getByLabelText('New password'), 'a new password{Enter}');
  const nonce = await screen.findByLabelText('Code from your email');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(requests.map(({ path }) => path)).toEqual(['/api/auth/user', '/api/auth/reauthenticate']);
  await user.click(nonce);
  await user.paste('123 456');
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(parseJSON(requests.at(-1)?.body ?? '')).toEqual({ password: 'a new password', nonce: '123456' });
});

test('asks for the current password if the backend requires it', async () => {
  const onSaved = vi.fn();
  const requests = respondWith({
    'PATCH /api/auth/user': ({ body }: { body: string }) => {
      const { currentPassword } = parseJSON(body) as { currentPassword?: string };
      if (currentPassword === 'tableside') return { user: staffUser, emailConfirmationSent: false };
      const code = currentPassword ? 'current_password_invalid' : 'current_password_required';
      return errorResponse(400, code, 'Current password required when setting new password.');
    },
  });
  const { user } = renderApp(<PasswordForm onSaved={onSaved} />);
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await user.type(screen.getByLabelText('New password'), 'a new password{Enter}');
  const current = await screen.findByLabelText('Current password');
  expect(document.activeElement).toBe(current);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(current, '{Enter}');
  screen.getByText('Enter your current password.');
  expect(requests).toHaveLength(1);
  await user.type(current, 'wrong{Enter}');
  await screen.findByText(/This isn’t your current password/);
  await user.clear(current);
  await user.type(current, 'tableside{Enter}');
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(parseJSON(requests.at(-1)?.body ?? '')).toEqual({
    password: 'a new password',
    currentPassword: 'tableside',
  });
});

test('an error of the server disappears when the user edits the password', async () => {
  respondWith({ 'PATCH /api/auth/user': () => errorResponse(422, 'same_password', 'Same password') });
  const { user } = renderApp(<PasswordForm onSaved={() => {}} />);
  const password = screen.getByLabelText('New password');
  await user.type(password, 'a new password{Enter}');
  await screen.findByRole('alert');
  await user.type(password, '!');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('sends nothing until the password meets the rules', async () => {
  const requests = respondWith({});
  const { user } = renderApp(<PasswordForm onSaved={() => {}} />);
  await user.type(screen.getByLabelText('New password'), 'abc{Enter}');
  expect(requests).toEqual([]);
});
