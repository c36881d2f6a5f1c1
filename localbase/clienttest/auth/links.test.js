import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  expectData,
  expectError,
  fetchLatestMail,
  newAddress,
  newClient,
  newSignedInUser,
  open,
  password,
  strict,
} from '../client.js';

/** Opens a link like a browser and returns the URL to which it redirects (303). */
async function followLink(link) {
  const response = await fetch(link, { redirect: 'manual' });
  assert.equal(response.status, 303, `${response.status} ${await response.text()}`);
  return new URL(response.headers.get('location'));
}
const fragment = (url) => new URLSearchParams(url.hash.slice(1));

test('a one-time code creates the account and signs in', async () => {
  const supabase = newClient();
  const email = newAddress();
  assert.deepEqual(expectData(await supabase.auth.signInWithOtp({ email, options: { data: { x: 1 } } })), {
    user: null,
    session: null,
  });
  const { code } = await fetchLatestMail(email);
  assert.match(code, /^[0-9]{6}$/);
  expectError(await supabase.auth.verifyOtp({ email, token: 'wrong', type: 'email' }), {
    status: 403,
    code: 'otp_expired',
  });
  const { user } = expectData(await supabase.auth.verifyOtp({ email, token: code, type: 'email' }));
  assert.deepEqual([user.email, user.user_metadata.x], [email, 1]);
  expectError(await newClient().auth.verifyOtp({ email, token: code, type: 'email' }), {
    code: 'otp_expired',
  });
});

test('an unknown address gets no code if accounts cannot be created', async () => {
  expectError(
    await newClient().auth.signInWithOtp({ email: newAddress(), options: { shouldCreateUser: false } }),
    {
      status: 422,
      code: 'otp_disabled',
      message: 'Signups not allowed for otp',
    },
  );
});

test('a magic link signs in once', async () => {
  const { email } = await newSignedInUser(strict);
  expectData(
    await newClient(strict).auth.signInWithOtp({
      email,
      options: { emailRedirectTo: 'http://app.test/welcome' },
    }),
  );
  const { link } = await fetchLatestMail(email, strict);
  assert.equal((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status, 405); // a preview does not consume the link
  const location = await followLink(link);
  assert.equal(location.pathname, '/welcome');
  const supabase = newClient(strict);
  expectData(
    await supabase.auth.setSession({
      access_token: fragment(location).get('access_token'),
      refresh_token: fragment(location).get('refresh_token'),
    }),
  );
  assert.equal(expectData(await supabase.auth.getUser()).user.email, email);
  assert.equal(fragment(await followLink(link)).get('error_code'), 'otp_expired');
});

test('a link with a redirect that is not allowed redirects to the site', async () => {
  const { email } = await newSignedInUser(strict);
  expectData(
    await newClient(strict).auth.signInWithOtp({ email, options: { emailRedirectTo: 'http://evil.test/' } }),
  );
  assert.equal((await followLink((await fetchLatestMail(email, strict)).link)).host, 'app.test');
});

test('token_hash replaces the address', async () => {
  const { email } = await newSignedInUser();
  expectData(await newClient().auth.signInWithOtp({ email }));
  const token_hash = new URL((await fetchLatestMail(email)).link).searchParams.get('token');
  assert.equal(expectData(await newClient().auth.verifyOtp({ token_hash, type: 'email' })).user.email, email);
});

test('recovery by code and by link; the response is the same for an unknown address', async () => {
  const { email } = await newSignedInUser();
  const supabase = newClient();
  assert.deepEqual(expectData(await supabase.auth.resetPasswordForEmail(email)), {});
  assert.deepEqual(expectData(await supabase.auth.resetPasswordForEmail(newAddress())), {});
  const { code, link } = await fetchLatestMail(email);
  assert.equal(new URL(link).searchParams.get('type'), 'recovery');
  expectData(await supabase.auth.verifyOtp({ email, token: code, type: 'recovery' }));
  expectData(await supabase.auth.updateUser({ password: 'a-new-one' }));
  expectData(await newClient().auth.signInWithPassword({ email, password: 'a-new-one' }));
});

test('PKCE: only the client that requested the link can use its code', async () => {
  const email = newAddress();
  const supabase = newClient(open, open.anonKey, { auth: { flowType: 'pkce' } });
  expectData(await supabase.auth.signInWithOtp({ email }));
  const location = await followLink((await fetchLatestMail(email)).link);
  const code = location.searchParams.get('code');
  expectError(
    await newClient(open, open.anonKey, { auth: { flowType: 'pkce' } }).auth.exchangeCodeForSession(code),
    {},
  );
  const { session } = expectData(await supabase.auth.exchangeCodeForSession(code));
  assert.equal(session.user.email, email);
  expectError(await supabase.auth.exchangeCodeForSession('made-up'), {});
});

test('an anonymous user becomes a permanent user', async () => {
  const supabase = newClient();
  const { user } = expectData(await supabase.auth.signInAnonymously({ options: { data: { cart: 3 } } }));
  assert.deepEqual([user.is_anonymous, user.email, user.user_metadata.cart], [true, '', 3]);
  const email = newAddress();
  expectData(await supabase.auth.updateUser({ email }));
  const changed = expectData(await supabase.auth.refreshSession()).user;
  assert.deepEqual([changed.id, changed.email, changed.is_anonymous], [user.id, email, false]);
  expectData(await supabase.auth.updateUser({ password }));
  assert.equal(expectData(await newClient().auth.signInWithPassword({ email, password })).user.id, user.id);
  expectError(await newClient(strict).auth.signInAnonymously(), {
    status: 422,
    code: 'anonymous_provider_disabled',
  });
});

/** Returns the URL to which a URL redirects. */
async function fetchRedirect(link) {
  const response = await fetch(link, { redirect: 'manual' });
  assert.ok([302, 303].includes(response.status), `${response.status} ${await response.text()}`);
  return new URL(response.headers.get('location'));
}

/** Signs in at the test provider as `email` and returns the final URL. */
async function signInAtProvider(login, email) {
  login.searchParams.set('login_hint', email);
  return fetchRedirect(await fetchRedirect(login));
}

test('OAuth with a provider configured by URL: fragment and PKCE', async () => {
  const email = newAddress();
  const options = { redirectTo: 'http://app.test/in', skipBrowserRedirect: true };
  const implicit = newClient(strict);
  const { url } = expectData(await implicit.auth.signInWithOAuth({ provider: 'keycloak', options }));
  const first = await signInAtProvider(await fetchRedirect(url), email);
  assert.equal(first.pathname, '/in');
  assert.ok(fragment(first).get('provider_token'));
  expectData(
    await implicit.auth.setSession({
      access_token: fragment(first).get('access_token'),
      refresh_token: fragment(first).get('refresh_token'),
    }),
  );
  const { user } = expectData(await implicit.auth.getUser());
  assert.deepEqual([user.email, user.app_metadata.provider], [email, 'keycloak']);
  assert.equal(user.identities[0].identity_data.email, email);

  const pkce = newClient(strict, strict.anonKey, { auth: { flowType: 'pkce' } });
  const again = expectData(await pkce.auth.signInWithOAuth({ provider: 'keycloak', options }));
  const second = await signInAtProvider(await fetchRedirect(again.url), email);
  const { session } = expectData(await pkce.auth.exchangeCodeForSession(second.searchParams.get('code')));
  assert.equal(session.user.id, user.id);
});

test('a disabled provider is rejected', async () => {
  const { url } = expectData(
    await newClient().auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } }),
  );
  const response = await fetch(url, { redirect: 'manual' });
  assert.equal(response.status, 400);
  assert.match((await response.json()).msg, /provider is not enabled/);
});

test('an identity is linked and unlinked if manual linking is enabled', async () => {
  const { supabase } = await newSignedInUser(strict);
  const { url } = expectData(
    await supabase.auth.linkIdentity({
      provider: 'keycloak',
      options: { redirectTo: 'http://app.test/', skipBrowserRedirect: true },
    }),
  );
  await signInAtProvider(new URL(url), newAddress());
  const { identities } = expectData(await supabase.auth.getUserIdentities());
  assert.deepEqual(identities.map(({ provider }) => provider).sort(), ['email', 'keycloak']);
  expectData(await supabase.auth.unlinkIdentity(identities.find(({ provider }) => provider === 'keycloak')));
  const rest = expectData(await supabase.auth.getUserIdentities()).identities;
  expectError(await supabase.auth.unlinkIdentity(rest[0]), { code: 'single_identity_not_deletable' });
  const elsewhere = await newSignedInUser(open);
  expectError(
    await elsewhere.supabase.auth.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    }),
    {
      code: 'manual_linking_disabled',
    },
  );
});

test("a provider's ID token signs in, with its nonce and without", async () => {
  const email = newAddress();
  const login = await fetchRedirect(
    expectData(
      await newClient(strict).auth.signInWithOAuth({
        provider: 'keycloak',
        options: { skipBrowserRedirect: true },
      }),
    ).url,
  );
  /** Returns an ID token as an app gets it that signs in at the provider itself. */
  const idToken = async (nonce) => {
    login.searchParams.set('login_hint', email);
    if (nonce) login.searchParams.set('nonce', nonce);
    const code = (await fetchRedirect(login)).searchParams.get('code');
    const response = await fetch(new URL('/token', login), {
      method: 'POST',
      body: new URLSearchParams({ code }),
    });
    return (await response.json()).id_token;
  };
  const signIn = (credentials) =>
    newClient(strict).auth.signInWithIdToken({ provider: 'keycloak', ...credentials });
  const { user } = expectData(await signIn({ token: await idToken() }));
  assert.equal(user.email, email);
  const hashed = createHash('sha256').update('once').digest('hex');
  assert.equal(expectData(await signIn({ token: await idToken(hashed), nonce: 'once' })).user.id, user.id);
  expectError(await signIn({ token: await idToken(hashed), nonce: 'another' }), { status: 400 });
  expectError(
    await newClient().auth.signInWithIdToken({ provider: 'google', token: 'mock', nonce: 'mock' }),
    {
      message: 'Provider (issuer "https://accounts.google.com") is not enabled',
    },
  );
});

test('disabled features return an error', async () => {
  expectError(await newClient().auth.signInWithSSO({ domain: 'example.test' }), {
    status: 404,
    code: 'saml_provider_disabled',
  });
  expectError(await newClient().auth.signInWithOtp({ phone: '+15555550100' }), {
    status: 400,
    code: 'phone_provider_disabled',
  });
  expectError(await newClient().auth.reauthenticate(), { name: 'AuthSessionMissingError' });
});
