import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseJSON } from '@/lib/text/json';
import { staffUser } from '@/testing/api-fixtures';
import { errorResponse, respondWith } from '@/testing/fake-backend';
import { renderApp } from '@/testing/render-app';
import { PasskeySignIn } from './passkey-sign-in';

const options = '/api/auth/passkeys/authentication/options';
const verify = '/api/auth/passkeys/authentication/verify';
const challenge = { challengeId: 'c1', options: { challenge: 'AwQ', rpId: 'localhost' }, expiresIn: 300 };

interface BrowserRequest extends CredentialRequestOptions {
  resolve: (credential: unknown) => void;
}

/** The requests that the page has sent to the browser's passkey functions, which happy-dom does not have. */
let requests: BrowserRequest[];

const bytes = Uint8Array.of(1).buffer;
const credential = {
  id: 'AQ',
  rawId: bytes,
  type: 'public-key',
  authenticatorAttachment: null,
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes },
};

beforeEach(() => {
  requests = [];
  localStorage.clear();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
  const get = (request: CredentialRequestOptions) =>
    new Promise((resolve, reject) => {
      requests.push({ ...request, resolve });
      request.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

const respond = () =>
  respondWith({ [`POST ${options}`]: challenge, [`POST ${verify}`]: { user: staffUser } });

const render = (hasSuggestions = true) =>
  renderApp(
    <>
      <input aria-label="Email" autoComplete="username webauthn" />
      <input aria-label="Name" />
      <PasskeySignIn options={{}} hasSuggestions={hasSuggestions} />
    </>,
  );

/** Runs the effects and promises that follow an event. */
const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)));

test('the button asks the browser for a passkey and sends its response', async () => {
  const sent = respond();
  const { user } = render();
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.mediation).toBeUndefined();
  requests[0]?.resolve(credential);
  await waitFor(() => expect(sent.at(-1)?.path).toBe(verify));
  expect(parseJSON(sent.at(-1)?.body ?? '')).toMatchObject({ challengeId: 'c1', credential: { id: 'AQ' } });
});

test('suggestions are requested when the user starts to fill in the email address', async () => {
  const sent = respond();
  render();
  fireEvent.pointerDown(screen.getByLabelText('Name'));
  await settle();
  expect(sent).toEqual([]);
  fireEvent.pointerDown(screen.getByLabelText('Email'));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.mediation).toBe('conditional');
  requests[0]?.resolve(credential);
  await waitFor(() => expect(sent.at(-1)?.path).toBe(verify));
});

test('suggestions are requested at once in a browser that has used a passkey', async () => {
  localStorage.setItem('tableside.passkey', 'used');
  respond();
  render();
  await waitFor(() => expect(requests).toHaveLength(1));
});

test('the button replaces the suggestions, and the next click into the field requests them again', async () => {
  localStorage.setItem('tableside.passkey', 'used');
  respond();
  const { user } = render();
  await waitFor(() => expect(requests).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  fireEvent.pointerDown(screen.getByLabelText('Email'));
  await waitFor(() => expect(requests).toHaveLength(3));
});

test('an expired suggestion is requested again when the user returns', async () => {
  localStorage.setItem('tableside.passkey', 'used');
  respondWith({ [`POST ${options}`]: { ...challenge, expiresIn: 0.05 } });
  render();
  await waitFor(() => expect(requests[0]?.signal?.aborted).toBe(true));
  await settle();
  expect(requests).toHaveLength(1);
  fireEvent.input(screen.getByLabelText('Email'), { target: { value: 'a' } });
  await waitFor(() => expect(requests).toHaveLength(2));
});

test('there are no suggestions with a CAPTCHA', async () => {
  localStorage.setItem('tableside.passkey', 'used');
  const sent = respond();
  render(false);
  fireEvent.pointerDown(screen.getByLabelText('Email'));
  await settle();
  expect(sent).toEqual([]);
});

test('a failed suggestion shows no error, a failed click does', async () => {
  respondWith({ [`POST ${options}`]: () => errorResponse(429, 'over_request_rate_limit', 'limit') });
  const { user } = render();
  fireEvent.pointerDown(screen.getByLabelText('Email'));
  await settle();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts.');
});

test('a canceled dialog is not shown as an error', async () => {
  respond();
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: async () => Promise.reject(new DOMException('', 'NotAllowedError')) },
  });
  const { user } = render(false);
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  expect(await screen.findByText(/No passkey was used/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
