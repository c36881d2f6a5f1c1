import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectData, expectError, newServiceClient, newSignedInUser, open } from '../client.js';

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

test('unknown routes and features that are not available return JSON', async () => {
  const unknown = await call('/nothing');
  assert.deepEqual([unknown.status, (await unknown.json()).error_code], [404, 'not_found']);
  const clients = await newServiceClient().auth.admin.oauth.listClients();
  expectError(clients, { status: 404, code: 'feature_disabled', message: /not available in localbase/ });
});
