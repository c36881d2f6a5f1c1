import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { expectData, expectError, newClient, newSignedInUser } from '../client.js';

/** Returns the code of RFC 6238 for a secret in base32, `steps` periods from now. */
function totp(secret, steps = 0) {
  const bits = [...secret]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = (mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, '0');
}

test('a second factor is enrolled, raises the level, and is removed', async () => {
  const { supabase } = await newSignedInUser();
  const factor = expectData(await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' }));
  assert.match(factor.totp.uri, /^otpauth:\/\/totp\//);
  assert.match(factor.totp.qr_code, /^data:image\/svg\+xml;utf-8,/);
  assert.deepEqual(expectData(await supabase.auth.mfa.listFactors()).totp, []); // only verified factors

  const challenge = expectData(await supabase.auth.mfa.challenge({ factorId: factor.id }));
  expectError(
    await supabase.auth.mfa.verify({ factorId: factor.id, challengeId: challenge.id, code: '000000' }),
    {
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    },
  );
  expectData(
    await supabase.auth.mfa.challengeAndVerify({ factorId: factor.id, code: totp(factor.totp.secret) }),
  );
  const level = expectData(await supabase.auth.mfa.getAuthenticatorAssuranceLevel());
  assert.deepEqual([level.currentLevel, level.nextLevel], ['aal2', 'aal2']);
  assert.deepEqual(level.currentAuthenticationMethods.map(({ method }) => method).sort(), [
    'password',
    'totp',
  ]);
  assert.equal(expectData(await supabase.auth.mfa.listFactors()).totp[0].friendly_name, 'phone');

  const { id } = expectData(await supabase.from('notes').insert({ body: 'x' }).select('id').single());
  assert.equal(expectData(await supabase.from('notes').delete().eq('id', id).select()).length, 1); // a policy requires aal2

  expectData(await supabase.auth.mfa.unenroll({ factorId: factor.id }));
  assert.deepEqual(expectData(await supabase.auth.mfa.listFactors()).all, []);
});

test('a later sign-in starts at the lower level', async () => {
  const { supabase, email } = await newSignedInUser();
  const { id, totp: enrolled } = expectData(await supabase.auth.mfa.enroll({ factorType: 'totp' }));
  expectData(await supabase.auth.mfa.challengeAndVerify({ factorId: id, code: totp(enrolled.secret) }));
  const later = newClient();
  expectData(await later.auth.signInWithPassword({ email, password: 'password123' }));
  const level = expectData(await later.auth.mfa.getAuthenticatorAssuranceLevel());
  assert.deepEqual([level.currentLevel, level.nextLevel], ['aal1', 'aal2']);
  expectError(await later.auth.updateUser({ password: 'password456' }), { code: 'insufficient_aal' });
  expectError(await later.auth.mfa.unenroll({ factorId: id }), { code: 'insufficient_aal' });
  expectData(await later.auth.mfa.challengeAndVerify({ factorId: id, code: totp(enrolled.secret, 1) }));
  expectData(await later.auth.updateUser({ password: 'password456' }));
});

test('a factor cannot be enrolled without a session', async () => {
  const { error } = await newClient().auth.mfa.enroll({ factorType: 'totp' });
  assert.ok(error);
});
