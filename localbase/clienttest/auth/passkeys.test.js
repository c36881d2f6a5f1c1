import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newAuthenticator } from '../authenticator.js';
import { expectData, expectError, newClient, newServiceClient, newSignedInUser, strict } from '../client.js';

const origin = 'https://app.test'; // in strict.toml
const options = { auth: { experimental: { passkey: true } } };

/** Creates a user with a passkey. */
async function newUserWithPasskey() {
  const { supabase, user } = await newSignedInUser(strict, options);
  const authenticator = newAuthenticator(origin);
  const started = expectData(await supabase.auth.passkey.startRegistration());
  const credential = authenticator.create(started.options);
  const passkey = expectData(
    await supabase.auth.passkey.verifyRegistration({ challengeId: started.challenge_id, credential }),
  );
  return { supabase, user, authenticator, passkey };
}

async function signIn(authenticator) {
  const supabase = newClient(strict, strict.anonKey, options);
  const started = expectData(await supabase.auth.passkey.startAuthentication());
  assert.ok(started.expires_at > Date.now() / 1000);
  const credential = authenticator.get(started.options);
  const response = await supabase.auth.passkey.verifyAuthentication({
    challengeId: started.challenge_id,
    credential,
  });
  return { supabase, response, repeat: { challengeId: started.challenge_id, credential } };
}

test('a passkey is added, signs in, and is renamed and deleted', async () => {
  const { user, authenticator, passkey } = await newUserWithPasskey();
  assert.equal(passkey.friendly_name, 'Passkey');

  const { supabase, response, repeat } = await signIn(authenticator);
  const { session } = expectData(response);
  assert.equal(session.user.id, user.id);
  assert.equal(expectData(await supabase.auth.getUser()).user.id, user.id);
  expectError(await supabase.auth.passkey.verifyAuthentication(repeat), {
    status: 400,
    code: 'webauthn_challenge_not_found',
  });

  const renamed = { passkeyId: passkey.id, friendlyName: 'Laptop' };
  assert.equal(expectData(await supabase.auth.passkey.update(renamed)).friendly_name, 'Laptop');
  const [listed, ...others] = expectData(await supabase.auth.passkey.list());
  assert.deepEqual([listed.id, listed.friendly_name, others], [passkey.id, 'Laptop', []]);
  assert.ok(listed.last_used_at >= listed.created_at);

  expectData(await supabase.auth.passkey.delete({ passkeyId: passkey.id }));
  assert.deepEqual(expectData(await supabase.auth.passkey.list()), []);
  expectError((await signIn(authenticator)).response, { status: 400, code: 'webauthn_verification_failed' });
});

test('a page of another origin cannot use a passkey', async () => {
  const { supabase } = await newSignedInUser(strict, options);
  const started = expectData(await supabase.auth.passkey.startRegistration());
  const credential = newAuthenticator('https://evil.test').create(started.options);
  expectError(
    await supabase.auth.passkey.verifyRegistration({ challengeId: started.challenge_id, credential }),
    { status: 400, code: 'webauthn_verification_failed' },
  );
});

test('an administrator lists and deletes the passkeys of a user', async () => {
  const { user, passkey } = await newUserWithPasskey();
  const { passkey: passkeys } = newServiceClient(strict, options).auth.admin;
  const listed = expectData(await passkeys.listPasskeys({ userId: user.id }));
  assert.deepEqual(
    listed.map(({ id }) => id),
    [passkey.id],
  );
  expectData(await passkeys.deletePasskey({ userId: user.id, passkeyId: passkey.id }));
  assert.deepEqual(expectData(await passkeys.listPasskeys({ userId: user.id })), []);
});

test('passkeys are disabled by default', async () => {
  const { supabase } = await newSignedInUser(undefined, options);
  expectError(await supabase.auth.passkey.startRegistration(), { status: 404, code: 'passkey_disabled' });
});
