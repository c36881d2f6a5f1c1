import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AuthLinkResult } from '@/lib/auth/auth-link';
import { workspace } from '@/testing/api-fixtures';
import { respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { getLinkErrorCause } from './link-error-cause';
import { LinkGate } from './link-gate';

const replace = vi.fn();

function renderGate(result: AuthLinkResult | undefined) {
  vi.spyOn(window.location, 'replace').mockImplementation(replace);
  respondWith({ 'GET /api/workspace': { ...workspace, user: null } });
  return renderApp(
    <LinkGate link={result && Promise.resolve(result)}>
      <p>The app</p>
    </LinkGate>,
  ).user;
}

afterEach(() => {
  replace.mockClear();
  vi.unstubAllGlobals();
});

test('without a link, the app opens at once', () => {
  renderGate(undefined);
  expect(screen.getByText('The app')).toBeTruthy();
});

test.each([
  ['magiclink', '/'],
  ['recovery', '/account/password'],
  ['invite', '/account/password'],
  ['email_change', '/account'],
])('a link of the type %s loads %s as a new document', async (type, path) => {
  renderGate({ kind: 'signed-in', type });
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith(path));
  expect(screen.queryByText('The app')).toBeNull();
});

test('a link of another user signs in only after a confirmation', async () => {
  const switchUser = vi.fn(async (): Promise<AuthLinkResult> => ({ kind: 'signed-in', type: 'magiclink' }));
  const user = renderGate({ kind: 'other-user', switchUser });
  await screen.findByRole('heading', { name: 'Switch accounts?' });
  expect(switchUser).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Switch to the link’s account' }));
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/'));
  expect(switchUser).toHaveBeenCalledOnce();
});

test('the first link of an email change names the next step', async () => {
  renderGate({ kind: 'confirm-other-address' });
  expect(await screen.findByText(/sent a link to your other address/)).toBeTruthy();
});

test('a late link of a new account names the next step, and is no error', async () => {
  renderGate({ kind: 'failed', code: 'sign_up_confirmed' });
  await screen.findByRole('heading', { name: 'This link can’t sign you in anymore' });
  expect(screen.getByText(/request a new message/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/Code:/)).toBeNull();
});

test.each([
  ['access_denied', 'denied'],
  ['otp_expired', 'expired'],
  ['link_expired', 'expired'],
  ['flow_state_not_found', 'used'],
  ['other_browser', 'otherBrowser'],
  ['state_mismatch', 'stateMismatch'],
  ['identity_already_exists', 'emailTaken'],
  ['email_exists', 'emailTaken'],
  ['signup_disabled', 'signUpDisabled'],
  ['provider_disabled', 'misconfigured'],
  ['already_signed_in', 'otherUser'],
  ['something_else', 'unknown'],
  ['toString', 'unknown'],
])('the code %s has the cause %s', (code, cause) => {
  expect(getLinkErrorCause(code)).toBe(cause);
});

test('a failed link shows the reason, the next step and the code', async () => {
  renderGate({ kind: 'failed', code: 'otp_expired' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/doesn’t work anymore.*works once.*Request a new message/);
  expect(screen.getByText('Code: otp_expired')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Back to sign-in' })).toBeTruthy();
});
