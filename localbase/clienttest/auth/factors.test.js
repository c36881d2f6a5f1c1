import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { client, fails, ok, person } from '../client.js';

/** The code of RFC 6238 for a secret in base32, steps from now. */
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
  const { supabase } = await person();
  const factor = ok(await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' }));
  assert.match(factor.totp.uri, /^otpauth:\/\/totp\//);
  assert.match(factor.totp.qr_code, /^data:image\/svg\+xml;utf-8,/);
  assert.deepEqual(ok(await supabase.auth.mfa.listFactors()).totp, []); // verified ones only

  const challenge = ok(await supabase.auth.mfa.challenge({ factorId: factor.id }));
  fails(await supabase.auth.mfa.verify({ factorId: factor.id, challengeId: challenge.id, code: '000000' }), {
    status: 422,
    code: 'mfa_verification_failed',
    message: 'Invalid TOTP code entered',
  });
  ok(await supabase.auth.mfa.challengeAndVerify({ factorId: factor.id, code: totp(factor.totp.secret) }));
  const level = ok(await supabase.auth.mfa.getAuthenticatorAssuranceLevel());
  assert.deepEqual([level.currentLevel, level.nextLevel], ['aal2', 'aal2']);
  assert.deepEqual(level.currentAuthenticationMethods.map(({ method }) => method).sort(), [
    'password',
    'totp',
  ]);
  assert.equal(ok(await supabase.auth.mfa.listFactors()).totp[0].friendly_name, 'phone');

  const { id } = ok(await supabase.from('notes').insert({ body: 'x' }).select('id').single());
  assert.equal(ok(await supabase.from('notes').delete().eq('id', id).select()).length, 1); // a policy asks for aal2

  ok(await supabase.auth.mfa.unenroll({ factorId: factor.id }));
  assert.deepEqual(ok(await supabase.auth.mfa.listFactors()).all, []);
});

test('a later sign-in begins at the lower level', async () => {
  const { supabase, email } = await person();
  const { id, totp: enrolled } = ok(await supabase.auth.mfa.enroll({ factorType: 'totp' }));
  ok(await supabase.auth.mfa.challengeAndVerify({ factorId: id, code: totp(enrolled.secret) }));
  const later = client();
  ok(await later.auth.signInWithPassword({ email, password: 'password123' }));
  const level = ok(await later.auth.mfa.getAuthenticatorAssuranceLevel());
  assert.deepEqual([level.currentLevel, level.nextLevel], ['aal1', 'aal2']);
  fails(await later.auth.updateUser({ password: 'password456' }), { code: 'insufficient_aal' });
  fails(await later.auth.mfa.unenroll({ factorId: id }), { code: 'insufficient_aal' });
  ok(await later.auth.mfa.challengeAndVerify({ factorId: id, code: totp(enrolled.secret, 1) }));
  ok(await later.auth.updateUser({ password: 'password456' }));
});

test('without a session nothing is enrolled', async () => {
  const { error } = await client().auth.mfa.enroll({ factorType: 'totp' });
  assert.ok(error);
});
