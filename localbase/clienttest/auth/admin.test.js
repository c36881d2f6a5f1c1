import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { client, fails, mailTo, newAddress, ok, open, password, person, service, strict } from '../client.js';

const { admin } = service().auth;

test('users are made, found, changed and deleted', async () => {
  const email = newAddress();
  const { user } = ok(
    await admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { plan: 'pro' },
    }),
  );
  assert.deepEqual([user.user_metadata.name, user.app_metadata.plan], ['Ada', 'pro']);
  assert.equal(ok(await admin.getUserById(user.id)).user.email, email);
  const changed = ok(
    await admin.updateUserById(user.id, {
      email: `new-${email}`,
      app_metadata: { roles: ['admin'] },
      user_metadata: { colour: 'yellow' },
    }),
  ).user;
  assert.equal(changed.email, `new-${email}`);
  assert.deepEqual([changed.app_metadata.plan, changed.app_metadata.roles], ['pro', ['admin']]);
  assert.deepEqual([changed.user_metadata.name, changed.user_metadata.colour], ['Ada', 'yellow']);
  ok(await client().auth.signInWithPassword({ email: `new-${email}`, password }));
  ok(await admin.deleteUser(user.id));
  fails(await admin.getUserById(user.id), { status: 404, code: 'user_not_found' });
});

test('a page of users, with how many pages there are', async () => {
  for (let i = 0; i < 3; i++) await person();
  const page = ok(await admin.listUsers({ page: 1, perPage: 2 }));
  assert.equal(page.users.length, 2);
  assert.equal(page.nextPage, 2);
  assert.ok(page.total >= 3 && page.lastPage >= 2);
});

test('a banned user has no way in', async () => {
  const { email, user, supabase } = await person();
  ok(await admin.updateUserById(user.id, { ban_duration: '1h' }));
  fails(await client().auth.signInWithPassword({ email, password }), { status: 400, code: 'user_banned' });
  fails(await supabase.auth.refreshSession(), { code: 'user_banned' });
  ok(await admin.updateUserById(user.id, { ban_duration: 'none' }));
  ok(await client().auth.signInWithPassword({ email, password }));
});

test('a deleted user can no longer sign in, softly or for good', async () => {
  for (const soft of [true, false]) {
    const { email, user, supabase } = await person();
    ok(await admin.deleteUser(user.id, soft));
    fails(await client().auth.signInWithPassword({ email, password }), { code: 'invalid_credentials' });
    assert.ok((await supabase.auth.getUser()).error);
  }
});

test('an invitation leads in', async () => {
  const email = newAddress();
  const { user } = ok(
    await service(strict).auth.admin.inviteUserByEmail(email, {
      data: { team: 'x' },
      redirectTo: 'http://app.test/join',
    }),
  );
  assert.ok(user.invited_at);
  const { code } = await mailTo(email, strict);
  assert.equal(
    ok(await client(strict).auth.verifyOtp({ email, token: code, type: 'invite' })).user.id,
    user.id,
  );
});

test('links are generated without a mail', async () => {
  const { email } = await person(strict);
  const strictAdmin = service(strict).auth.admin;
  for (const type of ['magiclink', 'recovery']) {
    const { properties, user } = ok(
      await strictAdmin.generateLink({ type, email, options: { redirectTo: 'http://app.test/x' } }),
    );
    assert.deepEqual(
      [properties.verification_type, properties.redirect_to, user.email],
      [type, 'http://app.test/x', email],
    );
    assert.match(properties.action_link, /\/auth\/v1\/verify\?token=/);
    ok(
      await client(strict).auth.verifyOtp({
        email,
        token: properties.email_otp,
        type: type === 'magiclink' ? 'email' : type,
      }),
    );
  }
  const fresh = newAddress();
  const { properties } = ok(await strictAdmin.generateLink({ type: 'signup', email: fresh, password }));
  ok(await client(strict).auth.verifyOtp({ token_hash: properties.hashed_token, type: 'signup' }));
});

test('an admin ends a session and removes factors', async () => {
  const { supabase, user } = await person();
  const { id } = ok(await supabase.auth.mfa.enroll({ factorType: 'totp' }));
  assert.equal(ok(await admin.mfa.listFactors({ userId: user.id })).factors[0].id, id);
  ok(await admin.mfa.deleteFactor({ userId: user.id, id }));
  const { access_token } = (await supabase.auth.getSession()).data.session;
  ok({ data: null, ...(await admin.signOut(access_token)) });
  fails(await client().auth.getUser(access_token), { name: 'AuthSessionMissingError' });
});

test('nobody else reaches the admin API', async () => {
  fails(await client().auth.admin.listUsers(), { status: 403, code: 'not_admin' });
  const { supabase } = await person();
  const { access_token } = (await supabase.auth.getSession()).data.session;
  const answer = await fetch(`${open.url}/auth/v1/admin/users`, {
    headers: { apikey: open.anonKey, authorization: `Bearer ${access_token}` },
  });
  assert.equal(answer.status, 403);
  fails(await admin.getUserById(randomUUID()), { status: 404, code: 'user_not_found' });
});
