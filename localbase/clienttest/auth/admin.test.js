import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  expectData,
  expectError,
  fetchLatestMail,
  newAddress,
  newClient,
  newServiceClient,
  newSignedInUser,
  open,
  password,
  strict,
} from '../client.js';

const { admin } = newServiceClient().auth;

test('users are created, read, changed and deleted', async () => {
  const email = newAddress();
  const { user } = expectData(
    await admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { plan: 'pro' },
    }),
  );
  assert.deepEqual([user.user_metadata.name, user.app_metadata.plan], ['Ada', 'pro']);
  assert.equal(expectData(await admin.getUserById(user.id)).user.email, email);
  const changed = expectData(
    await admin.updateUserById(user.id, {
      email: `new-${email}`,
      app_metadata: { roles: ['admin'] },
      user_metadata: { colour: 'yellow' },
    }),
  ).user;
  assert.equal(changed.email, `new-${email}`);
  assert.deepEqual([changed.app_metadata.plan, changed.app_metadata.roles], ['pro', ['admin']]);
  assert.deepEqual([changed.user_metadata.name, changed.user_metadata.colour], ['Ada', 'yellow']);
  expectData(await newClient().auth.signInWithPassword({ email: `new-${email}`, password }));
  expectData(await admin.deleteUser(user.id));
  expectError(await admin.getUserById(user.id), { status: 404, code: 'user_not_found' });
});

test('a page of users, with the number of pages', async () => {
  for (let i = 0; i < 3; i++) await newSignedInUser();
  const page = expectData(await admin.listUsers({ page: 1, perPage: 2 }));
  assert.equal(page.users.length, 2);
  assert.equal(page.nextPage, 2);
  assert.ok(page.total >= 3 && page.lastPage >= 2);
});

test('a banned user cannot sign in', async () => {
  const { email, user, supabase } = await newSignedInUser();
  expectData(await admin.updateUserById(user.id, { ban_duration: '1h' }));
  expectError(await newClient().auth.signInWithPassword({ email, password }), {
    status: 400,
    code: 'user_banned',
  });
  expectError(await supabase.auth.refreshSession(), { code: 'user_banned' });
  expectData(await admin.updateUserById(user.id, { ban_duration: 'none' }));
  expectData(await newClient().auth.signInWithPassword({ email, password }));
});

test('a deleted user cannot sign in, after a soft and a permanent deletion', async () => {
  for (const soft of [true, false]) {
    const { email, user, supabase } = await newSignedInUser();
    expectData(await admin.deleteUser(user.id, soft));
    expectError(await newClient().auth.signInWithPassword({ email, password }), {
      code: 'invalid_credentials',
    });
    assert.ok((await supabase.auth.getUser()).error);
  }
});

test('an invitation signs in', async () => {
  const email = newAddress();
  const { user } = expectData(
    await newServiceClient(strict).auth.admin.inviteUserByEmail(email, {
      data: { team: 'x' },
      redirectTo: 'http://app.test/join',
    }),
  );
  assert.ok(user.invited_at);
  const { code } = await fetchLatestMail(email, strict);
  assert.equal(
    expectData(await newClient(strict).auth.verifyOtp({ email, token: code, type: 'invite' })).user.id,
    user.id,
  );
});

test('links are generated without a mail', async () => {
  const { email } = await newSignedInUser(strict);
  const strictAdmin = newServiceClient(strict).auth.admin;
  for (const type of ['magiclink', 'recovery']) {
    const { properties, user } = expectData(
      await strictAdmin.generateLink({ type, email, options: { redirectTo: 'http://app.test/x' } }),
    );
    assert.deepEqual(
      [properties.verification_type, properties.redirect_to, user.email],
      [type, 'http://app.test/x', email],
    );
    assert.match(properties.action_link, /\/auth\/v1\/verify\?token=/);
    expectData(
      await newClient(strict).auth.verifyOtp({
        email,
        token: properties.email_otp,
        type: type === 'magiclink' ? 'email' : type,
      }),
    );
  }
  const fresh = newAddress();
  const { properties } = expectData(
    await strictAdmin.generateLink({ type: 'signup', email: fresh, password }),
  );
  expectData(await newClient(strict).auth.verifyOtp({ token_hash: properties.hashed_token, type: 'signup' }));
});

test('an admin ends a session and removes factors', async () => {
  const { supabase, user } = await newSignedInUser();
  const { id } = expectData(await supabase.auth.mfa.enroll({ factorType: 'totp' }));
  assert.equal(expectData(await admin.mfa.listFactors({ userId: user.id })).factors[0].id, id);
  expectData(await admin.mfa.deleteFactor({ userId: user.id, id }));
  const { access_token } = (await supabase.auth.getSession()).data.session;
  expectData({ data: null, ...(await admin.signOut(access_token)) });
  expectError(await newClient().auth.getUser(access_token), { name: 'AuthSessionMissingError' });
});

test('only admins can use the admin API', async () => {
  expectError(await newClient().auth.admin.listUsers(), { status: 403, code: 'not_admin' });
  const { supabase } = await newSignedInUser();
  const { access_token } = (await supabase.auth.getSession()).data.session;
  const response = await fetch(`${open.url}/auth/v1/admin/users`, {
    headers: { apikey: open.anonKey, authorization: `Bearer ${access_token}` },
  });
  assert.equal(response.status, 403);
  expectError(await admin.getUserById(randomUUID()), { status: 404, code: 'user_not_found' });
});
