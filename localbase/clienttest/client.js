// Shared by the suites: the backends that run.js started, clients for them, and
// assertions on responses.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';

export const { open, strict } = JSON.parse(process.env.CLIENTTEST ?? '{}');
assert.ok(open, 'run this with: npm run clienttest');

export const password = 'password123';

/** Returns a client with a separate session, stored in memory. */
export function newClient(backend = open, key = backend.anonKey, options = {}) {
  return createClient(backend.url, key, {
    ...options,
    realtime: { transport: WebSocket, ...options.realtime }, // Node 20 has no WebSocket
    auth: { autoRefreshToken: false, detectSessionInUrl: false, storageKey: randomUUID(), ...options.auth },
  });
}

export const newServiceClient = (backend = open, options = {}) =>
  newClient(backend, backend.serviceKey, options);

export const newAddress = () => `${randomUUID()}@example.test`;

/** Creates a user and returns a client that is signed in as that user. */
export async function newSignedInUser(backend = open, options = {}) {
  const email = newAddress();
  const supabase = newClient(backend, backend.anonKey, options);
  expectData(await newServiceClient(backend).auth.admin.createUser({ email, password, email_confirm: true }));
  const { user } = expectData(await supabase.auth.signInWithPassword({ email, password }));
  return { supabase, email, user };
}

/** Asserts that a response has no error, and returns its data. */
export function expectData({ data, error }) {
  assert.equal(error, null, `${error?.name}: ${error?.message} ${JSON.stringify(error)}`);
  return data;
}

/** Asserts that a response has an error with these members, and returns the error. */
export function expectError({ error }, want) {
  assert.ok(error, 'the request succeeded');
  for (const [name, value] of Object.entries(want)) {
    if (value instanceof RegExp) assert.match(String(error[name]), value);
    else
      assert.equal(error[name], value, `${name} of ${JSON.stringify({ ...error, message: error.message })}`);
  }
  return error;
}

/** Returns the latest mail to an address. */
export async function fetchLatestMail(address, backend = open) {
  const response = await fetch(`${backend.mailbox}/api/mails?to=${encodeURIComponent(address)}`);
  const [latest] = await response.json();
  assert.ok(latest, `no mail to ${address}`);
  return latest;
}
