// What the suites share: the backends that run.js started, clients for them, and
// two ways to look at an answer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import WebSocket from 'ws';

export const { open, strict } = JSON.parse(process.env.CLIENTTEST ?? '{}');
assert.ok(open, 'run this with: npm run clienttest');

export const password = 'password123';

/** A client with a session of its own, kept in memory. */
export function client(backend = open, key = backend.anonKey, options = {}) {
  return createClient(backend.url, key, {
    ...options,
    realtime: { transport: WebSocket, ...options.realtime }, // Node 20 has none of its own
    auth: { autoRefreshToken: false, detectSessionInUrl: false, storageKey: randomUUID(), ...options.auth },
  });
}

export const service = (backend = open) => client(backend, backend.serviceKey);

export const newAddress = () => `${randomUUID()}@example.test`;

/** A client in which a new person is signed in. */
export async function person(backend = open) {
  const email = newAddress();
  const supabase = client(backend);
  ok(await service(backend).auth.admin.createUser({ email, password, email_confirm: true }));
  const { user } = ok(await supabase.auth.signInWithPassword({ email, password }));
  return { supabase, email, user };
}

/** The data of an answer that has to be good. */
export function ok({ data, error }) {
  assert.equal(error, null, `${error?.name}: ${error?.message} ${JSON.stringify(error)}`);
  return data;
}

/** Asserts that an answer is an error with these members, and answers it. */
export function fails({ error }, want) {
  assert.ok(error, 'it succeeded');
  for (const [name, value] of Object.entries(want)) {
    if (value instanceof RegExp) assert.match(String(error[name]), value);
    else
      assert.equal(error[name], value, `${name} of ${JSON.stringify({ ...error, message: error.message })}`);
  }
  return error;
}

/** The latest mail to an address. */
export async function mailTo(address, backend = open) {
  const response = await fetch(`${backend.mailbox}/api/mails?to=${encodeURIComponent(address)}`);
  const [latest] = await response.json();
  assert.ok(latest, `no mail to ${address}`);
  return latest;
}
