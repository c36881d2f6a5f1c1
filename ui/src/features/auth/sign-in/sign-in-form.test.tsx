import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignInMethods, User, Workspace } from '@/lib/api.gen';
import { parseJSON } from '@/lib/text/json';
import { staffUser, workspace } from '@/testing/api-fixtures';
import { errorResponse, respondWith as respond, type SentRequest } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { SignInForm } from './sign-in-form';

beforeEach(() => void respondWith({}));
afterEach(() => vi.unstubAllGlobals());

/** Answers requests, with no other accounts in this browser. Returns the requests that change something. */
function respondWith(routes: Record<string, unknown>): SentRequest[] {
  const posts: SentRequest[] = [];
  const recorded = Object.entries(routes).map(([route, reply]) => [
    route,
    (request: SentRequest) => {
      posts.push(request);
      return typeof reply === 'function' ? reply(request) : reply;
    },
  ]);
  respond({ 'GET /api/auth/accounts': [], ...Object.fromEntries(recorded) });
  return posts;
}

const guest: Workspace = { ...workspace, user: null };

/** A workspace with other sign-in methods. */
function makeWorkspace(methods: Partial<SignInMethods>, over: Partial<Workspace> = {}): Workspace {
  return { ...guest, signIn: { ...guest.signIn, ...methods }, ...over };
}

const demo = makeWorkspace(
  {},
  {
    demoAccounts: [
      {
        email: 'owner@harbour.test',
        password: 'tableside',
        name: 'Ada',
        role: 'owner',
        about: 'Sees everything.',
      },
    ],
  },
);

const emailInput = () => screen.getByRole('textbox', { name: 'E-mail' });

/** Renders the form and enters the e-mail address. */
async function renderAtPassword(target = guest) {
  const rendered = renderApp(<SignInForm workspace={target} />);
  await rendered.user.type(emailInput(), ' staff@harbour.test {Enter}');
  return rendered;
}

/** Returns what a test's user sees of the form, in order: buttons and fields. */
const listControls = () =>
  [...document.querySelectorAll('button, input:not([aria-hidden])')].map(
    (element) => element.getAttribute('aria-label') ?? element.textContent ?? '',
  );

describe('password', () => {
  test('follows the e-mail address, in fields that a password manager recognizes', async () => {
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
    expect((await screen.findByRole('alert')).textContent).toContain('The e-mail or the password is wrong.');
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

  test('the step before it is shown again by Back, and the next one by Forward', async () => {
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
    await user.click(screen.getByRole('button', { name: 'Send e-mail' }));
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/account/password'));
    expect(requests.map(({ path, body }) => [path, parseJSON(body)])).toEqual([
      ['/api/auth/recover', { email: 'staff@harbour.test' }],
      ['/api/auth/verify', { email: 'staff@harbour.test', token: '123456', type: 'recovery' }],
    ]);
  });
});

describe('the e-mail address', () => {
  test.each([
    ['', 'Enter your e-mail address.'],
    ['staff', 'Enter a complete e-mail address'],
    ['staff@harbour test', 'Enter a complete e-mail address'],
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

describe('code by e-mail', () => {
  const codesOnly = makeWorkspace({ password: false });

  test('is sent at once if the workspace has no passwords, with the page to which the link returns', async () => {
    window.history.replaceState(null, '', '/tables/public/orders?status=eq.draft');
    const requests = respondWith({ 'POST /api/auth/otp': undefined });
    const { user } = renderApp(<SignInForm workspace={codesOnly} />);
    await user.type(emailInput(), 'staff@harbour.test');
    await user.click(screen.getByRole('button', { name: 'E-mail me a code' }));
    expect(await screen.findByRole('heading', { name: 'Check your e-mail' })).toBeTruthy();
    expect(parseJSON(requests[0]?.body ?? '')).toEqual({
      email: 'staff@harbour.test',
      next: '/tables/public/orders?status=eq.draft',
    });
  });

  test.each(['12 34 56', '1234-5678-90'])('%s can be pasted, which sends it', async (pasted) => {
    const requests = respondWith({
      'POST /api/auth/otp': undefined,
      'POST /api/auth/verify': { user: staffUser },
    });
    const { user } = await renderAtPassword();
    await user.click(screen.getByRole('button', { name: 'E-mail me a code instead' }));
    const code = await screen.findByLabelText('Code');
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(code.getAttribute('inputmode')).toBe('numeric');
    await user.click(code);
    await user.paste(pasted);
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(parseJSON(requests[1]?.body ?? '')).toEqual({
      email: 'staff@harbour.test',
      token: pasted.replace(/\D/g, ''),
      type: 'email',
    });
  });

  test('that is too short is not sent', async () => {
    const requests = respondWith({ 'POST /api/auth/otp': undefined });
    const { user } = await renderAtPassword();
    await user.click(screen.getByRole('button', { name: 'E-mail me a code instead' }));
    await user.type(await screen.findByLabelText('Code'), '12345{Enter}');
    expect(screen.getByRole('alert').textContent).toContain('6 to 10 digits');
    expect(requests).toHaveLength(1);
  });

  test('can be sent again after a countdown, which the server can extend', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let sent = 0;
    respondWith({
      'POST /api/auth/otp': () => {
        sent += 1;
        if (sent === 1) return undefined;
        const rejected = errorResponse(429, 'over_email_send_rate_limit', 'Too many.');
        rejected.headers.set('Retry-After', '41');
        return rejected;
      },
    });
    const { user } = await renderAtPassword();
    await user.click(screen.getByRole('button', { name: 'E-mail me a code instead' }));
    const again = await screen.findByRole('button', { name: /^Send again in \d+ seconds$/ });
    expect(again).toHaveProperty('disabled', true);
    await vi.advanceTimersByTimeAsync(61_000);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many messages were sent.');
    expect(screen.getByRole('button', { name: 'Send again in 41 seconds' })).toBeTruthy();
    vi.useRealTimers();
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
    await user.click(screen.getByRole('button', { name: 'E-mail me a code' }));
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
  expect(await screen.findByText(/The e-mail or the password is wrong/)).toBeTruthy();
  expect(parseJSON(requests[0]?.body ?? '')).toMatchObject({ captchaToken: 'token-1' });
  await submit();
  expect((await screen.findByRole('alert')).textContent).toContain('Complete the security check');
  expect(requests).toHaveLength(1);
});
