import assert from 'node:assert/strict';
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

test('sign-up signs in if no confirmation is required', async () => {
  const supabase = newClient();
  const email = newAddress();
  const { session, user } = expectData(
    await supabase.auth.signUp({ email, password, options: { data: { team: 'red' } } }),
  );
  assert.equal(session.token_type, 'bearer');
  assert.equal(session.expires_in, 3600);
  assert.match(session.refresh_token, /^[a-z2-7]{12}$/);
  assert.deepEqual(user.app_metadata, { provider: 'email', providers: ['email'] });
  assert.deepEqual(
    [user.email, user.role, user.aud, user.phone, user.is_anonymous],
    [email, 'authenticated', 'authenticated', '', false],
  );
  assert.equal(user.user_metadata.team, 'red');
  assert.equal(user.identities[0].provider, 'email');
  assert.ok(user.email_confirmed_at && user.last_sign_in_at);
  expectError(await newClient().auth.signUp({ email, password }), {
    status: 422,
    code: 'user_already_exists',
    message: 'User already registered',
  });
});

test('sign-up rejects invalid input', async () => {
  const signUp = (email, secret, backend = open) =>
    newClient(backend).auth.signUp({ email, password: secret });
  const weak = expectError(await signUp(newAddress(), '123'), {
    status: 422,
    code: 'weak_password',
    name: 'AuthWeakPasswordError',
    message: 'Password should be at least 6 characters.',
  });
  assert.deepEqual(weak.reasons, ['length']);
  expectError(await signUp('invalid', password), {
    status: 400,
    code: 'validation_failed',
    message: 'Unable to validate email address: invalid format',
  });
  const simple = expectError(await signUp(newAddress(), 'onlyletters', strict), { code: 'weak_password' });
  assert.deepEqual(simple.reasons, ['characters']);
});

test('with confirmation, the code or the link in the mail signs in', async () => {
  for (const method of ['code', 'link']) {
    const supabase = newClient(strict);
    const email = newAddress();
    const { session, user } = expectData(await supabase.auth.signUp({ email, password }));
    assert.equal(session, null);
    assert.ok(user.confirmation_sent_at);
    expectError(await supabase.auth.signInWithPassword({ email, password }), {
      status: 400,
      code: 'email_not_confirmed',
    });
    const mail = await fetchLatestMail(email, strict);
    if (method === 'code') {
      expectError(await supabase.auth.verifyOtp({ email, token: '000000', type: 'signup' }), {
        status: 403,
        code: 'otp_expired',
      });
      assert.ok(
        expectData(await supabase.auth.verifyOtp({ email, token: mail.code, type: 'signup' })).session,
      );
    } else {
      const response = await fetch(mail.link, { redirect: 'manual' });
      assert.equal(response.status, 303);
      assert.match(response.headers.get('location'), /^http:\/\/app\.test\/?#access_token=/);
    }
    assert.ok(
      expectData(await supabase.auth.signInWithPassword({ email, password })).user.email_confirmed_at,
    );
  }
});

test('signing up with an existing address does not reveal that it exists', async () => {
  const email = newAddress();
  expectData(await newClient(strict).auth.signUp({ email, password }));
  assert.equal(expectData(await newClient(strict).auth.signUp({ email, password })).session, null);
  expectData(await newClient(strict).auth.resend({ email, type: 'signup' }));
  const known = await newSignedInUser(strict);
  const { user, session } = expectData(await newClient(strict).auth.signUp({ email: known.email, password }));
  assert.deepEqual([session, user.identities], [null, []]);
});

test('a wrong password and an unknown address return the same error', async () => {
  const { email } = await newSignedInUser();
  for (const address of [email, newAddress()]) {
    expectError(await newClient().auth.signInWithPassword({ email: address, password: 'wrong-one' }), {
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  }
});

test('a session is refreshed; the former token is accepted until the new token is used', async () => {
  const { supabase } = await newSignedInUser();
  const first = expectData(await supabase.auth.getSession()).session;
  const second = expectData(await supabase.auth.refreshSession()).session;
  assert.notEqual(second.refresh_token, first.refresh_token);
  const again = expectData(
    await newClient().auth.refreshSession({ refresh_token: first.refresh_token }),
  ).session;
  assert.equal(again.refresh_token, second.refresh_token);
  expectError(await newClient().auth.refreshSession({ refresh_token: 'abcdefabcdef' }), {
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  });
});

test('setSession uses an existing session, and getUser requests the user', async () => {
  const { supabase, email } = await newSignedInUser();
  const { session } = expectData(await supabase.auth.getSession());
  const other = newClient();
  expectData(await other.auth.setSession(session));
  assert.equal(expectData(await other.auth.getUser()).user.email, email);
  assert.equal(expectData(await newClient().auth.getUser(session.access_token)).user.email, email);
  expectError(await newClient().auth.getUser('a.b.c'), { status: 403, code: 'bad_jwt' });
  expectError(await newClient().auth.setSession({ ...session, access_token: 'invalid' }), {
    message: /Invalid JWT structure/,
  });
});

test('claims are verified by the service, or by its public key', async () => {
  const symmetric = await newSignedInUser();
  const { claims } = expectData(await symmetric.supabase.auth.getClaims());
  assert.deepEqual(
    [claims.sub, claims.role, claims.aal, claims.is_anonymous],
    [symmetric.user.id, 'authenticated', 'aal1', false],
  );
  assert.equal(claims.amr[0].method, 'password');
  const asymmetric = await newSignedInUser(strict);
  const verified = expectData(await asymmetric.supabase.auth.getClaims());
  assert.deepEqual(
    [verified.header.alg, verified.header.kid, verified.claims.sub, verified.claims.iss],
    ['RS256', 'the-RS256-key', asymmetric.user.id, 'http://issuer.test'],
  );
  const { keys } = await (await fetch(`${strict.url}/auth/v1/.well-known/jwks.json`)).json();
  assert.deepEqual(
    keys.map(({ kid, kty }) => [kid, kty]),
    [
      ['the-RS256-key', 'RSA'],
      ['the-ES256-key', 'EC'],
    ],
  );
  assert.equal(
    expectData(await asymmetric.supabase.from('notes').insert({ body: 'x' }).select('owner').single()).owner,
    asymmetric.user.id,
  );
});

test('a user changes metadata and password', async () => {
  const { supabase, email } = await newSignedInUser();
  expectData(await supabase.auth.updateUser({ data: { a: 1, b: 2 } }));
  assert.deepEqual(
    expectData(await supabase.auth.updateUser({ data: { b: null, c: 3 } })).user.user_metadata.c,
    3,
  );
  assert.equal('b' in expectData(await supabase.auth.getUser()).user.user_metadata, false);
  expectError(await supabase.auth.updateUser({ password }), { status: 422, code: 'same_password' });
  expectData(await supabase.auth.updateUser({ password: 'another-one' }));
  expectData(await newClient().auth.signInWithPassword({ email, password: 'another-one' }));
});

test('reauthentication sends a nonce', async () => {
  const { supabase, email } = await newSignedInUser();
  expectData(await supabase.auth.reauthenticate());
  const { code } = await fetchLatestMail(email);
  expectData(await supabase.auth.updateUser({ password: 'with-a-nonce', nonce: code }));
});

test('an email change is confirmed from both addresses', async () => {
  const { supabase, email } = await newSignedInUser(strict);
  const next = newAddress();
  assert.equal(expectData(await supabase.auth.updateUser({ email: next })).user.new_email, next);
  for (const address of [email, next]) {
    const { code } = await fetchLatestMail(address, strict);
    expectData(await supabase.auth.verifyOtp({ email: address, token: code, type: 'email_change' }));
  }
  assert.equal(expectData(await supabase.auth.getUser()).user.email, next);
});

test('sign-out ends the session, the other sessions, or all', async () => {
  const { supabase, email } = await newSignedInUser();
  const [second, third] = [newClient(), newClient()];
  for (const each of [second, third]) expectData(await each.auth.signInWithPassword({ email, password }));
  const token = async (each) => (await each.auth.getSession()).data.session.access_token;
  const [secondToken, thirdToken] = [await token(second), await token(third)];
  const checkToken = async (jwt) => (await newClient().auth.getUser(jwt)).error?.name ?? 'alive';
  assert.equal((await second.auth.signOut({ scope: 'others' })).error, null);
  assert.deepEqual(
    [await checkToken(secondToken), await checkToken(thirdToken)],
    ['alive', 'AuthSessionMissingError'],
  );
  assert.equal((await second.auth.signOut({ scope: 'local' })).error, null);
  assert.equal(await checkToken(secondToken), 'AuthSessionMissingError');
  expectData(await supabase.auth.signInWithPassword({ email, password }));
  const last = await token(supabase);
  assert.equal((await supabase.auth.signOut()).error, null);
  assert.equal(await checkToken(last), 'AuthSessionMissingError');
  assert.equal((await supabase.auth.getSession()).data.session, null);
});

test('events report changes of the session', async () => {
  const supabase = newClient();
  const events = [];
  const { data } = supabase.auth.onAuthStateChange((event) => events.push(event));
  const email = newAddress();
  expectData(await supabase.auth.signUp({ email, password }));
  expectData(await supabase.auth.updateUser({ data: { x: 1 } }));
  expectData(await supabase.auth.refreshSession());
  await supabase.auth.signOut();
  data.subscription.unsubscribe();
  assert.deepEqual(
    events.filter((event) => event !== 'INITIAL_SESSION'),
    ['SIGNED_IN', 'USER_UPDATED', 'TOKEN_REFRESHED', 'SIGNED_OUT'],
  );
});

test('settings contain the values that a sign-in page needs', async () => {
  const settings = async ({ url, anonKey }) =>
    (await fetch(`${url}/auth/v1/settings`, { headers: { apikey: anonKey } })).json();
  const [loose, tight] = [await settings(open), await settings(strict)];
  assert.deepEqual(
    [loose.mailer_autoconfirm, loose.external.anonymous_users, loose.external.keycloak],
    [true, true, false],
  );
  assert.deepEqual(
    [tight.mailer_autoconfirm, tight.external.anonymous_users, tight.external.keycloak],
    [false, false, true],
  );
});

test('older clients get errors in the older format', async () => {
  const ask = (headers) =>
    fetch(`${open.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: 'a@b.test', password: 'x' }),
    });
  const old = await ask({});
  assert.equal(old.headers.get('x-sb-error-code'), 'invalid_credentials');
  assert.deepEqual(await old.json(), {
    code: 400,
    error_code: 'invalid_credentials',
    msg: 'Invalid login credentials',
  });
  assert.deepEqual(await (await ask({ 'x-supabase-api-version': '2024-01-01' })).json(), {
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  });
});
