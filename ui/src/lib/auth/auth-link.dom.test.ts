import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseJSON } from '@/lib/text/json';
import { takeAuthLink } from './auth-link';

afterEach(() => window.history.replaceState(null, '', '/'));

/** Opens an address, runs the first script, and returns the result with what it sent and left in the address bar. */
async function openLink(address: string, ...responses: [status: number, body: unknown][]) {
  window.history.replaceState(null, '', address);
  const sent: { url: string; body: unknown }[] = [];
  const send = vi.fn(async (url: string, init: RequestInit) => {
    sent.push({ url, body: parseJSON(String(init.body)) });
    // The address is already clean when the request is sent.
    expect(window.location.href).not.toMatch(/token|secret/);
    const [status, body] = responses[sent.length - 1] ?? [500, {}];
    return new Response(JSON.stringify(body), { status });
  });
  const page = { location: window.location, history: window.history, fetch: send as unknown as typeof fetch };
  const pending = takeAuthLink(page);
  const left = window.location.pathname + window.location.search + window.location.hash;
  return { result: await pending, left, sent };
}

const signedIn: [number, unknown] = [200, { user: { id: 'u-1' } }];

describe('the forms of links', () => {
  test('tokens in the fragment', async () => {
    const link =
      '/#access_token=secret-a&expires_in=3600&refresh_token=secret-r&token_type=bearer&type=recovery';
    const { result, left, sent } = await openLink(link, signedIn);
    expect(result).toEqual({ kind: 'signed-in', type: 'recovery' });
    expect(left).toBe('/');
    expect(sent).toEqual([
      { url: '/api/auth/session', body: { access_token: 'secret-a', refresh_token: 'secret-r' } },
    ]);
  });

  test('a token hash in the query, on a page that this app doesn’t have', async () => {
    const { result, left, sent } = await openLink(
      '/auth/confirm?token_hash=secret&type=invite&next=/',
      signedIn,
    );
    expect(result).toEqual({ kind: 'signed-in', type: 'invite' });
    expect(left).toBe('/');
    expect(sent).toEqual([{ url: '/api/auth/verify', body: { token_hash: 'secret', type: 'invite' } }]);
  });

  test('an error, in the fragment and in the query', async () => {
    const fragment = '/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid';
    expect(await openLink(fragment)).toEqual({
      result: { kind: 'failed', code: 'otp_expired' },
      left: '/',
      sent: [],
    });
    const query = '/files/documents?error=access_denied&error_description=no';
    expect(await openLink(query)).toMatchObject({
      result: { kind: 'failed', code: 'access_denied' },
      left: '/files/documents',
    });
  });

  test('the first of the two links of an email change', async () => {
    const text = 'Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email';
    const { result, left } = await openLink(`/#message=${text}`);
    expect(result).toEqual({ kind: 'confirm-other-address' });
    expect(left).toBe('/');
  });

  test('an incomplete link', async () => {
    const { result, left } = await openLink('/#access_token=secret');
    expect(result).toEqual({ kind: 'failed', code: 'malformed_link' });
    expect(left).toBe('/');
  });
});

test.each(['/', '/#page', '/tables/public/logs?type=eq.a&error_code=eq.5&token_hash=eq.b', '/?type=x'])(
  '%s is no link',
  async (address) => {
    const { result, left, sent } = await openLink(address);
    expect(result).toBeUndefined();
    expect(left).toBe(address);
    expect(sent).toEqual([]);
  },
);

test('the server’s rejection has its code', async () => {
  const { result } = await openLink('/?token_hash=secret&type=email', [403, { code: 'otp_expired' }]);
  expect(result).toEqual({ kind: 'failed', code: 'otp_expired' });
});

test('another user’s session is parked only on request', async () => {
  const { result, sent } = await openLink(
    '/#access_token=secret-a&refresh_token=secret-r&type=magiclink',
    [409, { code: 'already_signed_in' }],
    signedIn,
  );
  expect(result?.kind).toBe('other-user');
  expect(JSON.stringify(result)).not.toContain('secret');
  expect(sent).toHaveLength(1);
  const switched = result?.kind === 'other-user' ? await result.switchUser() : undefined;
  expect(switched).toEqual({ kind: 'signed-in', type: 'magiclink' });
  expect(sent[1]).toEqual({
    url: '/api/auth/session?add=1',
    body: { access_token: 'secret-a', refresh_token: 'secret-r', replace: true },
  });
});

test.each(['/#error=x&error_code=Call%20%2B45%201234', '/?error=%3Cb%3E', `/#error_code=${'a'.repeat(65)}`])(
  'the text of %s is not shown as a code',
  async (address) => {
    expect((await openLink(address)).result).toEqual({ kind: 'failed', code: 'unknown' });
  },
);

test.each([
  [400, { code: 'bad_request' }, 'malformed_link'],
  [413, {}, 'malformed_link'],
  [500, { code: 'Call me' }, 'unknown'],
])('the response %i %j has the code %s', async (status, body, code) => {
  const { result } = await openLink('/?token_hash=secret&type=email', [status, body]);
  expect(result).toEqual({ kind: 'failed', code });
});

test.each(['/auth/callback', '/auth/confirm?next=/'])(
  '%s without a token leads to the start page',
  async (address) => {
    expect(await openLink(address)).toEqual({ result: undefined, left: '/', sent: [] });
  },
);
