import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { expectData, newClient, newServiceClient, newSignedInUser, open } from '../client.js';

const sockets = [];
after(() => Promise.all(sockets.map((supabase) => supabase.removeAllChannels())));

/** Registers a client whose channels are removed at the end. */
function trackClient(supabase = newClient()) {
  sockets.push(supabase);
  return supabase;
}

/** Subscribes and returns the first status. */
function subscribeChannel(channel) {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error }));
  });
}

async function mustSubscribe(channel) {
  const { status, error } = await subscribeChannel(channel);
  assert.equal(status, 'SUBSCRIBED', error?.message);
  return channel;
}

/** Adds a listener immediately and returns the first `count` payloads that match. */
function receiveMessages(channel, type, filter, count = 1, matches = () => true) {
  const payloads = [];
  return new Promise((resolve) => {
    channel.on(type, filter, (payload) => {
      if (matches(payload)) payloads.push(payload);
      if (payloads.length === count) resolve(payloads);
    });
  });
}

for (const [name, key] of [
  ['publishable', open.publishableKey],
  ['anon', open.anonKey],
]) {
  test(`a broadcast reaches the others, with the ${name} key`, async () => {
    const topic = randomUUID();
    const receiver = trackClient(newClient(open, key)).channel(topic);
    const got = receiveMessages(receiver, 'broadcast', { event: 'move' }, 2);
    await mustSubscribe(receiver);
    const sender = trackClient(newClient(open, key)).channel(topic, { config: { broadcast: { ack: true } } });
    await mustSubscribe(sender);
    assert.equal(await sender.send({ type: 'broadcast', event: 'move', payload: { x: 1 } }), 'ok');
    assert.deepEqual(await sender.httpSend('move', { x: 2 }), { success: true });
    assert.deepEqual(
      (await got).map(({ payload }) => payload),
      [{ x: 1 }, { x: 2 }],
    );
  });
}

test('presence reports the state, joins and leaves', async () => {
  const topic = randomUUID();
  const ada = trackClient().channel(topic, { config: { presence: { key: 'ada' } } });
  const came = receiveMessages(ada, 'presence', { event: 'join' }, 2);
  const left = receiveMessages(ada, 'presence', { event: 'leave' });
  await mustSubscribe(ada);
  await ada.track({ row: 1 });
  const bob = trackClient().channel(topic, { config: { presence: { key: 'bob' } } });
  const synced = receiveMessages(bob, 'presence', { event: 'sync' });
  await mustSubscribe(bob);
  await synced;
  assert.equal(bob.presenceState().ada[0].row, 1);
  await bob.track({ row: 2 });
  assert.deepEqual(
    (await came).map(({ key }) => key),
    ['ada', 'bob'],
  );
  await bob.unsubscribe();
  assert.equal((await left)[0].key, 'bob');
});

test('changes are sent to users who can read the row', async () => {
  const [ada, bob] = await Promise.all([newSignedInUser(), newSignedInUser()]);
  const table = { schema: 'public', table: 'notes' };
  const changes = {};
  const ours = new Set(); // other suites delete notes at the same time
  for (const [name, member] of Object.entries({ ada, bob })) {
    const channel = trackClient(member.supabase).channel('notes');
    const ready = receiveMessages(channel, 'system', {});
    changes[name] = {
      inserts: receiveMessages(channel, 'postgres_changes', { event: 'INSERT', ...table }),
      updates: receiveMessages(channel, 'postgres_changes', {
        event: 'UPDATE',
        ...table,
        filter: 'body=eq.changed',
      }),
      deletes: receiveMessages(channel, 'postgres_changes', { event: 'DELETE', ...table }, 2, ({ old }) =>
        ours.has(old.id),
      ),
    };
    await mustSubscribe(channel);
    assert.equal((await ready)[0].status, 'ok');
  }
  const note = expectData(await ada.supabase.from('notes').insert({ body: "ada's" }).select().single());
  const [insert] = await changes.ada.inserts;
  assert.deepEqual([insert.eventType, insert.new, insert.old, insert.errors], ['INSERT', note, {}, null]);

  const other = expectData(await bob.supabase.from('notes').insert({ body: "bob's" }).select().single());
  assert.deepEqual((await changes.bob.inserts)[0].new, other, "bob received ada's row");

  expectData(
    await newServiceClient().from('notes').update({ body: 'changed' }).in('id', [note.id, other.id]),
  );
  assert.equal((await changes.ada.updates)[0].new.id, note.id);
  assert.equal((await changes.bob.updates)[0].new.id, other.id);

  ours.add(note.id).add(other.id);
  expectData(await newServiceClient().from('notes').delete().in('id', [note.id, other.id]));
  for (const { deletes } of Object.values(changes)) {
    // Policies cannot be checked for a deleted row: all subscribers receive its key.
    assert.deepEqual(
      (await deletes).map(({ old }) => old),
      [{ id: note.id }, { id: other.id }],
    );
  }
});

test('a subscription to an unpublished table reports an error', async () => {
  const channel = trackClient().channel('unpublished');
  const system = receiveMessages(channel, 'system', {});
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'authors' }, () => {});
  await mustSubscribe(channel);
  const [{ status, message }] = await system;
  assert.equal(status, 'error');
  assert.match(
    message,
    /^Unable to subscribe to changes with given parameters\. Please check Realtime is enabled/,
  );
});

test('policies control a private channel; the database can send to it', async () => {
  const [ada, bob] = await Promise.all([newSignedInUser(), newSignedInUser()]);
  const topic = `room:${ada.user.id}`;
  const config = { config: { private: true, broadcast: { self: true } } };
  const own = trackClient(ada.supabase).channel(topic, config);
  const news = receiveMessages(own, 'broadcast', { event: 'news' });
  const messages = receiveMessages(own, 'broadcast', { event: 'message' });
  await mustSubscribe(own);
  for (const stranger of [bob.supabase, newClient()]) {
    const { status, error } = await subscribeChannel(trackClient(stranger).channel(topic, config));
    assert.equal(status, 'CHANNEL_ERROR');
    assert.match(error.message, /Unauthorized: You do not have permissions to read from this Channel topic/);
  }
  expectData(await newServiceClient().rpc('announce', { room: topic, body: 'from SQL' }));
  assert.equal((await news)[0].payload.body, 'from SQL');
  await own.send({ type: 'broadcast', event: 'message', payload: { body: 'by ada' } });
  assert.equal((await messages)[0].payload.body, 'by ada');
  await assert.rejects(bob.supabase.channel(topic, config).httpSend('message', {}), /Unauthorized|Forbidden/);
});

test('a channel can be joined again after leaving', async () => {
  const supabase = trackClient();
  const first = await mustSubscribe(supabase.channel('again'));
  assert.equal(await supabase.removeChannel(first), 'ok');
  const second = supabase.channel('again');
  const got = receiveMessages(second, 'broadcast', { event: 'e' });
  await mustSubscribe(second);
  await trackClient().channel('again').httpSend('e', { n: 1 });
  assert.deepEqual((await got)[0].payload, { n: 1 });
});
