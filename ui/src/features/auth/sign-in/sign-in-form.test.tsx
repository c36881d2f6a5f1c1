import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import { staffUser } from '@/testing/api-fixtures';
import { errorResponse } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import {
  demo,
  emailInput,
  guest,
  listControls,
  makeWorkspace,
  renderAtPassword,
  respondWith,
} from '@/testing/sign-in-harness';
import { SignInForm } from './sign-in-form';

beforeEach(() => void respondWith({}));
afterEach(() => vi.unstubAllGlobals());

describe('the email address', () => {
  test.each([
    ['', 'Enter your email address.'],
    ['staff', 'Enter a complete email address'],
    ['staff@harbour test', 'Enter a complete email address'],
  ])('%j is not complete, which the field states until the next edit', async (address, text) => {
    const { user } = renderApp(<SignInForm workspace={guest} />);
    if (address) await user.type(emailInput(), address);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByRole('alert').textContent).toContain(text);
    expect(document.activeElement).toBe(emailInput());
    expect(emailInput().getAttribute('aria-invalid')).toBe('true');
    await user.keyboard('x');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the methods of the workspace', () => {
  test('are offered, and no others', () => {
    renderApp(
      <SignInForm
        workspace={makeWorkspace({
          providers: ['google', 'custom:acme-login'],
          anonymous: true,
          signUp: false,
        })}
      />,
    );
    expect(listControls()).toEqual([
      'Continue with Google',
      'Continue with Acme Login',
      '',
      'Continue',
      'Continue as guest',
    ]);
  });

  test('can be providers only', () => {
    const methods = { password: false, emailCode: false, signUp: false, providers: ['github'] };
    renderApp(<SignInForm workspace={makeWorkspace(methods)} />);
    expect(listControls()).toEqual(['Continue with GitHub']);
  });

  test('can be none, which the page states', () => {
    const methods = { password: false, emailCode: false, signUp: false };
    renderApp(<SignInForm workspace={makeWorkspace(methods)} />);
    expect(listControls()).toEqual([]);
    expect(screen.getByText(/doesn’t offer any way to sign in/)).toBeTruthy();
  });

  test('include guests', async () => {
    const requests = respondWith({ 'POST /api/auth/anonymous': { user: staffUser } });
    const { user } = renderApp(<SignInForm workspace={makeWorkspace({ anonymous: true })} />);
    await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
    await waitFor(() => expect(requests).toHaveLength(1));
  });

  test('include the demo’s accounts, with one click', async () => {
    const requests = respondWith({ 'POST /api/auth/sign-in': { user: staffUser } });
    const { user } = renderApp(<SignInForm workspace={demo} />);
    expect(listControls()[0]).toMatch(/Ada/);
    await user.click(screen.getByRole('button', { name: /Ada.*owner.*Sees everything/ }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(parseJSON(requests[0]?.body ?? '')).toEqual({
      email: 'owner@harbour.test',
      password: 'tableside',
    });
  });
});

describe('creating an account', () => {
  test('is not offered if the backend does not allow it', () => {
    renderApp(<SignInForm workspace={makeWorkspace({ signUp: false })} />);
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
  });

  test('checks the password rules while the user types, then asks for the code of the mail', async () => {
    const requests = respondWith({
      'POST /api/auth/sign-up': { user: null },
      'POST /api/auth/verify': { user: staffUser },
    });
    const strict = makeWorkspace({ passwordMinLength: 8, passwordRequiredCharacters: 'letters_digits' });
    const { user } = renderApp(<SignInForm workspace={strict} />);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await user.type(emailInput(), 'new@b.test');
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('autocomplete')).toBe('new-password');
    await user.type(password, 'secret{Enter}');
    const rules = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rules()).toEqual([
      'At least 8 characters, still missing',
      'A letter, done',
      'A digit, still missing',
    ]);
    expect(requests).toHaveLength(0);
    await user.type(password, '12{Enter}');
    expect(await screen.findByText(/open the link that we sent to/)).toBeTruthy();
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(parseJSON(requests[1]?.body ?? '')).toEqual({
      email: 'new@b.test',
      token: '123456',
      type: 'signup',
    });
  });
});

describe('a user whose session expired', () => {
  const renderFor = (over: Partial<User>, target = makeWorkspace({ providers: ['google'] })) =>
    renderApp(<SignInForm workspace={target} previousUser={{ ...staffUser, ...over }} />);

  test('signs in again with the password', () => {
    renderFor({ signInMethod: 'password' });
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
  });

  test('signs in again with a code', async () => {
    const requests = respondWith({ 'POST /api/auth/otp': undefined });
    const { user } = renderFor({ signInMethod: 'otp' });
    expect(emailInput()).toHaveProperty('value', 'staff@harbour.test');
    expect(emailInput()).toHaveProperty('readOnly', true);
    await user.click(screen.getByRole('button', { name: 'Email me a code' }));
    expect(await screen.findByLabelText('Code')).toBeTruthy();
    expect(parseJSON(requests[0]?.body ?? '')).toMatchObject({ next: '/signed-in' });
  });

  test('signs in again with the password of an account that was a guest', async () => {
    const { user } = renderFor({ signInMethod: 'anonymous' });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
  });

  test('signs in again with a passkey, which is the first method', () => {
    const target = makeWorkspace({ passkeys: true, providers: ['google'] });
    const getNames = () => screen.getAllByRole('button').map((button) => button.textContent);
    const { unmount } = renderFor({ signInMethod: 'passkey' }, target);
    expect(getNames()[0]).toBe('Sign in with a passkey');
    unmount();
    renderFor({ signInMethod: 'oauth' }, target);
    expect(getNames().at(-1)).toBe('Sign in with a passkey');
  });

  test('signs in again with a provider, in a window of its own', async () => {
    const open = vi.fn(() => ({}));
    vi.stubGlobal('open', open);
    const { user } = renderFor({ signInMethod: 'oauth' });
    await user.click(screen.getByRole('button', { name: 'Continue with Google' }));
    expect(open).toHaveBeenCalledWith(
      '/api/auth/oauth/google?next=%2Fsigned-in',
      'tableside-sign-in',
      expect.stringContaining('popup'),
    );
  });
});

test('a CAPTCHA is loaded only if the workspace has one, and each token is used once', async () => {
  const requests = respondWith({
    'POST /api/auth/sign-in': () => errorResponse(400, 'invalid_credentials', 'Invalid login credentials'),
  });
  let solve: ((token: string) => void) | undefined;
  const render = (_: HTMLElement, options: Record<string, unknown>) => {
    solve = options.callback as typeof solve;
    return 'id';
  };
  vi.stubGlobal('turnstile', { render, remove: () => {} });
  // The script itself is not executed.
  const loaded: string[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    loaded.push((script as HTMLScriptElement).src);
    (script as HTMLScriptElement).dispatchEvent(new Event('load'));
  });
  renderApp(<SignInForm workspace={guest} />).unmount();
  expect(loaded).toEqual([]);

  const captcha = { provider: 'turnstile', siteKey: 'key' } as const;
  const { user } = await renderAtPassword(makeWorkspace({ captcha }));
  expect(loaded).toEqual([expect.stringContaining('https://challenges.cloudflare.com/turnstile/')]);
  const submit = async () => user.type(screen.getByLabelText('Password'), 'tableside{Enter}');
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('Complete the security check');
  expect(requests).toHaveLength(0);
  await waitFor(() => expect(solve).toBeDefined());
  solve?.('token-1');
  await submit();
  expect(await screen.findByText(/The email or the password is wrong/)).toBeTruthy();
  expect(parseJSON(requests[0]?.body ?? '')).toMatchObject({ captchaToken: 'token-1' });
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('Complete the security check');
  expect(requests).toHaveLength(1);
});
