import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { client, fails, mailTo, newAddress, ok, open, password, person, strict } from '../client.js';

/** Opens a link as a browser does; answers where it leads. */
async function follow(link) {
  const answer = await fetch(link, { redirect: 'manual' });
  assert.equal(answer.status, 303, `${answer.status} ${await answer.text()}`);
  return new URL(answer.headers.get('location'));
}
const fragment = (url) => new URLSearchParams(url.hash.slice(1));

test('a one-time code signs in, and makes the account', async () => {
  const supabase = client();
  const email = newAddress();
  assert.deepEqual(ok(await supabase.auth.signInWithOtp({ email, options: { data: { x: 1 } } })), {
    user: null,
    session: null,
  });
  const { code } = await mailTo(email);
  assert.match(code, /^[0-9]{6}$/);
  fails(await supabase.auth.verifyOtp({ email, token: 'wrong', type: 'email' }), {
    status: 403,
    code: 'otp_expired',
  });
  const { user } = ok(await supabase.auth.verifyOtp({ email, token: code, type: 'email' }));
  assert.deepEqual([user.email, user.user_metadata.x], [email, 1]);
  fails(await client().auth.verifyOtp({ email, token: code, type: 'email' }), { code: 'otp_expired' });
});

test('an unknown address is refused a code where no account may be made', async () => {
  fails(await client().auth.signInWithOtp({ email: newAddress(), options: { shouldCreateUser: false } }), {
    status: 422,
    code: 'otp_disabled',
    message: 'Signups not allowed for otp',
  });
});

test('a magic link signs in once', async () => {
  const { email } = await person(strict);
  ok(
    await client(strict).auth.signInWithOtp({
      email,
      options: { emailRedirectTo: 'http://app.test/welcome' },
    }),
  );
  const { link } = await mailTo(email, strict);
  assert.equal((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status, 405); // a preview doesn't use it up
  const place = await follow(link);
  assert.equal(place.pathname, '/welcome');
  const supabase = client(strict);
  ok(
    await supabase.auth.setSession({
      access_token: fragment(place).get('access_token'),
      refresh_token: fragment(place).get('refresh_token'),
    }),
  );
  assert.equal(ok(await supabase.auth.getUser()).user.email, email);
  assert.equal(fragment(await follow(link)).get('error_code'), 'otp_expired');
});

test('a link to a place that is not allowed leads to the site', async () => {
  const { email } = await person(strict);
  ok(await client(strict).auth.signInWithOtp({ email, options: { emailRedirectTo: 'http://evil.test/' } }));
  assert.equal((await follow((await mailTo(email, strict)).link)).host, 'app.test');
});

test('token_hash works in place of the address', async () => {
  const { email } = await person();
  ok(await client().auth.signInWithOtp({ email }));
  const token_hash = new URL((await mailTo(email)).link).searchParams.get('token');
  assert.equal(ok(await client().auth.verifyOtp({ token_hash, type: 'email' })).user.email, email);
});

test('recovery, by code and by link, whether or not the address is known', async () => {
  const { email } = await person();
  const supabase = client();
  assert.deepEqual(ok(await supabase.auth.resetPasswordForEmail(email)), {});
  assert.deepEqual(ok(await supabase.auth.resetPasswordForEmail(newAddress())), {});
  const { code, link } = await mailTo(email);
  assert.equal(new URL(link).searchParams.get('type'), 'recovery');
  ok(await supabase.auth.verifyOtp({ email, token: code, type: 'recovery' }));
  ok(await supabase.auth.updateUser({ password: 'a-new-one' }));
  ok(await client().auth.signInWithPassword({ email, password: 'a-new-one' }));
});

test('PKCE: the link gives a code, which only the client that asked can use', async () => {
  const email = newAddress();
  const supabase = client(open, open.anonKey, { auth: { flowType: 'pkce' } });
  ok(await supabase.auth.signInWithOtp({ email }));
  const place = await follow((await mailTo(email)).link);
  const code = place.searchParams.get('code');
  fails(
    await client(open, open.anonKey, { auth: { flowType: 'pkce' } }).auth.exchangeCodeForSession(code),
    {},
  );
  const { session } = ok(await supabase.auth.exchangeCodeForSession(code));
  assert.equal(session.user.email, email);
  fails(await supabase.auth.exchangeCodeForSession('made-up'), {});
});

test('an anonymous person becomes a known one', async () => {
  const supabase = client();
  const { user } = ok(await supabase.auth.signInAnonymously({ options: { data: { cart: 3 } } }));
  assert.deepEqual([user.is_anonymous, user.email, user.user_metadata.cart], [true, '', 3]);
  const email = newAddress();
  ok(await supabase.auth.updateUser({ email }));
  const changed = ok(await supabase.auth.refreshSession()).user;
  assert.deepEqual([changed.id, changed.email, changed.is_anonymous], [user.id, email, false]);
  ok(await supabase.auth.updateUser({ password }));
  assert.equal(ok(await client().auth.signInWithPassword({ email, password })).user.id, user.id);
  fails(await client(strict).auth.signInAnonymously(), { status: 422, code: 'anonymous_provider_disabled' });
});

/** Where an address sends on to. */
async function onward(link) {
  const answer = await fetch(link, { redirect: 'manual' });
  assert.ok([302, 303].includes(answer.status), `${answer.status} ${await answer.text()}`);
  return new URL(answer.headers.get('location'));
}

/** Signs in at the suite's provider as email; answers where that ends. */
async function throughProvider(login, email) {
  login.searchParams.set('login_hint', email);
  return onward(await onward(login));
}

test('OAuth with a provider given by its address: fragment and PKCE', async () => {
  const email = newAddress();
  const options = { redirectTo: 'http://app.test/in', skipBrowserRedirect: true };
  const implicit = client(strict);
  const { url } = ok(await implicit.auth.signInWithOAuth({ provider: 'keycloak', options }));
  const first = await throughProvider(await onward(url), email);
  assert.equal(first.pathname, '/in');
  assert.ok(fragment(first).get('provider_token'));
  ok(
    await implicit.auth.setSession({
      access_token: fragment(first).get('access_token'),
      refresh_token: fragment(first).get('refresh_token'),
    }),
  );
  const { user } = ok(await implicit.auth.getUser());
  assert.deepEqual([user.email, user.app_metadata.provider], [email, 'keycloak']);
  assert.equal(user.identities[0].identity_data.email, email);

  const pkce = client(strict, strict.anonKey, { auth: { flowType: 'pkce' } });
  const again = ok(await pkce.auth.signInWithOAuth({ provider: 'keycloak', options }));
  const second = await throughProvider(await onward(again.url), email);
  const { session } = ok(await pkce.auth.exchangeCodeForSession(second.searchParams.get('code')));
  assert.equal(session.user.id, user.id);
});

test('a provider that is off is refused', async () => {
  const { url } = ok(
    await client().auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } }),
  );
  const answer = await fetch(url, { redirect: 'manual' });
  assert.equal(answer.status, 400);
  assert.match((await answer.json()).msg, /provider is not enabled/);
});

test('an identity is linked and unlinked, where that is allowed', async () => {
  const { supabase } = await person(strict);
  const { url } = ok(
    await supabase.auth.linkIdentity({
      provider: 'keycloak',
      options: { redirectTo: 'http://app.test/', skipBrowserRedirect: true },
    }),
  );
  await throughProvider(new URL(url), newAddress());
  const { identities } = ok(await supabase.auth.getUserIdentities());
  assert.deepEqual(identities.map(({ provider }) => provider).sort(), ['email', 'keycloak']);
  ok(await supabase.auth.unlinkIdentity(identities.find(({ provider }) => provider === 'keycloak')));
  const rest = ok(await supabase.auth.getUserIdentities()).identities;
  fails(await supabase.auth.unlinkIdentity(rest[0]), { code: 'single_identity_not_deletable' });
  const elsewhere = await person(open);
  fails(
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
  const login = await onward(
    ok(
      await client(strict).auth.signInWithOAuth({
        provider: 'keycloak',
        options: { skipBrowserRedirect: true },
      }),
    ).url,
  );
  /** What an app gets that signs in at the provider by itself. */
  const idToken = async (nonce) => {
    login.searchParams.set('login_hint', email);
    if (nonce) login.searchParams.set('nonce', nonce);
    const code = (await onward(login)).searchParams.get('code');
    const answer = await fetch(new URL('/token', login), {
      method: 'POST',
      body: new URLSearchParams({ code }),
    });
    return (await answer.json()).id_token;
  };
  const signIn = (credentials) =>
    client(strict).auth.signInWithIdToken({ provider: 'keycloak', ...credentials });
  const { user } = ok(await signIn({ token: await idToken() }));
  assert.equal(user.email, email);
  const hashed = createHash('sha256').update('once').digest('hex');
  assert.equal(ok(await signIn({ token: await idToken(hashed), nonce: 'once' })).user.id, user.id);
  fails(await signIn({ token: await idToken(hashed), nonce: 'another' }), { status: 400 });
  fails(await client().auth.signInWithIdToken({ provider: 'google', token: 'mock', nonce: 'mock' }), {
    message: 'Provider (issuer "https://accounts.google.com") is not enabled',
  });
});

test('what is off says so', async () => {
  fails(await client().auth.signInWithSSO({ domain: 'example.test' }), {
    status: 404,
    code: 'saml_provider_disabled',
  });
  fails(await client().auth.signInWithOtp({ phone: '+15555550100' }), {
    status: 400,
    code: 'phone_provider_disabled',
  });
  fails(await client().auth.reauthenticate(), { name: 'AuthSessionMissingError' });
});
