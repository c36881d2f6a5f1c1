import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectData, expectError, newServiceClient, newSignedInUser, open, password } from '../client.js';

const call = (path, options) =>
  fetch(`${open.url}/auth/v1${path}`, {
    ...options,
    headers: { apikey: open.secretKey, Authorization: `Bearer ${open.serviceKey}` },
  });

test('the audit log lists sign-ins and changes of a user', async () => {
  const { supabase, user, email } = await newSignedInUser();
  expectData(await supabase.auth.updateUser({ data: { a: 1 } }));
  const response = await call(`/admin/audit?query=author:${email}`);
  const entries = await response.json();
  assert.deepEqual(
    entries.map(({ payload }) => [payload.action, payload.actor_id]),
    [
      ['user_modified', user.id],
      ['login', user.id],
    ],
  );
  assert.equal(response.headers.get('x-total-count'), '2');
});

test('the deletion of a user to whom rows refer states the reason', async () => {
  const admin = newServiceClient();
  const { user } = await newSignedInUser();
  const membership = () => admin.from('memberships');
  expectData(await membership().insert({ user_id: user.id }));
  expectError(await admin.auth.admin.deleteUser(user.id), {
    status: 409,
    code: 'conflict',
    message: /public\.memberships.*memberships_user_id_fkey/,
  });
  expectData(await membership().delete().eq('user_id', user.id));
  expectData(await admin.auth.admin.deleteUser(user.id));
});

test('responses state that phone is not supported', async () => {
  const { supabase } = await newSignedInUser();
  const phone = '+441234567';
  const disabled = { code: 'phone_provider_disabled', message: /localbase does not support phone and SMS/ };
  expectError(await supabase.auth.signInWithOtp({ phone }), { status: 400, ...disabled });
  expectError(await supabase.auth.signUp({ phone, password }), { status: 400, ...disabled });
  expectError(await supabase.auth.signInWithPassword({ phone, password }), { status: 422, ...disabled });
  expectError(await supabase.auth.mfa.enroll({ factorType: 'phone', phone }), {
    code: 'mfa_phone_enroll_not_enabled',
    message: disabled.message,
  });
});

test('unknown routes and features that are not available return JSON', async () => {
  const unknown = await call('/nothing');
  assert.deepEqual([unknown.status, (await unknown.json()).error_code], [404, 'not_found']);
  const clients = await newServiceClient().auth.admin.oauth.listClients();
  expectError(clients, { status: 404, code: 'feature_disabled', message: /not available in localbase/ });
});
