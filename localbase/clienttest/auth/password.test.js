import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client, fails, mailTo, newAddress, ok, open, password, person, strict } from '../client.js';

test('sign-up signs in where no confirmation is asked', async () => {
  const supabase = client();
  const email = newAddress();
  const { session, user } = ok(
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
  fails(await client().auth.signUp({ email, password }), {
    status: 422,
    code: 'user_already_exists',
    message: 'User already registered',
  });
});

test('sign-up refuses what is wrong', async () => {
  const signUp = (email, secret, backend = open) => client(backend).auth.signUp({ email, password: secret });
  const weak = fails(await signUp(newAddress(), '123'), {
    status: 422,
    code: 'weak_password',
    name: 'AuthWeakPasswordError',
    message: 'Password should be at least 6 characters.',
  });
  assert.deepEqual(weak.reasons, ['length']);
  fails(await signUp('nonsense', password), {
    status: 400,
    code: 'validation_failed',
    message: 'Unable to validate email address: invalid format',
  });
  const simple = fails(await signUp(newAddress(), 'onlyletters', strict), { code: 'weak_password' });
  assert.deepEqual(simple.reasons, ['characters']);
});

test('with confirmation, the code or the link of the mail lets in', async () => {
  for (const way of ['code', 'link']) {
    const supabase = client(strict);
    const email = newAddress();
    const { session, user } = ok(await supabase.auth.signUp({ email, password }));
    assert.equal(session, null);
    assert.ok(user.confirmation_sent_at);
    fails(await supabase.auth.signInWithPassword({ email, password }), {
      status: 400,
      code: 'email_not_confirmed',
    });
    const mail = await mailTo(email, strict);
    if (way === 'code') {
      fails(await supabase.auth.verifyOtp({ email, token: '000000', type: 'signup' }), {
        status: 403,
        code: 'otp_expired',
      });
      assert.ok(ok(await supabase.auth.verifyOtp({ email, token: mail.code, type: 'signup' })).session);
    } else {
      const answer = await fetch(mail.link, { redirect: 'manual' });
      assert.equal(answer.status, 303);
      assert.match(answer.headers.get('location'), /^http:\/\/app\.test\/?#access_token=/);
    }
    assert.ok(ok(await supabase.auth.signInWithPassword({ email, password })).user.email_confirmed_at);
  }
});

test('signing up again with an unconfirmed or a known address tells nothing', async () => {
  const email = newAddress();
  ok(await client(strict).auth.signUp({ email, password }));
  assert.equal(ok(await client(strict).auth.signUp({ email, password })).session, null);
  ok(await client(strict).auth.resend({ email, type: 'signup' }));
  const known = await person(strict);
  const { user, session } = ok(await client(strict).auth.signUp({ email: known.email, password }));
  assert.deepEqual([session, user.identities], [null, []]);
});

test('a wrong password and an unknown address look the same', async () => {
  const { email } = await person();
  for (const address of [email, newAddress()]) {
    fails(await client().auth.signInWithPassword({ email: address, password: 'wrong-one' }), {
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  }
});

test('a session is refreshed, and its parent forgiven while its child is unused', async () => {
  const { supabase } = await person();
  const first = ok(await supabase.auth.getSession()).session;
  const second = ok(await supabase.auth.refreshSession()).session;
  assert.notEqual(second.refresh_token, first.refresh_token);
  const again = ok(await client().auth.refreshSession({ refresh_token: first.refresh_token })).session;
  assert.equal(again.refresh_token, second.refresh_token);
  fails(await client().auth.refreshSession({ refresh_token: 'abcdefabcdef' }), {
    status: 400,
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  });
});

test('setSession takes a session over, and getUser asks the service', async () => {
  const { supabase, email } = await person();
  const { session } = ok(await supabase.auth.getSession());
  const other = client();
  ok(await other.auth.setSession(session));
  assert.equal(ok(await other.auth.getUser()).user.email, email);
  assert.equal(ok(await client().auth.getUser(session.access_token)).user.email, email);
  fails(await client().auth.getUser('a.b.c'), { status: 403, code: 'bad_jwt' });
  fails(await client().auth.setSession({ ...session, access_token: 'nonsense' }), {
    message: /Invalid JWT structure/,
  });
});

test('claims are verified by the service, or by its public key', async () => {
  const symmetric = await person();
  const { claims } = ok(await symmetric.supabase.auth.getClaims());
  assert.deepEqual(
    [claims.sub, claims.role, claims.aal, claims.is_anonymous],
    [symmetric.user.id, 'authenticated', 'aal1', false],
  );
  assert.equal(claims.amr[0].method, 'password');
  const asymmetric = await person(strict);
  const verified = ok(await asymmetric.supabase.auth.getClaims());
  assert.deepEqual([verified.header.alg, verified.claims.sub], ['ES256', asymmetric.user.id]);
  assert.equal(
    ok(await asymmetric.supabase.from('notes').insert({ body: 'x' }).select('owner').single()).owner,
    asymmetric.user.id,
  );
});

test('a person changes metadata and password', async () => {
  const { supabase, email } = await person();
  ok(await supabase.auth.updateUser({ data: { a: 1, b: 2 } }));
  assert.deepEqual(ok(await supabase.auth.updateUser({ data: { b: null, c: 3 } })).user.user_metadata.c, 3);
  assert.equal('b' in ok(await supabase.auth.getUser()).user.user_metadata, false);
  fails(await supabase.auth.updateUser({ password }), { status: 422, code: 'same_password' });
  ok(await supabase.auth.updateUser({ password: 'another-one' }));
  ok(await client().auth.signInWithPassword({ email, password: 'another-one' }));
});

test('reauthentication sends a nonce', async () => {
  const { supabase, email } = await person();
  ok(await supabase.auth.reauthenticate());
  const { code } = await mailTo(email);
  ok(await supabase.auth.updateUser({ password: 'with-a-nonce', nonce: code }));
});

test('an e-mail change is confirmed from both addresses', async () => {
  const { supabase, email } = await person(strict);
  const next = newAddress();
  assert.equal(ok(await supabase.auth.updateUser({ email: next })).user.new_email, next);
  for (const address of [email, next]) {
    const { code } = await mailTo(address, strict);
    ok(await supabase.auth.verifyOtp({ email: address, token: code, type: 'email_change' }));
  }
  assert.equal(ok(await supabase.auth.getUser()).user.email, next);
});

test('sign-out ends this session, the others, or all', async () => {
  const { supabase, email } = await person();
  const [second, third] = [client(), client()];
  for (const each of [second, third]) ok(await each.auth.signInWithPassword({ email, password }));
  const token = async (each) => (await each.auth.getSession()).data.session.access_token;
  const [secondToken, thirdToken] = [await token(second), await token(third)];
  const alive = async (jwt) => (await client().auth.getUser(jwt)).error?.name ?? 'alive';
  assert.equal((await second.auth.signOut({ scope: 'others' })).error, null);
  assert.deepEqual([await alive(secondToken), await alive(thirdToken)], ['alive', 'AuthSessionMissingError']);
  assert.equal((await second.auth.signOut({ scope: 'local' })).error, null);
  assert.equal(await alive(secondToken), 'AuthSessionMissingError');
  ok(await supabase.auth.signInWithPassword({ email, password }));
  const last = await token(supabase);
  assert.equal((await supabase.auth.signOut()).error, null);
  assert.equal(await alive(last), 'AuthSessionMissingError');
  assert.equal((await supabase.auth.getSession()).data.session, null);
});

test('events tell of what happens to the session', async () => {
  const supabase = client();
  const events = [];
  const { data } = supabase.auth.onAuthStateChange((event) => events.push(event));
  const email = newAddress();
  ok(await supabase.auth.signUp({ email, password }));
  ok(await supabase.auth.updateUser({ data: { x: 1 } }));
  ok(await supabase.auth.refreshSession());
  await supabase.auth.signOut();
  data.subscription.unsubscribe();
  assert.deepEqual(
    events.filter((event) => event !== 'INITIAL_SESSION'),
    ['SIGNED_IN', 'USER_UPDATED', 'TOKEN_REFRESHED', 'SIGNED_OUT'],
  );
});

test('settings tell what a sign-in page has to know', async () => {
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

test('older clients get errors in the older form', async () => {
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
